import CalqueBase
import CalqueLocale

/// Names of languages, regions, scripts and currencies.
final class DisplayNameFormatter: Formatter, @unchecked Sendable {
  // Unchecked: written by the initializer alone.

  /// A kind of names. The lists of their codes in the file are in this order.
  private enum Subject: Int {
    case language, region, script, variant

    var section: Int {
      self == .variant
        ? LocaleFields.Section.variants : LocaleFields.Section.languages &+ rawValue
    }
    /// The list of the codes.
    var list: Int { 4 &+ rawValue }
    /// How many texts each code has.
    var texts: Int { self == .variant ? 1 : 2 }
    /// Whether the second text is a short name.
    var hasShort: Bool { rawValue < 2 }
  }

  /// Bytes that there is room for: more than a canonical tag has.
  private static let longest = 3 * LanguageTag.maximumLength

  private let type: Int
  private let isLong: Bool
  private let hasDialects: Bool
  private let fallsBack: Bool
  private let locale: FormatLocale
  /// Before, between and behind a name and what stands in parentheses; the same for a list of those.
  private let phrases: Phrases

  @inline(never)
  init(_ locale: FormatLocale) {
    let options = locale.options
    let phrases = Phrases()
    self.phrases = phrases
    type = options[Place.type]
    if type < 0 { locale.refuse(.type) }
    isLong = options[Place.style] <= 0
    fallsBack = options[Place.fallback] != 1
    hasDialects = options[Place.languageDisplay] != 1
    self.locale = locale
    let patterns = locale.facts(LocaleFields.Section.namePatterns)
    phrases.add(between: locale.text(patterns, or: "{0} ({1})"))
    phrases.add(between: locale.text(patterns &+ 1, or: "{0}, {1}"))
    super.init(.displayName)
  }

  override func format(code: Bytes, to output: inout Output) -> Bool? {
    if type == 0 { return language(code, to: &output) }
    let isScript = type == 2
    guard isScript ? code.count == 4 : code.count == 3 || code.count == 2 && type == 1 else {
      return nil
    }
    return Self.withCased(code) { code in
      var isFound = false
      if type == 3 {
        if let place = CurrencyFacts.place(code, locale) {
          let facts = locale.section(LocaleFields.Section.currencyNames)
          locale.read(facts &+ 7 &* place) { name in
            isFound = true
            Self.append(name, to: &output)
          }
        }
      } else {
        isFound = append(code, isScript ? .script : .region, to: &output)
      }
      if !isFound, fallsBack { Self.append(code, to: &output) }
      return isFound
    }
  }

  /// Calls `body` with a script in title case, or another code of four letters at most in upper case.
  private static func withCased<Result>(_ code: Bytes, _ body: (Bytes) -> Result) -> Result {
    Output.onStack(longest) { output in
      for (place, byte) in code.enumerated() {
        let isLetter = byte.isASCIILetter
        output.put(!isLetter ? byte : place > 0 && code.count == 4 ? byte | 0x20 : byte & 0xDF)
      }
      return body(output.bytes)
    }
  }

  private static func append(_ bytes: Bytes, to output: inout Output, isInBrackets: Bool = false) {
    guard isInBrackets else { return output.append(bytes: bytes) }
    for (place, byte) in bytes.enumerated() {
      // The parentheses of a name become brackets: those of ASCII, and U+FF08 and U+FF09.
      let isWide = place > 1 && bytes[place &- 1] == 0xBC && bytes[place &- 2] == 0xEF
      switch byte {
      case 0x28: output.put(0x5B)
      case 0x29: output.put(0x5D)
      case 0x88 where isWide: output.put(0xBB)
      case 0x89 where isWide: output.put(0xBD)
      default: output.put(byte)
      }
    }
  }

  /// Appends the name of a code; false when there is none.
  private func append(
    _ code: Bytes, _ subject: Subject, to output: inout Output, isInBrackets: Bool = false
  ) -> Bool {
    guard let place = locale.shared(subject.list).number(of: code) else { return false }
    let facts = locale.section(subject.section) &+ subject.texts &* place
    var isFound = false
    // A closure that has a name would be allocated.
    var text = subject.hasShort && !isLong ? 1 : 0
    while !isFound, text >= 0 {
      locale.read(facts &+ text) { name in
        isFound = true
        Self.append(name, to: &output, isInBrackets: isInBrackets)
      }
      text &-= 1
    }
    return isFound
  }

  // MARK: Languages

  private func language(_ code: Bytes, to output: inout Output) -> Bool? {
    Output.onStack(Self.longest) { tag in
      LanguageTag.appendCanonical(code, to: &tag) ? name(tag.bytes, to: &output) : nil
    }
  }

  /// Appends the name of a canonical tag: of as much as has one, with the rest in parentheses.
  private func name(_ tag: Bytes, to output: inout Output) -> Bool {
    // Where the subtag that begins at a place ends.
    func end(_ start: Int) -> Int { tag.firstIndex(of: 0x2D, from: start) ?? tag.count }
    let language = end(0)
    var named = language
    if hasDialects {
      // A language with its script and region, or with one of them.
      let second = end(language &+ 1)
      let isScript = second &- language == 5 && tag[language &+ 1] > 0x39
      if isScript {
        let third = end(second &+ 1)
        named = third &- second <= 4 ? third : second
      } else if second &- language <= 4 {
        named = second
      }
    }
    let start = output.length
    var isFound = Self.hasNoSingletons(tag)
    if isFound, !append(start: tag, named, to: &output) {
      output.rewind(to: start)
      named = language
      if !append(start: tag, named, to: &output) {
        isFound = fallsBack && named < tag.count
        if isFound { Self.append(tag.part(0, named), to: &output, isInBrackets: true) }
      }
    }
    guard isFound else {
      output.rewind(to: start)
      if fallsBack { Self.append(tag, to: &output) }
      return false
    }
    if named < tag.count { appendRest(tag, named, to: &output) }
    return true
  }

  /// Appends the name of the first part of a tag, with what stands before a name that has something
  /// in parentheses.
  private func append(start tag: Bytes, _ end: Int, to output: inout Output) -> Bool {
    let hasRest = end < tag.count
    if hasRest { phrases.append(0, to: &output) }
    return append(tag.part(0, end), .language, to: &output, isInBrackets: hasRest)
  }

  private static func hasNoSingletons(_ tag: Bytes) -> Bool {
    var place = 0
    while let subtag = tag.next(&place, by: 0x2D) {
      if subtag.count < 2 { return false }
    }
    return true
  }

  /// Appends the names of the subtags behind a place, and what closes the whole.
  private func appendRest(_ tag: Bytes, _ named: Int, to output: inout Output) {
    var count = 0
    for byte in tag.part(named, tag.count) where byte == 0x2D { count &+= 1 }
    phrases.append(1, to: &output)
    for _ in 1..<max(count, 1) { phrases.append(3, to: &output) }
    var (start, place) = (named &+ 1, 0)
    while let part = tag.next(&start, by: 0x2D) {
      if place > 0 { phrases.append(4, to: &output) }
      let subject: Subject =
        part.count == 4 && part[0] > 0x39 ? .script : part.count <= 3 ? .region : .variant
      if !append(part, subject, to: &output, isInBrackets: true) {
        Self.append(part, to: &output, isInBrackets: true)
      }
      if place > 0 { phrases.append(5, to: &output) }
      place &+= 1
    }
    phrases.append(2, to: &output)
  }
}
