import CalqueBase
import CalqueLocale

/// Names of languages, regions, scripts and currencies.
struct DisplayNameFormatter {
  private enum Kind: Int {
    case language, region, script, currency
  }

  static let names: [StaticString] = [
    "localeMatcher", "type", "style", "fallback", "languageDisplay",
  ]

  private let kind: Kind
  private let isLong: Bool
  private let hasDialects: Bool
  private let fallsBack: Bool
  private let locale: FormatLocale
  private let pattern: Text
  private let separator: Text

  init(_ locale: FormatLocale, _ options: FormatOptions) throws(Diagnostic) {
    let kinds: [StaticString] = ["language", "region", "script", "currency"]
    guard let kind = try options.choice("type", kinds).flatMap(Kind.init) else {
      throw Diagnostic(.invalidOption, "the formatter needs a type", path: "type")
    }
    let style = try options.choice("style", ["long", "short", "narrow"]) ?? 0
    isLong = style == 0
    fallsBack = try options.choice("fallback", ["code", "none"]) != 1
    hasDialects = try options.choice("languageDisplay", ["dialect", "standard"]) != 1
    let patterns = try locale.facts(LocaleFields.Section.namePatterns)
    let whole = patterns.text(0) ?? "{0} ({1})"
    pattern = whole
    separator = patterns.text(1) ?? "{0}, {1}"
    self.kind = kind
    self.locale = locale
  }

  /// Appends the name of a code.
  ///
  /// - Returns: Whether there is one: the code is appended otherwise, or nothing. Nil, and nothing
  ///   appended, for an ill-formed code.
  func format(_ code: Text, to output: inout Output) -> Bool? {
    let shown: Text
    let name: Text?
    switch kind {
    case .language:
      guard let canonical = LanguageTag.canonical(code) else { return nil }
      (shown, name) = (canonical, language(canonical))
    case .region:
      guard code.count == 2 || code.count == 3 else { return nil }
      shown = code.uppercasedASCII()
      name = self.name(shown, LocaleFields.Section.regions, 5)
    case .script:
      guard code.count == 4 else { return nil }
      shown = code.part(0, 1).uppercasedASCII() + code.part(1).lowercasedASCII()
      name = self.name(shown, LocaleFields.Section.scripts, 6, hasShort: false)
    case .currency:
      guard code.count == 3 else { return nil }
      shown = code.uppercasedASCII()
      name = (try? CurrencyFacts(locale).name(shown)) ?? nil
    }
    if let name {
      output.append(name)
    } else if fallsBack {
      output.append(shown)
    }
    return name != nil
  }

  /// The name of a code of a list that the file has for all locales.
  private func name(_ code: Text, _ section: Int, _ list: Int, hasShort: Bool = true) -> Text? {
    guard let facts = try? locale.facts(section), let place = facts.place(of: code, inList: list)
    else { return nil }
    if hasShort, !isLong, let short = facts.text(2 * place + 1) { return short }
    return facts.text(2 * place)
  }

  // MARK: Languages

  /// The name of a language tag: of as much as has one, with the rest in parentheses.
  private func language(_ tag: Text) -> Text? {
    var parts = tag.split("-")
    guard parts.allSatisfy({ $0.count > 1 }) else { return nil }
    let language = parts.removeFirst()
    var rest = parts
    var base: Text?
    if hasDialects {
      (base, rest) = dialect(language, parts)
    }
    let found = base ?? name(language, LocaleFields.Section.languages, 4)
    guard let base = found ?? (fallsBack && !rest.isEmpty ? language : nil) else { return nil }
    var inner: Text?
    for part in rest {
      let found = subtag(part) ?? part
      inner =
        inner.map { separator.replacing("{0}", with: $0).replacing("{1}", with: found) } ?? found
    }
    guard let inner else { return base }
    return pattern.replacing("{0}", with: Self.bracketed(base))
      .replacing("{1}", with: Self.bracketed(inner))
  }

  /// The name of the language with its script and region, or with one of them, and what is left.
  private func dialect(_ language: Text, _ parts: [Text]) -> (Text?, [Text]) {
    let isScript = parts.first?.count == 4 && (parts[0].bytes[0] | 0x20) >= 0x61
    let script = isScript ? parts[0] : nil
    let behind = isScript ? Array(parts.dropFirst()) : parts
    let region = behind.first.flatMap { $0.count <= 3 ? $0 : nil }
    let section = LocaleFields.Section.languages
    if let script, let region {
      let found = name(language + "-" + script + "-" + region, section, 4)
      return (found, found == nil ? parts : Array(behind.dropFirst()))
    }
    if let script {
      if let found = name(language + "-" + script, section, 4) { return (found, behind) }
    }
    if let region, let found = name(language + "-" + region, section, 4) {
      return (found, Array(behind.dropFirst()))
    }
    return (nil, parts)
  }

  private func subtag(_ part: Text) -> Text? {
    if part.count == 4, part.bytes[0] > 0x39 {
      return name(part, LocaleFields.Section.scripts, 6, hasShort: false)
    }
    if part.count <= 3 { return name(part, LocaleFields.Section.regions, 5) }
    guard let facts = try? locale.facts(LocaleFields.Section.variants),
      let place = facts.place(of: part, inList: 7)
    else { return nil }
    return facts.text(place)
  }

  private static func bracketed(_ text: Text) -> Text {
    text.replacing("(", with: "[").replacing(")", with: "]")
      .replacing("\u{FF08}", with: "\u{FF3B}").replacing("\u{FF09}", with: "\u{FF3D}")
  }
}
