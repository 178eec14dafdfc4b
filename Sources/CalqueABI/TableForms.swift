import CalqueBase
import CalqueLocale
import CalqueTemplate
import CalqueTranslator

/// Chains of languages, and the texts of keys by language and plural category, prepared for tables with
/// these columns. The rows of tables share them, so that each is looked up once.
///
/// Rows whose text is not here are calls like any other.
final class TableForms: @unchecked Sendable {
  // Unchecked: used by one thread at a time.

  /// The texts of a key in a language: for each category, without a count, and for 0. The address of a
  /// `TableText`, 0 for one that was not looked for, or 1 for a call of its own.
  typealias Texts = UnsafeMutablePointer<UInt>

  private static let forms = 8
  private static let bare: UInt8 = 6
  private static let zero: UInt8 = 7
  /// For numbers without a category.
  private static let none: UInt8 = 8
  private static let mostLanguages = 32
  private static let mostKeys = 4096
  /// Numbers whose categories are kept.
  private static let knownNumbers = 256

  private let reader: ChainReader
  private let names: [Text]
  private let roles: [Table.Role]
  private let languages: UnsafeMutablePointer<ChainReader>
  private let categories: UnsafeMutablePointer<UInt8>
  private var languageCount = 0
  private var kept: [AnyObject] = []
  private var languageNumbers = TextNumbers()
  private var keyNumbers = TextNumbers()
  /// Copies of names, and texts.
  private var arena: Arena
  private let block: UnsafeMutableRawPointer

  init(_ reader: ChainReader, _ table: Table) {
    self.reader = reader
    names = (0..<table.count).map { Text(table.parameters[$0].name.bytes) }
    roles = (0..<table.count).map { table.parameters[$0].role }
    languages = .allocate(capacity: Self.mostLanguages)
    categories = .allocate(capacity: Self.mostLanguages &* Self.knownNumbers)
    block = .allocate(byteCount: 4096, alignment: 16)
    arena = Arena(block, 4096)
    add(reader)
  }

  deinit {
    languages.deallocate()
    categories.deallocate()
    languageNumbers.free()
    keyNumbers.free()
    arena.free()
    block.deallocate()
  }

  /// Whether they are prepared for such columns.
  func fits(_ table: Table) -> Bool {
    names.count == table.count
      && (0..<table.count).allSatisfy {
        roles[$0] == table.parameters[$0].role
          && names[$0] == Text(table.parameters[$0].name.bytes)
      }
  }

  // MARK: Languages

  /// The number of a language that rows choose by `lng`, 0 being that of no choice; nil for one that was
  /// not added, negative for one that is for each call to choose.
  @inline(__always)
  func language(_ lng: Bytes) -> Int? { languageNumbers.number(lng) }

  /// - Parameter lng: UTF-8.
  func add(language lng: Bytes) -> Int {
    guard languageNumbers.count < Self.mostLanguages else { return -1 }
    var number = -1
    if !lng.isEmpty, languageCount < Self.mostLanguages, let chain = reader.chain(lng: lng) {
      kept.append(chain)
      number = languageCount
      add(chain.reader)
    }
    languageNumbers.add(copy(lng), number)
    return number
  }

  private func add(_ chain: ChainReader) {
    (languages + languageCount).initialize(to: chain)
    let rule = chain.cardinal
    for number in 0..<Self.knownNumbers {
      let category = rule.map { $0.category(ofInteger: UInt64(number)).rawValue }
      categories[languageCount &* Self.knownNumbers &+ number] =
        number == 0 && category != nil ? Self.zero : category ?? Self.none
    }
    languageCount &+= 1
  }

  func chain(_ language: Int) -> ChainReader { languages[language] }

  // MARK: Keys

  /// The texts of a key; nil for one that was not added.
  @inline(__always)
  func texts(_ key: Bytes) -> Texts? {
    keyNumbers.number(key).flatMap { Texts(bitPattern: $0) }
  }

  /// nil when there are too many keys.
  func add(key: Bytes) -> Texts? {
    guard keyNumbers.count < Self.mostKeys else { return nil }
    let count = Self.mostLanguages &* Self.forms
    let texts = arena.take(UInt.self, count)
    texts.initialize(repeating: 0, count: count)
    keyNumbers.add(copy(key), Int(bitPattern: texts))
    return texts
  }

  private func copy(_ text: Bytes) -> Bytes {
    let place = arena.take(UInt8.self, text.count &+ 8)
    if let from = text.baseAddress { place.update(from: from, count: text.count) }
    return Bytes(start: place, count: text.count)
  }

  // MARK: Texts

  /// The place of the text of a key without a count.
  @inline(__always)
  func place(_ texts: Texts, _ language: Int) -> Texts {
    texts + (language &* Self.forms &+ Int(Self.bare))
  }

  /// The place of the text of a key for a count; nil where the language has no rule.
  @inline(__always)
  func place(_ texts: Texts, _ language: Int, count: Int64) -> Texts? {
    let form =
      UInt64(bitPattern: count) < UInt64(Self.knownNumbers)
      ? categories[language &* Self.knownNumbers &+ Int(truncatingIfNeeded: count)]
      : form(language, count)
    return form == Self.none ? nil : texts + (language &* Self.forms &+ Int(form))
  }

  @inline(never)
  private func form(_ language: Int, _ count: Int64) -> UInt8 {
    languages[language].cardinal?.category(ofInteger: count.magnitude).rawValue ?? Self.none
  }

  /// Looks for the text of a row whose arguments are in a frame.
  func prepare(
    _ place: Texts, _ key: Bytes, _ language: Int, _ table: Table,
    _ frame: UnsafeMutablePointer<Frame>
  ) {
    let chain = languages[language]
    let text = chain.record(key, frame).flatMap { TableText.of($0, table, chain, in: &arena) }
    place.pointee = text.map { UInt(bitPattern: $0.start) } ?? 1
  }
}
