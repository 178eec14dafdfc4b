package import CalqueBase
import CalqueLocale

/// Resources: the texts of one language, or of all.
///
/// `data` holds section -> key -> text, or key -> text (flat), or locale -> section -> key -> text.
/// Its members may stand in a member `Translation` or `translations` of their own.
extension Payload {
  /// Reads a resource.
  ///
  /// - Parameter locale: whose texts these are when `meta.language` does not say; nil to refuse a
  ///   payload of one language that does not say.
  /// - Throws: as `index`; nothing is half read.
  package func resource(
    _ text: Text, origin: Table.Origin = .resource, locale: Text? = nil
  ) throws(Diagnostic) -> Resource {
    let root = try value(text)
    guard let members = root.object else {
      throw Diagnostic(.invalidType, "the resource is not an object")
    }
    let data = try Self.data(members)
    let language = try metaLanguage(members)
    if Self.holdsLanguages(data) {
      return Resource(tables: try tables(data, origin), language: language)
    }
    guard let locale = language?.locale ?? locale else {
      throw Diagnostic(
        .invalidType, "the resource does not say its language", path: "meta.language.locale")
    }
    let table = Table(locale: locale, texts: try texts(data, path: "data"), origin: origin)
    return Resource(tables: [table], language: language)
  }

  private static func data(_ members: Members) throws(Diagnostic) -> Members {
    guard let given = members["data"] else {
      if let inner = wrapped(members) { return inner }
      throw Diagnostic(.invalidType, "the resource has no texts", path: "data")
    }
    guard let data = given.object, !data.isEmpty else {
      throw Diagnostic(.invalidType, "the resource has no texts", path: "data")
    }
    // A section of that name holds texts, not objects.
    if data.count == 1, let inner = wrapped(data), inner.values.allSatisfy({ $0.object != nil }) {
      return inner
    }
    return data
  }

  private static func wrapped(_ members: Members) -> Members? {
    let inner = (members["Translation"] ?? members["translations"])?.object
    return inner?.isEmpty ?? true ? nil : inner
  }

  private func metaLanguage(_ members: Members) throws(Diagnostic) -> Language? {
    let reader = MemberReader(members, code: .invalidType)
    let meta = MemberReader(reader.object("meta") ?? Members(), code: .invalidType, path: "meta.")
    let language = meta.object("language") ?? Members()
    try reader.finish()
    try meta.finish()
    if language.isEmpty { return nil }
    return try Language(.object(language), path: "meta.language")
  }

  /// Whether the members are languages rather than sections: codes that hold objects of objects.
  private static func holdsLanguages(_ data: Members) -> Bool {
    for (name, value) in zip(data.keys, data.values) {
      guard let sections = value.object, isLanguage(name) else { return false }
      guard sections.values.allSatisfy({ $0.object != nil }) else { return false }
    }
    return data.values.contains { $0.object?.isEmpty == false }
  }

  /// A tag whose language has two or three letters: `defaultSection` and `default` are none.
  private static func isLanguage(_ name: Text) -> Bool {
    (2...3).contains(LanguageTag.languagePart(name).count)
      && LanguageTag.canonical(name.replacing("_", with: "-")) != nil
  }

  private func tables(
    _ data: Members, _ origin: Table.Origin
  ) throws(Diagnostic) -> [Table] {
    try LocalizationLimits.check(data.count, limits.maximumLanguages, "languages")
    var tables: [Table] = []
    for (locale, sections) in zip(data.keys, data.values) {
      let texts = try texts(sections.object ?? Members(), path: "data.\(locale)")
      tables.append(Table(locale: locale, texts: texts, origin: origin, isOneOfAll: true))
    }
    return tables
  }

  /// Sections, or keys without one: those are of the section that they name, or of `default`.
  private func texts(_ data: Members, path: Text) throws(Diagnostic) -> TextTable<Text> {
    var texts = TextTable<Text>()
    for (name, value) in zip(data.keys, data.values) {
      let place = "\(path).\(name)" as Text
      guard let section = value.object else {
        let identifier = ItemIdentifier(name)
        try add(value, identifier?.section ?? "default", identifier?.key ?? name, place, to: &texts)
        continue
      }
      for (key, value) in zip(section.keys, section.values) {
        try add(value, name, key, "\(place).\(key)", to: &texts)
      }
    }
    return texts
  }

  private func add(
    _ value: Value, _ section: Text, _ key: Text, _ path: Text, to texts: inout TextTable<Text>
  ) throws(Diagnostic) {
    // A text that nobody has written yet.
    if value.isNull { return }
    guard let text = value.text else {
      throw Diagnostic(.invalidType, "the value is not a string", path: path)
    }
    // Keys that no identifier can name are skipped.
    guard !section.isEmpty, !key.isEmpty else { return }
    texts[ItemIdentifier(checkedSection: section, key: key).joined] = text
    try LocalizationLimits.check(texts.count, limits.maximumTexts, "texts")
  }
}
