import CalqueBase
import CalqueLocale

/// The state of a localization; changed by one writer at a time.
struct LocalizationParts: Sendable {
  var index: [IndexEntry] = []
  var bestFit: Language?
  /// The default language of the backend, or else of a bundled file.
  var defaultLanguage: Language?
  var isBundleDefaultSought = false
  var languageOverride: Text?
  var preferredLanguages: [Text] = []
  var fallbackLocale: Text?
  var keyFallback = true
  /// From the backend or the host; one for a locale.
  var tables: [Table] = []
  /// From files of the program, as far as they were needed.
  var bundled: [Table] = []
  var proposed = ProposedValues()
  var hook: SourceConnection?
  /// Milliseconds since 1970; 0 for never.
  var lastUpdated: Int64 = 0
  /// The last header that an index was asked for with.
  var acceptLanguage: Text?

  /// The locales that a look-up tries, in order; one may occur twice.
  var wantedLocales: [Text] {
    [bestFit?.locale, languageOverride].compactMap { $0 } + preferredLanguages
      + [fallbackLocale, defaultLanguage?.locale].compactMap { $0 }
  }

  /// Replaces the tables of the same locales, and hides the proposed values that they make obsolete.
  ///
  /// - Returns: the values that were shown.
  @discardableResult
  mutating func put(_ new: [Table]) -> [ProposedValue] {
    var hidden: [ProposedValue] = []
    for table in new {
      hidden += proposed.hide(by: table)
      if let place = tables.firstIndex(where: { $0.tag == table.tag }) {
        tables[place] = table
      } else {
        tables.append(table)
      }
    }
    return hidden
  }
}

/// A snapshot of a localization: its parts, and the order in which a look-up tries them.
final class LocalizationState: Sendable {
  /// One locale of a look-up.
  private struct Link: Sendable {
    let tag: Text
    let proposed: TextTable<ProposedValue>?
    let tables: [Table]
  }

  let parts: LocalizationParts
  private let links: [Link]
  /// The locale whose texts are shown first; nil to ask the hook.
  private let ownLocale: Text?

  init(_ parts: LocalizationParts) {
    self.parts = parts
    let first = parts.bestFit?.locale ?? parts.languageOverride
    var links: [Link] = []
    var located: Text?
    func add(_ tag: Text, _ tables: [Table]) {
      guard !links.contains(where: { $0.tag == tag }) else { return }
      links.append(Link(tag: tag, proposed: parts.proposed.shown(tag), tables: tables))
    }
    for (place, locale) in parts.wantedLocales.enumerated() {
      let tag = LanguageTag.comparable(locale)
      let tables = Self.tables(tag, parts)
      // Proposals for the current locale count before it has a table.
      if tables.isEmpty, place > 0 || first == nil { continue }
      if located == nil { located = tables.first?.locale ?? locale }
      add(tables.first?.tag ?? tag, tables)
    }
    for table in parts.tables + parts.bundled {
      if located == nil { located = table.locale }
      add(table.tag, Self.tables(table.tag, parts))
    }
    let own = first ?? located ?? (parts.hook == nil ? parts.wantedLocales.first : nil)
    if let own, links.isEmpty { add(LanguageTag.comparable(own), []) }
    ownLocale = own
    self.links = links
  }

  /// The tables of a locale: what the backend sent, then what the program brought along.
  private static func tables(_ tag: Text, _ parts: LocalizationParts) -> [Table] {
    let all = parts.tables + parts.bundled
    let exact = all.filter { $0.tag == tag }
    if !exact.isEmpty { return exact }
    let language = LanguageTag.languagePart(tag)
    let near = all.first { $0.isOneOfAll && LanguageTag.languagePart($0.tag) == language }
    return near.map { [$0] } ?? []
  }

  /// The locale of what is shown, and of what is proposed.
  var currentLocale: Text? { ownLocale ?? parts.hook?.language }

  /// The text of an identifier: proposed, or of the first locale that has it. Without `keyFallback`
  /// the first locale that has a table decides.
  func find(_ identifier: ItemIdentifier) -> Found? {
    for link in links {
      if let entry = link.proposed?[identifier.joined] {
        return Found(value: entry.value, locale: entry.locale, source: .proposal)
      }
      for table in link.tables {
        guard let text = table.texts[identifier.joined] else { continue }
        let source: Found.Source = table.origin == .bundle ? .bundle : .resource
        return Found(value: text, locale: table.locale, source: source)
      }
      if !parts.keyFallback, !link.tables.isEmpty { return nil }
    }
    return parts.hook.flatMap { hooked(identifier, $0) }
  }

  private func hooked(_ identifier: ItemIdentifier, _ hook: SourceConnection) -> Found? {
    let found = hook.look(identifier)
    if parts.proposed.shownCount > 0, let locale = found?.locale ?? hook.language,
      let entry = parts.proposed.shown(identifier, locale)
    {
      return Found(value: entry.value, locale: entry.locale, source: .proposal)
    }
    return found.map { Found(value: $0.value, locale: $0.locale, source: .hook) }
  }
}
