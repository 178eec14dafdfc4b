import CalqueBase
import CalqueLocale

/// A locale as formatters see it: its facts, and the keywords of its tag.
struct FormatLocale {
  let tag: Text
  /// Without extensions.
  let language: Text
  private let core: LocaleBlock
  private let coreRow: LocaleBlock.Row
  private let data: LocaleData?
  private let dataRow: LocaleBlock.Row?
  let rule: PluralRule?

  /// - Throws: `invalidLocale` for what is no language tag, or when CLDR knows nothing about the
  ///   language.
  init(_ tag: Text, _ data: LocaleData?) throws(Diagnostic) {
    guard let canonical = LanguageTag.canonical(tag) else {
      throw Diagnostic(.invalidLocale, "the locale is not a language tag")
    }
    self.tag = canonical
    language = Self.withoutExtensions(canonical)
    guard let core = LocaleBlock.core, let row = core.nearest(language) else {
      throw Diagnostic(.invalidLocale, "CLDR has no facts about the language")
    }
    self.core = core
    coreRow = row
    self.data = data
    dataRow = data?.block.nearest(language)
    rule = PluralRule.find(for: language, ordinal: false)
  }

  private static func withoutExtensions(_ tag: Text) -> Text {
    var end = tag.count
    for place in 0..<max(tag.count - 2, 0)
    where tag.bytes[place] == 0x2D && tag.bytes[place + 2] == 0x2D {
      end = place
      break
    }
    return tag.part(0, end)
  }

  /// The value of a keyword of the extension `u`, such as `arab` of `nu`.
  func keyword(_ key: Text) -> Text? {
    let subtags = tag.split("-")
    guard let start = subtags.firstIndex(of: "u") else { return nil }
    for place in subtags.indices where place > start && subtags[place] == key {
      let next = place + 1 < subtags.count ? subtags[place + 1] : ""
      return next.count > 2 ? next : nil
    }
    return nil
  }

  // MARK: Facts

  /// A fact of the library's own tables.
  func text(_ field: Int) -> Text? { core.text(coreRow, LocaleFields.Section.core, field) }

  /// A fact of the file.
  ///
  /// - Throws: `unsupported` when there is no file, when it has nothing about the language, or not
  ///   this section.
  func facts(_ section: Int) throws(Diagnostic) -> LocaleSection {
    guard let data else {
      throw Diagnostic(.unsupported, "this needs a file of locale data")
    }
    guard let dataRow else {
      throw Diagnostic(.unsupported, "the locale data has nothing about the language")
    }
    guard section < data.block.sections else {
      throw Diagnostic(.unsupported, "this needs locale data with names")
    }
    return LocaleSection(block: data.block, row: dataRow, section: section)
  }
}

/// A section of the file for one locale.
struct LocaleSection {
  let block: LocaleBlock
  fileprivate let row: LocaleBlock.Row
  fileprivate let section: Int

  func text(_ field: Int) -> Text? { block.text(row, section, field) }

  func read(_ field: Int, _ body: (Bytes) -> Void) { block.read(row, section, field, body) }

  /// The place of a word in a list of the file whose words are separated by spaces.
  func place(of word: Bytes, inList list: Int) -> Int? {
    let list = block.shared(list)
    var place = 0
    var start = 0
    for at in 0...list.count where at == list.count || list[at] == 0x20 {
      if at - start == word.count, word.elementsEqual(list[start..<at]) { return place }
      place += 1
      start = at + 1
    }
    return nil
  }
}
