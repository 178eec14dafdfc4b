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
    locale = reader.required("locale")
    id = reader.integer("id") ?? 0
    name = reader.text("name") ?? Text()
    direction = reader.text("direction") ?? Text()
    isDefault = reader.bool("is_default") ?? false
    isBestFit = reader.bool("is_best_fit") ?? false
    try reader.finish()
  }

  package var value: Value {
    .object([
      "id": .int(id), "name": .text(name), "locale": .text(locale), "direction": .text(direction),
      "is_default": .bool(isDefault), "is_best_fit": .bool(isBestFit),
    ])
  }
}
