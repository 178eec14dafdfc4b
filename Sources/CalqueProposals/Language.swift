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

/// The index entry of one language: where its texts are and whether they are newer.
package struct IndexEntry: Equatable, Sendable {
  package var id: Int64
  package var url: Text
  /// As the backend writes it; never read.
  package var lastUpdatedAt: Text
  package var shouldUpdate: Bool
  package var language: Language

  /// - Throws: `invalidType`.
  init(_ value: Value, path: Text) throws(Diagnostic) {
    guard let members = value.object else {
      throw Diagnostic(.invalidType, "an entry of the index is not an object", path: path)
    }
    let reader = MemberReader(members, code: .invalidType, path: path + ".")
    let language = reader.object("language")
    if language == nil { reader.refuse("language", "present") }
    id = reader.integer("id") ?? 0
    url = reader.text("url") ?? Text()
    lastUpdatedAt = reader.text("last_updated_at") ?? Text()
    shouldUpdate = reader.bool("should_update") ?? false
    try reader.finish()
    self.language = try Language(language ?? Members(), path: path + ".language")
  }

  package var value: Value {
    .object([
      "id": .int(id), "url": .text(url), "last_updated_at": .text(lastUpdatedAt),
      "should_update": .bool(shouldUpdate), "language": language.value,
    ])
  }
}
