package import CalqueBase

/// A language as the backend describes it.
package struct Language: Equatable, Sendable {
  package var id: Int64 = 0
  package var name: Text = ""
  /// As the backend writes it: `da-DK`, or `en_EN`.
  package var locale: Text
  /// The writing direction, for example `LRM` or `RLM`, in upper or lower case.
  package var direction: Text = ""
  package var isDefault = false
  package var isBestFit = false

  package init(locale: Text) { self.locale = locale }

  /// - Parameter path: where the object stands in the payload, for what is wrong with it.
  /// - Throws: `invalidType`.
  init(_ members: Members, path: Text) throws(Diagnostic) {
    let reader = MemberReader(members, code: .invalidType, path: path + ".")
    guard let locale = try reader.text("locale"), !locale.isEmpty else {
      throw reader.wrong("locale", "there")
    }
    self.locale = locale
    id = try reader.integer("id", in: Int64.min...Int64.max) ?? 0
    name = try reader.text("name") ?? ""
    direction = try reader.text("direction") ?? ""
    isDefault = try reader.bool("is_default") ?? false
    isBestFit = try reader.bool("is_best_fit") ?? false
  }

  package var value: Value {
    .object(
      Members([
        ("id", .int(id)), ("name", .text(name)), ("locale", .text(locale)),
        ("direction", .text(direction)), ("is_default", .bool(isDefault)),
        ("is_best_fit", .bool(isBestFit)),
      ]))
  }
}
