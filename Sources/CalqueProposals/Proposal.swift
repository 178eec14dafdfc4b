package import CalqueBase

/// A proposed translation as the backend keeps it.
package struct Proposal: Equatable, Sendable {
  package var id: Int64
  package var applicationID: Int64 = 0
  package var identifier: ItemIdentifier
  /// As the backend writes it.
  package var locale: Text
  package var value: Text
  /// nil when the backend does not say.
  package var canDelete: Bool?

  /// - Throws: `invalidType` with the path.
  init(_ value: Value, path: Text) throws(Diagnostic) {
    guard let members = value.object else {
      throw Diagnostic(.invalidType, "a proposal is not an object", path: path)
    }
    let reader = MemberReader(members, code: .invalidType, path: path + ".")
    let id = reader.integer("id")
    if id == nil { reader.refuse("id", "present") }
    self.id = id ?? 0
    locale = reader.required("locale")
    self.value = reader.required("value", mayBeEmpty: true)
    let (section, key) = (reader.text("section") ?? Text(), reader.text("key") ?? Text())
    let identifier = try? ItemIdentifier(section: section, key: key)
    if identifier == nil { reader.refuse("section", "present, with a key") }
    self.identifier = identifier ?? ItemIdentifier(checkedSection: section, key: key)
    applicationID = reader.integer("application_id") ?? 0
    canDelete = reader.bool("can_delete")
    try reader.finish()
  }

  package var data: Value {
    .object([
      "id": .int(id), "application_id": .int(applicationID), "section": .text(identifier.section),
      "key": .text(identifier.key), "locale": .text(locale), "value": .text(value),
      "can_delete": .bool(canDelete ?? false),
    ])
  }

  /// A state of the proposal, as a transcript posts it.
  ///
  /// - Parameter state: `stored`, `replaced`, `accepted`, `rejected` or `deleted`.
  func note(_ state: Text, guid: Text) -> Value {
    var note: Members = [
      "identifier": .text(identifier.text), "locale": .text(locale), "state": .text(state),
      "guid": .text(guid),
    ]
    if !state.equals("deleted") { note["value"] = .text(value) }
    return .object(note)
  }
}

/// The proposals of a list.
package enum ProposalFilter: Sendable {
  case all
  case section(Text)
  case identifier(ItemIdentifier)
  /// Proposals for any of these items.
  case identifiers([ItemIdentifier])

  func includes(_ identifier: ItemIdentifier) -> Bool {
    switch self {
    case .all: true
    case .section(let section): identifier.section == ItemIdentifier.section(named: section)
    case .identifier(let wanted): identifier == wanted
    case .identifiers(let wanted): wanted.contains(identifier)
    }
  }

  /// The heading of the list.
  var title: Text {
    switch self {
    case .all: "All proposals"
    case .section, .identifiers: "Proposals"
    case .identifier(let identifier): "Proposals for " + identifier.key
    }
  }
}

/// The numbers of proposals, as given when edit mode ends.
public struct ProposalSummary: Hashable, Sendable {
  /// Proposals of the last list.
  public var listed: Int
  /// Values that are shown instead of the normal ones.
  public var shown: Int
  /// Proposals that are queued.
  public var queued: Int

  public var hasProposals: Bool { listed + shown + queued > 0 }

  package var value: Value {
    .object([
      "hasProposals": .bool(hasProposals), "listed": .int(Int64(listed)),
      "shown": .int(Int64(shown)), "queued": .int(Int64(queued)),
    ])
  }
}

#if !hasFeature(Embedded)
  extension ProposalSummary: Codable {}
#endif
