import CalqueBase
import CalqueLocale

/// Languages to look in, in order: i18next's LanguageUtils, and the shorter rule of i18next-ios.
final class LanguageChain: Sendable {
  let options: TranslatorOptions
  let host: HostCallbacks

  init(options: TranslatorOptions, host: HostCallbacks) {
    (self.options, self.host) = (options, host)
  }

  /// A code in canonical form, if it has more than one part.
  func format(_ code: Text) -> Text {
    if code.contains("-") {
      if options.format == .v1 { return formatV1(code) }
      let canonical = LanguageTag.canonical(code) ?? code
      return options.lowerCaseLng ? canonical.lowercasedASCII() : canonical
    }
    return options.cleanCode || options.lowerCaseLng ? code.lowercasedASCII() : code
  }

  /// The code, its script level, its language, then the fallbacks; each once and if supported.
  ///
  /// - Parameter fallback: `fallbackLng` of a call; nil for the option.
  func hierarchy(_ code: Text?, fallback: FallbackLanguages? = nil) -> [Text] {
    var codes: [Text] = []
    if let code, !code.isEmpty {
      for level in levels(of: code) where isSupported(level) { codes.append(level) }
    }
    // Not the list, because a call may bring a long one.
    var known = TextSet(codes)
    for candidate in fallbacks(fallback, for: code) where !known.contains(candidate) {
      let added = options.format == .ios ? candidate : format(candidate)
      // i18next 1.x adds its fallbacks after the list of languages to accept was looked at.
      guard options.format == .v1 || isSupported(added),
        options.format != .ios || !added.isEmpty
      else { continue }
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
    let name = options.format.isModern ? format(code) : code
    let isLevel =
      switch options.format {
      case .ios: !code.contains("_")
      case .v1: options.load != .languageOnly
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
    guard options.parentLocales, options.load == .all, let tag = LanguageTag.canonical(code) else {
      return levels(ofName: code)
    }
    return ParentLocales.chain(of: tag).map { options.format == .ios ? formatIOS($0) : format($0) }
  }

  private func levels(ofName code: Text) -> [Text] {
    let isIOS = options.format == .ios
    guard code.contains("-") || (code.contains("_") && options.format != .v1) else {
      return [isIOS ? code : format(code)]
    }
    let language = LanguageTag.languagePart(code)
    var levels: [Text] = []
    if options.load != .languageOnly { levels.append(isIOS ? formatIOS(code) : format(code)) }
    if options.load == .all, options.format.isModern, let script = LanguageTag.scriptPart(code) {
      levels.append(format(script))
    }
    if options.load != .currentOnly {
      levels.append(isIOS ? language.lowercasedASCII() : format(language))
    }
    return levels
  }

  /// The language that a translator begins with: the option; without one modern i18next takes the
  /// first fallback, unless that is `dev`.
  var firstLanguage: Text? {
    if options.format == .ios { return hierarchy(options.lng).first }
    if let lng = options.lng { return lng }
    guard options.format.isModern else { return nil }
    let first = firstFallback
    return first?.equals("dev") ?? true ? nil : first
  }

  // MARK: Fallbacks

  var firstFallback: Text? { fallbacks(nil, for: nil).first }

  /// A call's `fallbackLng`, if it says anything, else the option's.
  func fallbacks(_ override: FallbackLanguages?, for code: Text?) -> [Text] {
    switch override ?? options.fallbackLng {
    case .list(let codes): return codes
    case .table(let table): return entry(of: table, for: code).texts
    case .callback:
      guard let value = host.fallbackLng?(code ?? "") else { return [] }
      return fallbacks(FallbackLanguages(value), for: code)
    }
  }

  private func entry(of table: Members, for code: Text?) -> Value {
    let standard = table["default"] ?? .array([])
    guard let code else { return standard }
    if let found = table[code], found.isTruthy { return found }
    let tag = LanguageTag.ofPOSIX(code) ?? code
    if let script = LanguageTag.scriptPart(tag), let found = table[format(script)] { return found }
    if let found = table[format(tag)] { return found }
    return table[format(LanguageTag.languagePart(tag))] ?? standard
  }

  // MARK: Supported languages

  func isSupported(_ code: Text) -> Bool {
    guard !options.supportedLngs.isEmpty else { return true }
    let languageOnly = options.load == .languageOnly || options.nonExplicitSupportedLngs
    return options.supportedLngs.contains(languageOnly ? LanguageTag.languagePart(code) : code)
  }

  /// The first supported code; else the closest supported one; else the first fallback.
  func bestMatch(_ codes: [Text]) -> Text? {
    for code in codes {
      let clean = format(code)
      if options.supportedLngs.isEmpty || isSupported(clean) { return clean }
      if let tag = LanguageTag.ofPOSIX(code).map(format), isSupported(tag) { return tag }
    }
    for code in codes {
      if let close = closest(LanguageTag.ofPOSIX(code) ?? code) { return close }
    }
    return firstFallback
  }

  private func closest(_ code: Text) -> Text? {
    if options.parentLocales { return levels(ofTag: code).first(where: isSupported) }
    if let script = LanguageTag.scriptPart(code), isSupported(format(script)) {
      return format(script)
    }
    let language = format(LanguageTag.languagePart(code))
    if isSupported(language) { return language }
    return options.supportedLngs.first { supported in
      if supported == language { return true }
      if !supported.contains("-"), !language.contains("-") { return false }
      return supported.hasPrefix(language.count > 1 ? language : language + "-")
    }
  }

  // MARK: Older rules

  /// i18next 1.x: language in lower case, region in upper case, or all in lower case.
  private func formatV1(_ code: Text) -> Text {
    if options.lowerCaseLng { return code.lowercasedASCII() }
    let parts = code.split("-")
    return "\(parts[0].lowercasedASCII())-\(parts[1].uppercasedASCII())"
  }

  /// i18next-ios: everything behind the first `-` or `_` is the region.
  private func formatIOS(_ code: Text) -> Text {
    let language = LanguageTag.languagePart(code)
    guard language.count < code.count else { return code }
    let rest = code.part(language.count + 1)
    let region = options.lowerCaseLng ? rest.lowercasedASCII() : rest.uppercasedASCII()
    return "\(language.lowercasedASCII())-\(region)"
  }
}
