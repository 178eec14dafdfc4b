import CCalque
import CPlatform
import CalqueBase
import CalqueTemplate
import CalqueTranslator

/// Puts out rows whose texts are prepared.
///
/// Names of arguments, layouts of columns, chains of languages and forms of keys are found once for a
/// table, or for all tables of a renderer. All others are calls of their own, which prepare texts for the
/// rows that follow. Trivial, but for `forms`: its owner frees it.
struct PreparedRows {
  let forms: TableForms
  private let table: Table
  /// Some rows may have a prepared text.
  private let areSome: Bool
  /// The column that chooses plural forms; -1 without one.
  private let count: Int
  /// Columns whose texts have to be looked at, also where they are not put out.
  private let unsure: UnsafeMutablePointer<Int>
  private var unsureCount = 0
  /// The texts of keys and the chains of languages, by place in their dictionaries; nil without one.
  private let keys: UnsafeMutablePointer<TableForms.Texts?>?
  private let languages: UnsafeMutablePointer<Int?>?

  /// The texts of a block of rows: the address of a `TableText`, or 0 or 1 for a call of its own.
  private let block: UnsafeMutablePointer<UInt>
  /// The rows of the block.
  private var first = 0
  private var end = 0

  private static let mostEntries = 1 << 16
  private static let blockRows = 16

  /// - Parameter isSimple: no column has an option that is not for tables.
  init(_ table: Table, _ forms: TableForms, isSimple: Bool) {
    (self.table, self.forms) = (table, forms)
    let all = 0..<table.count
    count = all.last { table.parameters[$0].option == .count } ?? -1
    areSome =
      isSimple && (count < 0 || table.parameters[count].role == .integer)
      && all.allSatisfy {
        let parameter = table.parameters[$0]
        return parameter.option != .context
          && (parameter.role != .other || !parameter.column.mayFail)
      }
    block = .allocate(capacity: Self.blockRows)
    unsure = .allocate(capacity: max(table.count, 1))
    for position in all where position != table.language {
      let column = table.parameters[position].column
      if table.parameters[position].role != .text || column.hasPlainTexts && column.isASCII {
        continue
      }
      unsure[unsureCount] = position
      unsureCount += 1
    }
    keys = areSome ? Self.entries(table.keys) : nil
    languages = areSome && table.language >= 0 ? Self.entries(table.column(table.language)) : nil
  }

  func free() {
    block.deallocate()
    unsure.deallocate()
    keys?.deallocate()
    languages?.deallocate()
  }

