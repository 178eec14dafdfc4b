import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

// include/calque/proposals.h: proposed values, edit mode, lists

extension CFunction {
  static func calque_proposals_end_editing(
    _ localization: Localization, _ told: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) {
    let value = summary(localization.endEditing(), localization)
    if told != nil { try Reply.give(JSON.text(of: value), to: told) }
  }

  static func calque_proposals_store(
    _ localization: Localization, _ identifier: ItemIdentifier, _ locale: Text, _ value: Text
  ) throws(Diagnostic) {
    try localization.storeProposal(value, locale: locale, for: identifier)
  }

  static func calque_proposals_remove(
    _ localization: Localization, _ identifier: ItemIdentifier, _ locale: Text
  ) throws(Diagnostic) -> Bool {
    try localization.removeProposal(locale: locale, for: identifier)
  }

  static func calque_proposals_get(
    _ localization: Localization, _ identifier: ItemIdentifier, _ locale: Text
  ) -> Text? {
    localization.proposedValue(of: identifier, locale: locale)
  }

  static func calque_proposals_begin_editing(
    _ localization: Localization, _ group: Text?
  ) throws(Diagnostic) {
    try localization.beginEditing(group: group)
  }

  static func calque_proposals_list(
    _ localization: Localization, _ section: Text?, _ key: Text?, _ group: Text?
  ) throws(Diagnostic) -> Value {
    if let group {
      guard section == nil, key == nil else {
        throw Diagnostic(.invalidArgument, "there is a group beside a section")
      }
      return localization.listProposals(group: group)
    }
    let filter: ProposalFilter
    if let key {
      guard let section else { throw Input.missing("section") }
      filter = .identifier(try ItemIdentifier(section: section, key: key))
    } else {
      filter = section.map { .section($0) } ?? .all
    }
    return localization.listProposals(filter)
  }

  static func calque_proposals_summary(_ localization: Localization) -> Value {
    summary(localization.proposalSummary, localization)
  }

  static func summary(_ summary: ProposalSummary, _ localization: Localization) -> Value {
    var members = summary.value.object ?? Members()
    members["isEditing"] = .bool(localization.isEditing)
    return .object(members)
  }
}

// include/calque/proposals.h: the backend
extension CFunction {
  static func calque_proposals_propose(
    _ localization: Localization, _ identifier: ItemIdentifier, _ value: Text,
    _ completion: calque_completion?, _ context: HostContext
  ) -> UInt64 {
    localization.propose(value, for: identifier, context.completion(completion))
  }

  static func calque_proposals_send_queued(
    _ localization: Localization, _ completion: calque_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.sendQueued(context.completion(completion))
  }

  static func calque_proposals_fetch(
    _ localization: Localization, _ state: Text?, _ completion: calque_completion?,
    _ context: HostContext
  ) throws(Diagnostic) -> UInt64 {
    guard let state = ProposalListState(state ?? "unaccepted") else {
      throw Diagnostic(.invalidArgument, "state is not unaccepted, accepted or all")
    }
    return localization.fetchProposals(state: state, context.completion(completion))
  }

  static func calque_proposals_delete(
    _ localization: Localization, _ id: Int64, _ completion: calque_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.deleteProposal(id, context.completion(completion))
  }
}
