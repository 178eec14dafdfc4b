import CalqueBase

/// What a localization holds; changed by one writer at a time.
struct LocalizationParts: Sendable {
  var index: [IndexEntry] = []
  var bestFit: Language?
  /// As the backend says; where it has said nothing, as a bundled file does.
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

  /// The locales that the look-up goes through, most wanted first; one may stand twice.
  var wantedLocales: [Text] {
    [bestFit?.locale, languageOverride].compactMap { $0 } + preferredLanguages
      + [fallbackLocale, defaultLanguage?.locale].compactMap { $0 }
  }

  /// Puts tables in the place of those of the same locale.
  mutating func put(_ new: [Table]) {
    for table in new {
      if let place = tables.firstIndex(where: { $0.tag == table.tag }) {
        tables[place] = table
      } else {
        tables.append(table)
      }
    }
  }
}
