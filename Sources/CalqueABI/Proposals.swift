public import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

// include/calque/proposals.h: proposed values, edit mode, lists

@c @implementation
public func calque_proposals_end_editing(
  _ localization: OpaquePointer?, _ summary: UnsafeMutablePointer<calque_string>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.clear(summary)
  return Outcome.of(error) { () throws(Diagnostic) in
    let told = try Input.localization(localization).endEditing()
    if summary != nil { try Reply.give(JSON.text(of: told.value), to: summary) }
    return CALQUE_OK
  }
}

extension CFunction {
  static func calque_proposals_is_editing(_ localization: Localization) -> Bool {
    localization.isEditing
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

  static func calque_proposals_begin_editing(_ localization: Localization) throws(Diagnostic) {
    try localization.beginEditing()
  }

  static func calque_proposals_begin_editing_group(
    _ localization: Localization, _ group: Text
  ) throws(Diagnostic) {
    try localization.beginEditing(group: group)
  }

  static func calque_proposals_list_group(_ localization: Localization, _ group: Text) -> Value {
    localization.listProposals(group: group)
  }

  static func calque_proposals_list(
    _ localization: Localization, _ section: Text?, _ key: Text?
  ) throws(Diagnostic) -> Value {
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
    localization.proposalSummary.value
  }
}