  /// Room for what is known of each value of a dictionary; nil for a column without one.
  private static func entries<Entry>(
    _ column: UnsafePointer<ArrowColumn>
  ) -> UnsafeMutablePointer<Entry?>? {
    guard let count = column.pointee.dictionary?.pointee.count, count <= mostEntries else {
      return nil
    }
    let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: max(count, 1))
    entries.initialize(repeating: nil, count: count)
    return entries
  }

  // MARK: Rows

  /// Puts out a row; false for one that has to be a call of its own.
  @inline(__always)
  mutating func put(_ row: Int, _ texts: RenderedTexts) -> Bool {
    guard areSome else { return false }
    if row >= end { find(row) }
    guard let start = UnsafeRawPointer(bitPattern: block[row &- first]), block[row &- first] > 1,
      areTexts(row)
    else { return false }
    let text = TableText(start: start)
    var output = texts.output(most: text.most)
    guard text.put(row, table, &output), texts.take(output) else { return false }
    texts.end(CALQUE_OK, isNull: false)
    return true
  }

  /// Finds the texts of a block of rows: all of their memory is asked for before any is read.
  @inline(never)
  private mutating func find(_ row: Int) {
    first = row
    end = row &+ min(Self.blockRows, table.rows &- row)
    for row in first..<end {
      let place = place(row)
      calque_platform_prefetch(place)
      block[row &- first] = UInt(bitPattern: place)
    }
    for position in 0..<(end &- first) {
      guard let place = TableForms.Texts(bitPattern: block[position]) else { continue }
      let text = place.pointee
      block[position] = text
      calque_platform_prefetch(UnsafeRawPointer(bitPattern: text))
      calque_platform_prefetch(UnsafeRawPointer(bitPattern: text &+ 64))
    }
  }

  /// Where the address of the text of a row is; nil for a call of its own.
  @inline(__always)
  private func place(_ row: Int) -> TableForms.Texts? {
    guard table.has(row), let language = language(row), language >= 0, let key = key(row) else {
      return nil
    }
    return place(row, key, language)
  }

  /// Whether all texts that have to be looked at are right.
  @inline(__always)
  private func areTexts(_ row: Int) -> Bool {
    for position in 0..<unsureCount {
      guard isText(row, table.column(unsure[position])) else { return false }
    }
    return true
  }

  @inline(never)
  private func isText(_ row: Int, _ column: UnsafePointer<ArrowColumn>) -> Bool {
    switch column.text(row) {
    case .null: true
    case .damaged: false
    case .text(let text): column.pointee.isASCII || text.isUTF8
    }
  }

  @inline(__always)
  private func key(_ row: Int) -> TableForms.Texts? {
    if let keys {
      guard let index = table.keys.entry(row) else { return nil }
      return keys[index]
    }
    return table.keys.presentText(row).flatMap { forms.texts($0) }
  }

  @inline(__always)
  private func language(_ row: Int) -> Int? {
    guard table.language >= 0 else { return 0 }
    let column = table.column(table.language)
    if let languages {
      guard let index = column.entry(row) else { return nil }
      return languages[index]
    }
    return column.presentText(row).flatMap { forms.language($0) }
  }

  /// Where the address of the text of a row is.
  @inline(__always)
  private func place(_ row: Int, _ key: TableForms.Texts, _ language: Int) -> TableForms.Texts? {
    guard count >= 0 else { return forms.place(key, language) }
    guard let number = table.column(count).number(row) else { return nil }
    return forms.place(key, language, count: number)
  }

  // MARK: Calls

  /// Answers for a row whose arguments are in a frame, and notes what later rows need; nil for a call that
  /// chooses its language.
  @inline(never)
  func answer(
    _ row: Int, _ key: Bytes, _ frame: UnsafeMutablePointer<Frame>, _ output: inout Output
  ) -> Answer? {
    guard let language = noted(languageOf: row), language >= 0 else { return nil }
    if areSome, let texts = noted(key, of: row), let place = place(row, texts, language),
      place.pointee == 0
    {
      forms.prepare(place, key, language, table, frame)
    }
    return forms.chain(language).answerHere(key, frame, into: &output)
  }

  /// As `language`, which is added if it is new.
  private func noted(languageOf row: Int) -> Int? {
    guard table.language >= 0 else { return 0 }
    let column = table.column(table.language)
    let place = languages == nil ? nil : column.entry(row)
    if let languages, let place, let known = languages[place] { return known }
    guard let text = column.presentText(row) else { return nil }
    let language = forms.language(text) ?? forms.add(language: text)
    if let languages, let place { languages[place] = language }
    return language
  }

  /// The texts of a key, which is added if it is new.
  private func noted(_ key: Bytes, of row: Int) -> TableForms.Texts? {
    let place = keys == nil ? nil : table.keys.entry(row)
    if let keys, let place, let known = keys[place] { return known }
    let texts = forms.texts(key) ?? forms.add(key: key)
    if let keys, let place { keys[place] = texts }
    return texts
  }
}

extension ArrowColumn {
  /// Whether reading a value that is no text and no integer may fail.
  fileprivate var mayFail: Bool {
    dictionary != nil || layout.kind == .date || layout.kind == .moment
  }
}

extension UnsafePointer where Pointee == ArrowColumn {
  /// The place in the dictionary of the value of a row; nil for null.
  @inline(__always)
  fileprivate func entry(_ row: Int) -> Int? { place(row).flatMap { index(at: $0) } }
}
