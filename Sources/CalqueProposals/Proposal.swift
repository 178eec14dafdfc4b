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
    guard let id = try reader.integer("id", in: Int64.min...Int64.max) else {
      throw reader.wrong("id", "there")
    }
    guard let locale = try reader.text("locale"), !locale.isEmpty else {
      throw reader.wrong("locale", "there")
    }
    guard let proposed = try reader.text("value") else { throw reader.wrong("value", "there") }
    self.id = id
    self.locale = locale
    self.value = proposed
    identifier = try Self.identifier(reader)
    applicationID = try reader.integer("application_id", in: Int64.min...Int64.max) ?? 0
    canDelete = try reader.bool("can_delete")
  }

  private static func identifier(_ reader: MemberReader) throws(Diagnostic) -> ItemIdentifier {
    let section = try reader.text("section") ?? ""
    guard let key = try reader.text("key"),
      let identifier = try? ItemIdentifier(section: section, key: key)
    else { throw reader.wrong("section", "there, with a key") }
    return identifier
  }

  package var data: Value {
    .object(
      Members([
        ("id", .int(id)), ("application_id", .int(applicationID)),
        ("section", .text(identifier.section)), ("key", .text(identifier.key)),
        ("locale", .text(locale)), ("value", .text(value)),
        ("can_delete", .bool(canDelete ?? false)),
      ]))
  }

  /// A state of the proposal, as a transcript posts it.
  ///
  /// - Parameter state: `stored`, `replaced`, `accepted`, `rejected` or `deleted`.
  func note(_ state: Text, guid: Text) -> Value {
    var note = Members([
      ("identifier", .text(identifier.text)), ("locale", .text(locale)), ("state", .text(state)),
      ("guid", .text(guid)),
    ])
    if !state.equals("deleted") { note["value"] = .text(value) }
    return .object(note)
  }
}
