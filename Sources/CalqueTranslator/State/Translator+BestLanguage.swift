package import CalqueBase
package import CalqueLocale

/// Choosing a language from those that somebody wants.
extension Translator {
  /// The language among those that are there which suits best: `supportedLngs`, or where that is
  /// empty the languages that have translations.
  ///
  /// - Parameter exactFirst: as in i18next, the first that is available exactly, and only if none is,
  ///   the closest. Otherwise each in turn: itself, then its shorter forms, then another region or
  ///   script of it.
  /// - Returns: nil when none of the wanted ones is there.
  package func bestLanguage(_ ranges: LanguageRanges, exactFirst: Bool) -> Text? {
    let snapshot = snapshot
    let (supported, store) = (snapshot.options.supportedLngs, snapshot.store)
    let all =
      supported.isEmpty ? store.languages.filter { store.hasTranslations($0) } : supported
    let refused = ranges.refused.map { LanguageTag.comparable($0) }
    let available = all.map { (code: $0, tag: LanguageTag.comparable($0)) }
      .filter { !$0.code.isCIMode && !refused.contains($0.tag) }
    if exactFirst {
      for code in ranges.wanted {
        if let exact = Self.exact(code, available) { return exact }
      }
    }
    for code in ranges.wanted {
      if let found = Self.closest(code, available, snapshot.options) { return found }
    }
    return nil
  }

  /// Codes, each with the form in which it is compared.
  private typealias Available = [(code: Text, tag: Text)]

  private static func exact(_ code: Text, _ available: Available) -> Text? {
    if available.contains(where: { $0.code == code }) { return code }
    let tag = LanguageTag.comparable(code)
    return available.first { $0.tag == tag }?.code
  }

  private static func closest(
    _ code: Text, _ available: Available, _ options: TranslatorOptions
  ) -> Text? {
    if code.equals("*") {
      let fallback = options.firstFallback
      return (available.first { $0.code == fallback } ?? available.first)?.code
    }
    if let exact = exact(code, available) { return exact }
    var range = LanguageTag.comparable(code)
    if options.parentLocales {
      return ParentLocales.chain(of: range).lazy.compactMap { exact($0, available) }.first
    }
    while let dash = range.lastIndex(of: "-") {
      range = range.part(0, dash)
      // A singleton says what kind of subtag would follow.
      if range.count > 2, range.bytes[range.count - 2] == 0x2D {
        range = range.part(0, range.count - 2)
      }
      if let same = exact(range, available) { return same }
    }
    return available.first { LanguageTag.languagePart($0.tag) == range }?.code
  }
}
