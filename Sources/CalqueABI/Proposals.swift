public import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

// include/calque/proposals.h: proposed values, edit mode, lists

@c @implementation
public func calque_proposals_store(
  _ localization: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ locale: UnsafePointer<CChar>!, _ locale_length: Int, _ value: UnsafePointer<CChar>!,
  _ value_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let identifier = try Input.identifier(identifier, identifier_length)
    let locale = try Input.text(locale, locale_length, "locale")
    let value = try Input.text(value, value_length, "value")
    try localization.storeProposal(value, locale: locale, for: identifier)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_proposals_remove(
  _ localization: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ locale: UnsafePointer<CChar>!, _ locale_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let identifier = try Input.identifier(identifier, identifier_length)
    let locale = try Input.text(locale, locale_length, "locale")
    return try localization.removeProposal(locale: locale, for: identifier)
      ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_proposals_get(
  _ localization: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ locale: UnsafePointer<CChar>!, _ locale_length: Int,
  _ value: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(value, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let identifier = try Input.identifier(identifier, identifier_length)
    let locale = try Input.text(locale, locale_length, "locale")
    return localization.proposedValue(of: identifier, locale: locale)
  }
}

@c @implementation
public func calque_proposals_begin_editing(
  _ localization: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    try Input.localization(localization).beginEditing()
    return CALQUE_OK
  }
}

@c @implementation
public func calque_proposals_begin_editing_group(
  _ localization: OpaquePointer!, _ group: UnsafePointer<CChar>!, _ group_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    try localization.beginEditing(group: Input.text(group, group_length, "group"))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_proposals_list_group(
  _ localization: OpaquePointer!, _ group: UnsafePointer<CChar>!, _ group_length: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let group = try Input.text(group, group_length, "group")
    return JSON.text(of: localization.listProposals(group: group))
  }
}

@c @implementation
public func calque_proposals_end_editing(
  _ localization: OpaquePointer!, _ summary: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.clear(summary)
  return Outcome.of(error) { () throws(Diagnostic) in
    let told = try Input.localization(localization).endEditing()
    if let summary = summary as UnsafeMutablePointer<calque_string>? {
      try Reply.give(JSON.text(of: told.value), to: summary)
    }
    return CALQUE_OK
  }
}

@c @implementation
public func calque_proposals_is_editing(_ localization: OpaquePointer!) -> Bool {
  Handle.object(localization, as: LocalizationOwner.self)?.localization.isEditing ?? false
}

@c @implementation
public func calque_proposals_list(
  _ localization: OpaquePointer!, _ section: UnsafePointer<CChar>!, _ section_length: Int,
  _ key: UnsafePointer<CChar>!, _ key_length: Int, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let section = try Input.optionalText(section, section_length)
    let key = try Input.optionalText(key, key_length)
    let filter: ProposalFilter
    if let key {
      guard let section else { throw Input.missing("section") }
      filter = .identifier(try ItemIdentifier(section: section, key: key))
    } else {
      filter = section.map { .section($0) } ?? .all
    }
    return JSON.text(of: localization.listProposals(filter))
  }
}

@c @implementation
public func calque_proposals_summary(
  _ localization: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    JSON.text(of: try Input.localization(localization).proposalSummary.value)
  }
}

@c @implementation
public func calque_proposals_note(
  _ localization: OpaquePointer!, _ proposal: UnsafePointer<CChar>!, _ proposal_length: Int,
  _ state: UnsafePointer<CChar>!, _ state_length: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let proposal = try Input.value(proposal, proposal_length, "proposal")
    let state = try Input.text(state, state_length, "state")
    return JSON.text(of: try localization.note(proposal, state: state))
  }
}
