import CalqueBase

/// An extension of a language tag: its singleton and what follows, canonical.
struct TagExtension {
  let singleton: Text
  private(set) var subtags: [Text]

  /// Reads the subtags of an extension, nil when they are ill-formed.
  init?(_ singleton: Text, _ subtags: [Text]) {
    guard !subtags.isEmpty, subtags.allSatisfy({ Subtag.isAlphanumeric($0, 2...8) }) else {
      return nil
    }
    self.singleton = singleton
    self.subtags = subtags
    if singleton == "u" {
      guard let canonical = Self.keywords(subtags) else { return nil }
      self.subtags = canonical
    } else if singleton == "t" {
      guard let canonical = Self.transformation(subtags) else { return nil }
      self.subtags = canonical
    }
  }

  /// The extension `u` with the keyword `va-posix`, added to another's subtags when there is one.
  init?(posixAddedTo other: TagExtension?) {
    self.init("u", (other?.subtags ?? []) + ["va", "posix"])
  }

  /// Attributes, then keywords, each sorted and without repetitions.
  private static func keywords(_ subtags: [Text]) -> [Text]? {
    var place = 0
    var attributes: [Text] = []
    while place < subtags.count, subtags[place].count > 2 {
      SortedTexts.insert(subtags[place], into: &attributes)
      place += 1
    }
    guard let fields = fields(subtags, from: place, isKey: Subtag.isKeywordKey) else { return nil }
    var canonical = attributes
    for field in fields {
      canonical.append(field[0])
      canonical += KeywordAliases.type(field[0], Array(field[1...]))
    }
    return canonical
  }

  /// The source language of the extension `t`, then its fields, which need values.
  private static func transformation(_ subtags: [Text]) -> [Text]? {
    var place = 0
    var canonical: [Text] = []
    if !Subtag.isFieldKey(subtags[0]) {
      guard var identifier = LanguageIdentifier(subtags, from: &place) else { return nil }
      identifier.replaceAliases()
      canonical = identifier.subtags
    }
    guard let fields = fields(subtags, from: place, isKey: Subtag.isFieldKey),
      fields.allSatisfy({ $0.count > 1 })
    else { return nil }
    for field in fields { canonical += field }
    return canonical
  }

  /// Keys, each with its values, sorted by key; of a repeated key the first counts.
  private static func fields(
    _ subtags: [Text], from start: Int, isKey: (Text) -> Bool
  ) -> [[Text]]? {
    var fields: [[Text]] = []
    var place = start
    while place < subtags.count {
      guard isKey(subtags[place]) else { return nil }
      let values = subtags[(place + 1)...].prefix { $0.count > 2 }
      insert([subtags[place]] + values, into: &fields)
      place += 1 + values.count
    }
    return fields
  }

  private static func insert(_ field: [Text], into fields: inout [[Text]]) {
    let position = fields.firstIndex { $0[0] >= field[0] } ?? fields.endIndex
    if position < fields.count, fields[position][0] == field[0] { return }
    fields.insert(field, at: position)
  }
}
