import CalqueBase
import CalqueLocale

/// A locale as formatters see it while they are made: its facts, the keywords of its tag, and why the
/// formatter cannot be made.
///
/// After an error, initializers continue with missing data; only the first error is reported.
final class FormatLocale {
  let tag: Text
  /// Without extensions.
  let language: Bytes
  private let core: LocaleBlock
  private let coreRow: LocaleBlock.Row
  private let data: LocaleData?
  private let dataRow: LocaleBlock.Row?
  let rule: PluralRule?
  /// Facts of a file are taken as not stated, without a refusal.
  let isNeutral: Bool
  let arena = TextArena()
  private(set) var refusal: Diagnostic?

  private init(
    _ tag: Text, _ language: Text, _ core: LocaleBlock, _ row: LocaleBlock.Row, _ data: LocaleData?,
    isNeutral: Bool
  ) {
    (self.tag, self.isNeutral) = (tag, isNeutral)
    (self.core, coreRow, self.data) = (core, row, data)
    self.language = arena.text { $0.append(language) }
    dataRow = data?.block.nearest(language)
    rule = PluralRule.find(for: language, ordinal: false)
  }

  /// - Throws: `invalidLocale` for what is no language tag, or when CLDR knows nothing about the
  ///   language.
  static func find(
    _ tag: Text, _ data: LocaleData?, isNeutral: Bool = false
  ) throws(Diagnostic) -> FormatLocale {
    guard let canonical = LanguageTag.canonical(tag) else {
      throw Diagnostic(.invalidLocale, "the locale is not a language tag")
    }
    let language = withoutExtensions(canonical)
    guard let core = LocaleBlock.core, let row = core.nearest(language) else {
      throw Diagnostic(.invalidLocale, "CLDR has no data for the language")
    }
    return FormatLocale(canonical, language, core, row, data, isNeutral: isNeutral)
  }

  private static func withoutExtensions(_ tag: Text) -> Text {
    var end = tag.count
    for place in 0..<max(tag.count &- 2, 0)
    where tag.bytes[place] == 0x2D && tag.bytes[place &+ 2] == 0x2D {
      end = place
      break
    }
    return tag.part(0, end)
  }

  /// The value of a keyword of the extension `u`, such as `arab` of `nu`; empty when it has none.
  func keyword(_ key: StaticString) -> Bytes {
    let tag = arena.text { $0.append(self.tag) }
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
  func refuse(_ code: DiagnosticCode, _ message: StaticString, _ option: StaticString = "") {
    if refusal != nil { return }
    refusal = Diagnostic(
      code, Text(copying: message), path: Text(stringLiteral: option))
  }

  /// Refuses all but the Gregorian calendar.
  func checkCalendar(_ calendar: Bytes) {
    if !calendar.equals("gregory") {
      refuse(.unsupported, "the calendar is not supported", "calendar")
    }
  }

  // MARK: Facts

  /// A fact of the library's own tables.
  @inline(never)
  func text(_ field: Int) -> Bytes { coreSection.text(field, arena) }

  private var coreSection: LocaleSection {
    LocaleSection(block: core, row: coreRow, section: LocaleFields.Section.core)
  }

  /// A section of the file; nil when there is no file, when it has nothing about the language, or not
  /// this section.
  func section(_ section: Int) -> LocaleSection? {
    guard let data, let dataRow, section < data.block.sections else { return nil }
    return LocaleSection(block: data.block, row: dataRow, section: section)
  }

  /// A section that the formatter cannot do without.
  @inline(never)
  func facts(_ section: Int) -> LocaleSection {
    if let found = self.section(section) { return found }
    if isNeutral {
      // Nothing is stated, and nothing is missing.
    } else if data == nil {
      refuse(.unsupported, "this needs a file of locale data")
    } else if dataRow == nil {
      refuse(.unsupported, "the locale data does not contain the language")
    } else {
      refuse(.unsupported, "this needs locale data with names")
    }
    return LocaleSection(block: core, row: coreRow, section: .max)
  }

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
          output.append(byte)
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

/// A section of the library's block or of a file for one locale. Trivial.
struct LocaleSection {
  let block: LocaleBlock
  fileprivate let row: LocaleBlock.Row
  fileprivate let section: Int

  /// A fact, kept in an arena; empty when it is not stated.
  @inline(never)
  func text(_ field: Int, _ arena: TextArena) -> Bytes {
    var found = Bytes.none
    read(field) { bytes in found = arena.text { $0.append(bytes: bytes) } }
    return found
  }

  /// The first of two facts that is stated.
  @inline(never)
  func text(_ field: Int, else other: Int, _ arena: TextArena) -> Bytes {
    let found = text(field, arena)
    return found.isEmpty ? text(other, arena) : found
  }

  func read(_ field: Int, _ body: (Bytes) -> Void) { block.read(row, section, field, body) }
}

extension Output {
  mutating func append(bytes: Bytes) {
    if let start = bytes.baseAddress { append(start, bytes.count) }
  }
}
