package import CalqueBase
import CalqueLocale

/// The available languages and the current one.
extension Localization {
  /// The locale of what is shown, and of what is proposed; nil when nothing is known.
  package var currentLocale: Text? { state.currentLocale }

  /// The language that the backend found to fit best.
  package var bestFitLanguage: Language? { state.parts.bestFit }

  package var defaultLanguage: Language? { state.parts.defaultLanguage }

  /// All languages of the last index.
  package var availableLanguages: [Language] { state.parts.index.map { $0.language } }

  /// The entries of the last index.
  package var index: [IndexEntry] { state.parts.index }

  package var languageOverride: Text? { state.parts.languageOverride }

  /// The time of the last complete update, in milliseconds since 1970; nil for never.
  package var lastUpdated: Int64? {
    let moment = state.parts.lastUpdated
    return moment == 0 ? nil : moment
  }

  /// The Accept-Language header of requests for an index.
  package var acceptLanguage: Text {
    let parts = state.parts
    return AcceptLanguage.header(
      override: parts.languageOverride, preferred: parts.preferredLanguages)
  }

  /// The Accept-Language header of the last request for an index.
  package var lastAcceptLanguage: Text? { state.parts.acceptLanguage }

  /// All of that as data; unknown members are null.
  package var languages: Value {
    func text(_ text: Text?) -> Value { text.map { .text($0) } ?? .null }
    return .object([
      "currentLocale": text(currentLocale), "bestFitLanguage": bestFitLanguage?.value ?? .null,
      "defaultLanguage": defaultLanguage?.value ?? .null,
      "languageOverride": text(languageOverride),
      "availableLanguages": .array(availableLanguages.map { $0.value }),
      "lastUpdated": lastUpdated.map { .int($0) } ?? .null, "acceptLanguage": .text(acceptLanguage),
      "lastAcceptLanguage": text(lastAcceptLanguage), "guid": .text(guid),
    ])
  }

  /// Sets the language that goes before the preferred ones, or nil for none. The best fit of the
  /// backend is forgotten until the backend is asked again, which in automatic mode is at once.
  ///
  /// - Throws: `io` when it cannot be kept; it is set all the same.
  package func setLanguageOverride(_ locale: Text?) throws(Diagnostic) {
    change { parts in
      parts.languageOverride = locale
      parts.bestFit = nil
    }
    try saveLanguages()
    if options.updateMode == .automatic { update { _ in } }
  }

  /// Sets the languages that the person prefers, best first.
  package func setPreferredLanguages(_ locales: [Text]) {
    change { $0.preferredLanguages = locales }
  }

  /// Sets the locale that is tried after the preferred ones.
  package func setFallbackLocale(_ locale: Text?) {
    change { $0.fallbackLocale = locale }
  }

  func saveLanguages() throws(Diagnostic) {
    try files?.save(state.parts, appVersion: options.backend.appVersion)
  }
}
