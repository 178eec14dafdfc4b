package import CalqueBase
import CalqueLocale

/// Languages to look in, in order: i18next's LanguageUtils, and the shorter rule of i18next-ios.
extension TranslatorOptions {
  /// A code in canonical form, if it has more than one part.
  private func canonical(_ code: Text) -> Text {
    guard code.contains("-") else {
      return cleanCode || lowerCaseLng ? code.lowercasedASCII() : code
    }
    if format == .v1, !lowerCaseLng {
      // The language in lower case, the region in upper case.
      let parts = code.split("-")
      return "\(parts[0].lowercasedASCII())-\(parts[1].uppercasedASCII())"
    }
    let tag = format == .v1 ? code : LanguageTag.canonical(code) ?? code
    return lowerCaseLng ? tag.lowercasedASCII() : tag
  }

  /// The code, its script level, its language, then the fallbacks; each once and if supported.
  ///
  /// - Parameter fallback: `fallbackLng` of a call; nil for the option.
  func hierarchy(_ code: Text?, fallback: FallbackLanguages? = nil) -> [Text] {
    var codes = code.map { $0.isEmpty ? [] : levels(of: $0).filter { isSupported($0) } } ?? []
    // Not the list, because a call may bring a long one.
    var known = TextSet(codes)
    for candidate in fallbacks(fallback, for: code) where !known.contains(candidate) {
      let added = format == .ios ? candidate : canonical(candidate)
      // i18next 1.x adds its fallbacks after the list of languages to accept was looked at.
      guard format == .v1 || isSupported(added), format != .ios || !added.isEmpty else { continue }
      codes.append(added)
      known.insert(added)
    }
    return codes
  }

  /// The codes that the texts of a language are looked up under, without fallbacks.
  ///
  /// A name as POSIX writes it, such as `de_DE.UTF-8`, is followed by the levels of its tag: the
  /// references know it only as it is written.
  func levels(of code: Text) -> [Text] {
    guard let tag = LanguageTag.ofPOSIX(code) else { return levels(ofTag: code) }
    let name = format.isModern ? canonical(code) : code
    let isLevel =
      switch format {
      case .ios: !code.contains("_")
      case .v1: load != .languageOnly
      default: levels(ofName: code).contains(name)
      }
    return (isLevel ? [name] : []) + levels(ofTag: tag)
  }

  /// Why texts of a language are never found: it is looked up under other codes. Nil where they are.
  func remark(on lng: Text) -> Text? {
    let levels = levels(of: lng)
    guard let first = levels.first, !levels.contains(lng) else { return nil }
    return "never found: its language is looked up as \"\(first)\""
  }

  private func levels(ofTag code: Text) -> [Text] {
    guard parentLocales, load == .all, let tag = LanguageTag.canonical(code) else {
      return levels(ofName: code)
    }
    return ParentLocales.chain(of: tag).map { format == .ios ? formatIOS($0) : canonical($0) }
  }

  private func levels(ofName code: Text) -> [Text] {
    let isIOS = format == .ios
    guard code.contains("-") || (code.contains("_") && format != .v1) else {
      return [isIOS ? code : canonical(code)]
    }
    let language = LanguageTag.languagePart(code)
    var levels: [Text] = []
    if load != .languageOnly { levels.append(isIOS ? formatIOS(code) : canonical(code)) }
    if load == .all, format.isModern, let script = LanguageTag.scriptPart(code) {
      levels.append(canonical(script))
    }
    if load != .currentOnly {
      levels.append(isIOS ? language.lowercasedASCII() : canonical(language))
    }
    return levels
  }

  // MARK: The current language

  /// The language that a translator begins with, and its fallback chain. Without the option modern
  /// i18next takes the first fallback, unless that is `dev`.
  func languages(with store: Store) -> (current: Text?, chain: [Text]) {
    var language = lng
    if lng == nil, format.isModern, let first = firstFallback, !first.equals("dev") {
      language = first
    }
    let current =
      format == .ios ? hierarchy(lng).first : language.flatMap { match([$0], with: store) }
    return (current, hierarchy(current))
  }

  /// The language that codes resolve to; nil without codes.
  func match(_ codes: [Text], with store: Store) -> Text? {
    guard let first = codes.first else { return nil }
    switch format {
    case .ios: return hierarchy(first).first
    case .v1: return hierarchy(first).first ?? first
    default: return store.hasTranslations(first) ? first : bestMatch(codes)
    }
  }

  // MARK: Fallbacks

  /// nil when there is none.
  package var firstFallback: Text? { fallbacks(nil, for: nil).first }

  /// A call's `fallbackLng`, if it says anything, else the option's.
  func fallbacks(_ override: FallbackLanguages?, for code: Text?) -> [Text] {
    switch override ?? fallbackLng {
    case .list(let codes): return codes
    case .table(let table): return entry(of: table, for: code).texts
    case .callback(let ask):
      return ask(code ?? "").map { fallbacks(FallbackLanguages($0), for: code) } ?? []
    }
  }

  private func entry(of table: Members, for code: Text?) -> Value {
    let standard = table["default"] ?? .array([])
    guard let code else { return standard }
    if let found = table[code], found.isTruthy { return found }
    let tag = LanguageTag.ofPOSIX(code) ?? code
    return LanguageTag.scriptPart(tag).flatMap { table[canonical($0)] } ?? table[canonical(tag)]
      ?? table[canonical(LanguageTag.languagePart(tag))] ?? standard
  }

  // MARK: Supported languages

  private func isSupported(_ code: Text) -> Bool {
    guard !supportedLngs.isEmpty else { return true }
    let languageOnly = load == .languageOnly || nonExplicitSupportedLngs
    return supportedLngs.contains(languageOnly ? LanguageTag.languagePart(code) : code)
  }

  /// The first supported code; else the closest supported one; else the first fallback.
  private func bestMatch(_ codes: [Text]) -> Text? {
    for code in codes {
      let clean = canonical(code)
      if isSupported(clean) { return clean }
      if let tag = LanguageTag.ofPOSIX(code).map(canonical), isSupported(tag) { return tag }
    }
    let close = codes.lazy.compactMap { self.closest(LanguageTag.ofPOSIX($0) ?? $0) }.first
    return close ?? firstFallback
  }

  private func closest(_ code: Text) -> Text? {
    if parentLocales { return levels(ofTag: code).first(where: isSupported) }
    if let script = LanguageTag.scriptPart(code).map(canonical), isSupported(script) {
      return script
    }
    let language = canonical(LanguageTag.languagePart(code))
    if isSupported(language) { return language }
    return supportedLngs.first {
      $0.contains("-") && $0.hasPrefix(language.count > 1 ? language : language + "-")
    }
  }

  // MARK: Older rules

  /// i18next-ios: everything behind the first `-` or `_` is the region.
  private func formatIOS(_ code: Text) -> Text {
    let language = LanguageTag.languagePart(code)
    guard language.count < code.count else { return code }
    let rest = code.part(language.count + 1)
    let region = lowerCaseLng ? rest.lowercasedASCII() : rest.uppercasedASCII()
    return "\(language.lowercasedASCII())-\(region)"
  }
}
