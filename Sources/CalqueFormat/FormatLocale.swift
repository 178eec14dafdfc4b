import CalqueBase
import CalqueLocale

/// A locale as formatters see it while they are made: its facts, the keywords of its tag, and why the
/// formatter cannot be made.
///
/// A fact is asked for by a number: its field, for the library's own tables, and above `sections` the
/// section of the file that it is in, counted from 1.
///
/// After an error, initializers continue with missing data; only the first error is reported.
final class FormatLocale {
  private static let sections = 16
  /// The first fact of a section that no file has.
  static let missing = 0x7FFF << sections

  let options: FormatOptions
  let arena: TextArena
  /// Without extensions.
  let language: Bytes
  private let tag: Bytes
  private let core: LocaleData
  private let coreRow: LocaleData.Row
  private let data: LocaleData?
  private let dataRow: LocaleData.Row?
  let rule: PluralRule?
  /// Facts of a file are taken as not stated, without a refusal.
  let isNeutral: Bool
  private(set) var refusal: Diagnostic?

  private init(
    _ tag: Bytes, _ core: LocaleData, _ row: LocaleData.Row, _ data: LocaleData?,
    _ language: Bytes, _ options: FormatOptions, isNeutral: Bool
  ) {
    (self.options, arena, self.isNeutral) = (options, options.arena, isNeutral)
    (self.core, coreRow, self.data) = (core, row, data)
    (self.tag, self.language) = (tag, language)
    dataRow = data?.nearest(language)
    rule = PluralRule.find(for: Text(language), ordinal: false)
  }

  /// - Throws: `invalidLocale` for what is no language tag, or when CLDR knows nothing about the
  ///   language.
  static func find(
    _ tag: Text, _ data: LocaleData?, _ options: FormatOptions, isNeutral: Bool = false
  ) throws(Diagnostic) -> FormatLocale {
    guard let canonical = LanguageTag.canonical(tag) else {
      throw Diagnostic(.invalidLocale, "the locale is not a language tag")
    }
    let tag = options.arena.keep(canonical)
    let language = withoutExtensions(tag)
    guard let core = LocaleData.core, let row = core.nearest(language) else {
      throw Diagnostic(.invalidLocale, "CLDR has no data for the language")
    }
    return FormatLocale(tag, core, row, data, language, options, isNeutral: isNeutral)
  }

  private static func withoutExtensions(_ tag: Bytes) -> Bytes {
    var end = 0
    while end &+ 2 < tag.count {
      if tag[end] == 0x2D, tag[end &+ 2] == 0x2D { return tag.part(0, end) }
      end &+= 1
    }
    return tag
  }

  /// The value of a keyword of the extension `u`, such as `arab` of `nu`; empty when it has none.
  @inline(never)
  func keyword(_ key: StaticString) -> Bytes {
    var place = 0
    var isExtension = false
    while let subtag = tag.next(&place, by: 0x2D) {
      if subtag.equals("u") { isExtension = true }
      guard isExtension, subtag.equals(key) else { continue }
      let value = tag.next(&place, by: 0x2D) ?? .none
      return value.count > 2 ? value : .none
    }
    return .none
  }

  // MARK: Refusing

  /// Keeps why the formatter cannot be made.
  @inline(never)
  func refuse(_ reason: Refusal) {
    if refusal == nil { refusal = reason.diagnostic }
  }

  /// Refuses all but the Gregorian calendar.
  @inline(never)
  func checkCalendar(_ calendar: Bytes) {
    if calendar.baseAddress != nil, !calendar.equals("gregory") { refuse(.calendar) }
  }

  // MARK: Facts

  /// A fact, kept in the arena; empty when it is not stated.
  @inline(never)
  func text(_ fact: Int) -> Bytes {
    var found = Bytes.none
    read(fact) { bytes in found = arena.keep(bytes) }
    return found
  }

  /// The first of two facts that is stated.
  @inline(never)
  func text(_ fact: Int, else other: Int) -> Bytes {
    let found = text(fact)
    return found.isEmpty ? text(other) : found
  }

  /// A fact, or what is usual where it is not stated.
  @inline(never)
  func text(_ fact: Int, or usual: StaticString) -> Bytes { text(fact).or(usual) }

  /// Calls `body` with the pattern of each plural category, the first fact being that of `zero`.
  @inline(never)
  func eachForm(_ first: Int, or usual: StaticString, _ body: (_ category: Int, Bytes) -> Void) {
    let other = Int(PluralCategory.other.rawValue)
    for category in 0...other {
      body(category, text(first &+ category, else: first &+ other).or(usual))
    }
  }

  /// Adds so many facts to phrases.
  @inline(never)
  func add(_ fact: Int, _ count: Int, to phrases: Phrases) {
    for place in 0..<count { phrases.add(text(fact &+ place)) }
  }

  /// Calls `body` with a fact; not when it is not stated.
  @inline(never)
  func read(_ fact: Int, _ body: (Bytes) -> Void) {
    let (section, field) = (fact >> Self.sections, fact & (1 << Self.sections &- 1))
    if section == 0 {
      core.read(coreRow, LocaleFields.Section.core, field, body)
    } else if let data, let dataRow {
      data.read(dataRow, section &- 1, field, body)
    }
  }

  /// The first fact of a section of the file. Refuses when there is no file, when it has nothing about
  /// the language, or not this section.
  @inline(never)
  func facts(_ section: Int) -> Int {
    if let data, dataRow != nil, section < data.sections {
      return self.section(section)
    }
    if !isNeutral {
      refuse(data == nil ? .noData : dataRow == nil ? .noLanguage : .noNames)
    }
    return Self.missing
  }

  /// The first fact of a section of the file, of which nothing may be there.
  func section(_ section: Int) -> Int { (section &+ 1) << Self.sections }

  /// One of the lists of the file that belong to all locales; empty when there is no file.
  @inline(never)
  func shared(_ index: Int) -> Bytes { data?.shared(index) ?? .none }

  // MARK: Texts

  /// A pattern with its placeholders `{0}` to `{2}` filled in.
  @inline(never)
  func filled(_ pattern: Bytes, _ zero: Bytes, _ one: Bytes, _ two: Bytes = .none) -> Bytes {
    arena.text { output in
      var place = 0
      while place < pattern.count {
        let byte = pattern[place]
        guard byte == 0x7B, place &+ 2 < pattern.count, pattern[place &+ 2] == 0x7D,
          pattern[place &+ 1] >= 0x30, pattern[place &+ 1] <= 0x32
        else {
          output.put(byte)
          place &+= 1
          continue
        }
        output.append(
          bytes: pattern[place &+ 1] == 0x30 ? zero : pattern[place &+ 1] == 0x31 ? one : two)
        place &+= 3
      }
    }
  }
}

extension Output {
  @inline(never)
  mutating func append(bytes: Bytes) { append(bytes) }

  /// As `append`, by a call.
  @inline(never)
  mutating func put(_ byte: UInt8) { append(byte) }
}
