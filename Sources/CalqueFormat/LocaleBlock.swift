import CPlatform
import CalqueBase

/// Facts of locales as scripts/locale_pack.py lays them out: shared lists, a table of locales, each
/// with its parent and the places of its streams, and the streams.
///
/// Nothing in a block is trusted: every place is compared with the end of its part, chains have a
/// length to spend, and what is wrong counts as not stated.
struct LocaleBlock: Sendable {
  /// A locale in the table: the place of its row.
  struct Row: Equatable, Sendable {
    fileprivate let place: Int
  }

  private static let magic: StaticString = "calqueL1"
  private static let headSize = 25

  // Unchecked: memory that does not change, kept by whoever has the block.
  nonisolated(unsafe) private let start: UnsafePointer<UInt8>
  private let shared: Range<Int>
  private let rows: Range<Int>
  private let pool: Range<Int>
  /// How many sections a locale has.
  let sections: Int

  /// The block that is part of the library.
  static let core = LocaleBlock(
    CoreLocaleData.block.utf8Start, CoreLocaleData.block.utf8CodeUnitCount)

  /// Nil for bytes that are no block.
  init?(_ start: UnsafePointer<UInt8>, _ count: Int) {
    guard count >= Self.headSize, memcmp(start, Self.magic.utf8Start, 8) == 0 else { return nil }
    var place = 13
    var parts: [Range<Int>] = []
    var end = Self.headSize
    for _ in 0..<3 {
      var size = 0
      for at in 0..<4 { size |= Int(start[place + at] & 0x7F) << (7 * at) }
      place += 4
      guard size <= count - end else { return nil }
      parts.append(end..<end + size)
      end += size
    }
    guard end == count else { return nil }
    self.start = start
    (shared, rows, pool) = (parts[0], parts[1], parts[2])
    sections = Int(start[12])
  }

  /// CLDR's version of the facts.
  var version: Text {
    var length = 4
    while length > 0, start[7 + length] == 0x5F { length -= 1 }
    return Text(UnsafeBufferPointer(start: start + 8, count: length))
  }

  /// One of the lists that belong to all locales; empty when there are fewer.
  func shared(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    var place = shared.lowerBound
    for _ in 0..<index { place = textEnd(place, shared.upperBound) + 1 }
    guard place < shared.upperBound else { return UnsafeBufferPointer(start: start, count: 0) }
    let end = textEnd(place, shared.upperBound)
    return UnsafeBufferPointer(start: start + place, count: end - place)
  }

  // MARK: Locales

  /// The row of a tag as it is, or without its last subtags; nil when not even the language is there.
  func nearest(_ tag: Text) -> Row? {
    var tag = tag
    while !tag.isEmpty {
      if let row = row(tag) { return row }
      tag = tag.part(0, tag.lastIndex(of: "-") ?? 0)
    }
    return nil
  }

  /// The row of a tag.
  func row(_ tag: Text) -> Row? {
    tag.bytes.withUnsafeBufferPointer { wanted -> Row? in
      guard let bytes = wanted.baseAddress else { return nil }
      var place = rows.lowerBound
      while place < rows.upperBound {
        let end = textEnd(place, rows.upperBound)
        guard end + 6 <= rows.upperBound else { return nil }
        if end - place == wanted.count, memcmp(start + place, bytes, wanted.count) == 0 {
          return Row(place: place)
        }
        place = end + 6 + 4 * number(end + 4, 2).nonzeroBitCount
      }
      return nil
    }
  }

  private func parent(_ row: Row) -> Row? {
    let end = textEnd(row.place, rows.upperBound)
    guard end + 6 <= rows.upperBound else { return nil }
    let place = rows.lowerBound + number(end + 1, 3)
    return place < rows.upperBound && place != row.place ? Row(place: place) : nil
  }

  /// Where a row's stream of a section begins; nil for its parent's.
  private func stream(_ row: Row, _ section: Int) -> Int? {
    let end = textEnd(row.place, rows.upperBound)
    guard section < 14, end + 6 <= rows.upperBound else { return nil }
    let mask = number(end + 4, 2)
    guard mask >> section & 1 == 1 else { return nil }
    let before = (mask & (1 << section - 1)).nonzeroBitCount
    let place = end + 6 + 4 * before
    guard place + 4 <= rows.upperBound else { return nil }
    let offset = pool.lowerBound + number(place, 4)
    return offset < pool.upperBound ? offset : nil
  }

  // MARK: Texts

  /// A fact of a locale or of its parents; nil when it is not stated.
  func text(_ row: Row, _ section: Int, _ field: Int) -> Text? {
    var budget = Budget()
    guard section < sections, let text = text(row, section, field, &budget), !text.isEmpty else {
      return nil
    }
    let invalid = text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) }
    return invalid == nil ? text : nil
  }

  /// Steps that are left for finding one text: it may be put together from others, and those from
  /// texts of a parent.
  private struct Budget {
    var steps = 64
  }

  private func text(_ row: Row, _ section: Int, _ field: Int, _ budget: inout Budget) -> Text? {
    var row: Row? = row
    while let current = row, budget.steps > 0 {
      budget.steps -= 1
      if let stream = stream(current, section) {
        switch find(field, in: stream) {
        case .stated(let place): return spelled(place)
        case .same(let back):
          guard back > 0, back <= field else { return nil }
          return text(current, section, field - back, &budget)
        case .extended(let back, let kept, let place):
          guard back > 0, back <= field,
            let whole = text(current, section, field - back, &budget)
          else { return nil }
          return whole.part(0, min(kept, whole.count)) + spelled(place)
        case .inherited: break
        case .missing: return nil
        }
      }
      row = parent(current)
    }
    return nil
  }

  private enum Found {
    case stated(Int)
    case same(Int)
    case extended(back: Int, kept: Int, Int)
    case inherited
    case missing
  }

  private func find(_ field: Int, in stream: Int) -> Found {
    var place = stream
    var index = 0
    let end = pool.upperBound - 4
    while place < end, index <= field {
      switch start[place] {
      case 1:
        index += Int(start[place + 1])
        if field < index { return .inherited }
        place += 2
      case 2:
        if index == field { return .same(Int(start[place + 1])) }
        index += 1
        place += 2
      case 3:
        if index == field {
          return .extended(back: Int(start[place + 1]), kept: Int(start[place + 2]), place + 3)
        }
        index += 1
        place = textEnd(place + 3, pool.upperBound) + 1
      default:
        if index == field { return .stated(place) }
        index += 1
        place = textEnd(place, pool.upperBound) + 1
      }
    }
    return .missing
  }

  /// A text with its placeholders written out.
  private func spelled(_ place: Int) -> Text {
    var text = Text()
    for at in place..<textEnd(place, pool.upperBound) {
      switch start[at] {
      case 4: text.append("{0}")
      case 5: text.append("{1}")
      case 6: text.append("{0} ")
      case let byte: text.append(byte)
      }
    }
    return text
  }

  // MARK: Bytes

  /// The place of the next zero byte, at most `end`.
  private func textEnd(_ place: Int, _ end: Int) -> Int {
    guard place < end, let zero = memchr(start + place, 0, end - place) else { return end }
    return UnsafeRawPointer(zero) - UnsafeRawPointer(start)
  }

  private func number(_ place: Int, _ size: Int) -> Int {
    var value = 0
    for at in 0..<size { value |= Int(start[place + at] & 0x7F) << (7 * at) }
    return value
  }
}
