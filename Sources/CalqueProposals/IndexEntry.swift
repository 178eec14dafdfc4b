package import CalqueBase

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
    if language == nil { reader.refuse("language", "there") }
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
