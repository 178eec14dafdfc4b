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
  var overlay = Overlay()
  var hook: ValueHook?
  /// Milliseconds since 1970; 0 for never.
  var lastUpdated: Int64 = 0
  /// The last header that an index was asked for with.
  var acceptLanguage: Text?

  /// The locales that a look-up tries, in order; one may occur twice.
  var wantedLocales: [Text] {
    [bestFit?.locale, languageOverride].compactMap { $0 } + preferredLanguages
      + [fallbackLocale, defaultLanguage?.locale].compactMap { $0 }
  }

  /// Proposes a value over the text that the tables have.
  ///
  /// - Returns: the number of the new entry.
  mutating func propose(_ value: Text, _ identifier: ItemIdentifier, _ locale: Text) -> UInt64 {
    let tag = LanguageTag.comparable(locale)
    let table = (tables + bundled).first { $0.tag == tag && $0.texts[identifier.joined] != nil }
    return overlay.set(value, identifier, locale, base: table?.texts[identifier.joined])
  }

  /// Replaces the tables of the same locales, and drops the proposed values that they
  /// make obsolete.
  ///
  /// - Returns: what was dropped.
  @discardableResult
  mutating func put(_ new: [Table]) -> [(identifier: ItemIdentifier, locale: Text)] {
    var dropped: [(identifier: ItemIdentifier, locale: Text)] = []
    for table in new {
      dropped += overlay.drop(by: table)
      if let place = tables.firstIndex(where: { $0.tag == table.tag }) {
        tables[place] = table
      } else {
        tables.append(table)
      }
    }
    return dropped
  }
}
