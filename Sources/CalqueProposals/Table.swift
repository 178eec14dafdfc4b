package import CalqueBase
import CalqueLocale

/// The texts of one language from one place. Does not change.
package final class Table: Sendable {
  /// Where a table is from.
  package enum Origin: Sendable {
    /// The backend, now or in an earlier run, or the host.
    case resource
    /// A bundled file.
    case bundle
  }

  package let locale: Text
  /// The locale in the form that is compared.
  let tag: Text
  package let origin: Origin
  /// Whether it came in a payload of all languages, which are matched more loosely.
  let isOneOfAll: Bool
  /// By `ItemIdentifier.joined`.
  let texts: TextTable<Text>

  init(locale: Text, texts: TextTable<Text>, origin: Origin, isOneOfAll: Bool = false) {
    self.locale = locale
    tag = LanguageTag.comparable(locale)
    self.origin = origin
    self.isOneOfAll = isOneOfAll
    self.texts = texts
  }

  /// The texts as the backend would send them: section -> key -> text.
  package var data: Value {
    var sections = TextTable<Members>()
    for (joined, text) in zip(texts.keys, texts.values) {
      guard let identifier = ItemIdentifier(joined: joined) else { continue }
      var members = sections[identifier.section] ?? Members()
      // Not shared while it grows.
      sections[identifier.section] = Members()
      members[identifier.key] = .text(text)
      sections[identifier.section] = members
    }
    var data = Members()
    for (name, texts) in zip(sections.keys, sections.values) { data[name] = .object(texts) }
    return .object(data)
  }
}

/// The result of a look-up.
package struct Found: Equatable, Sendable {
  package var value: Text
  package var locale: Text
  package var source: Source

  package var data: Value {
    .object(["value": .text(value), "locale": .text(locale), "source": .text(source.name)])
  }
}
