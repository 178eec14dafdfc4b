import CPlatform
package import CalqueBase

/// Facts of locales as tools/locales/locale_pack.py lays them out: shared lists, a table of locales, each
/// with its parent and the places of its streams, and the streams.
///
/// One of them is part of the library; a file has what the library does not carry itself. Immutable,
/// shared by formatters. Nothing in a block is trusted: every place is compared with the end of its part, chains have a
/// length to spend, and what is wrong counts as not stated.
package final class LocaleData: Sendable {
  /// A locale in the table: where its row begins, where the name in it ends, and the row.
  struct Row: Sendable {
    let place: Int
    let name: Int
    let end: Int
  }

  /// The last byte counts layouts: a file of another one would be read wrongly.
  private static let magic: StaticString = "calqueL2"
  private static let headSize = 25

  // Unchecked: memory that does not change and that the owner of the block keeps.
  nonisolated(unsafe) let start: UnsafePointer<UInt8>
  let shared: Range<Int>
  let rows: Range<Int>
  let pool: Range<Int>
  /// How many sections a locale has.
  let sections: Int
  // Kept for its memory; the library's own is never given back.
  private let memory: MemoryRegion?

  /// Checks the head of a file; the rest is checked wherever it is read.
  ///
  /// - Throws: `corrupt` for what is no such file or is cut short, `unsupported` for another layout
  ///   and for the facts of another version of CLDR.
  package static func open(_ memory: MemoryRegion) throws(Diagnostic) -> LocaleData {
    let start = memory.start.assumingMemoryBound(to: UInt8.self)
    guard let data = LocaleData(start, memory.count, memory) else {
      let hasOtherLayout =
        memory.count >= headSize && memcmp(start, magic.utf8Start, 7) == 0
        && start[7] != magic.utf8Start[7]
      throw hasOtherLayout
        ? Diagnostic(.unsupported, "the locale data was made for another version of the library")
        : Diagnostic(.corrupt, "not a file of locale data, or damaged")
    }
    guard memcmp(start + 8, CoreLocaleData.version.utf8Start, 4) == 0 else {
      throw Diagnostic(.unsupported, "the locale data is of another version of CLDR")
    }
    return data
  }

  private init(_ start: UnsafePointer<UInt8>, _ sizes: (Int, Int, Int), _ memory: MemoryRegion?) {
    (self.start, self.memory) = (start, memory)
    let table = Self.headSize &+ sizes.0
    (shared, rows) = (Self.headSize..<table, table..<table &+ sizes.1)
    pool = rows.upperBound..<rows.upperBound &+ sizes.2
    sections = Int(start[12])
  }

  /// Nil for bytes that are no block of this layout.
  convenience init?(_ start: UnsafePointer<UInt8>, _ count: Int, _ memory: MemoryRegion? = nil) {
    guard count >= Self.headSize, memcmp(start, Self.magic.utf8Start, 8) == 0 else { return nil }
    // Of 28 bits each: their sum is one of 32 bits at most.
    let size = { (place: Int) in Self.number(start + place, 4) }
    let sizes = (size(13), size(17), size(21))
    let end = Self.headSize &+ sizes.0 &+ sizes.1 &+ sizes.2
    // In a compiled catalog zeros follow, up to a multiple of 64.
    guard end == count || (end &+ 63) & ~63 == count else { return nil }
    self.init(start, sizes, memory)
  }

  /// One of the lists that belong to all locales; empty when there are fewer.
  func shared(_ index: Int) -> Bytes {
    var place = shared.lowerBound
    for _ in 0..<index { place = textEnd(place, shared.upperBound) &+ 1 }
    return Bytes(start: start + place, count: max(textEnd(place, shared.upperBound) - place, 0))
  }

  // MARK: Locales

  /// The row of a tag as it is, or without its last subtags; nil when not even the language is there.
  func nearest(_ tag: Bytes) -> Row? {
    var end = tag.count
    while end > 0 {
      if let row = row(tag.part(0, end)) { return row }
      repeat { end &-= 1 } while end > 0 && tag[end] != 0x2D
    }
    return nil
  }

  /// The row of a tag.
  private func row(_ wanted: Bytes) -> Row? {
    guard let bytes = wanted.baseAddress else { return nil }
    var place = rows.lowerBound
    while let row = row(at: place) {
      if row.name - place == wanted.count, memcmp(start + place, bytes, wanted.count) == 0 {
        return row
      }
      place = row.end
    }
    return nil
  }

  /// The row that begins at a place; nil behind the last one, and for one that is cut short.
  @inline(never)
  func row(at place: Int) -> Row? {
    let name = textEnd(place, rows.upperBound)
    guard name &+ 6 <= rows.upperBound else { return nil }
    let end = name &+ 6 &+ 4 &* number(name &+ 4, 2).nonzeroBitCount
    return end <= rows.upperBound ? Row(place: place, name: name, end: end) : nil
  }

  func parent(_ row: Row) -> Row? {
    let place = rows.lowerBound &+ number(row.name &+ 1, 3)
    return place != row.place ? self.row(at: place) : nil
  }

  /// Where a row's stream of a section begins; nil for its parent's.
  private func stream(_ row: Row, _ section: Int) -> Int? {
    let mask = number(row.name &+ 4, 2)
    guard section < 14, mask >> section & 1 == 1 else { return nil }
    let before = (mask & (1 << section &- 1)).nonzeroBitCount
    let offset = pool.lowerBound &+ number(row.name &+ 6 &+ 4 &* before, 4)
    return offset < pool.upperBound ? offset : nil
  }

  // MARK: Texts

  /// Bytes of the longest text.
  static let longest = 511

  /// Calls `body` with a fact of a locale or of its parents; not when it is not stated.
  @inline(never)
  func read(_ row: Row, _ section: Int, _ field: Int, _ body: (Bytes) -> Void) {
    Output.onStack(Self.longest &+ 1) { output in
      // A text may be put together from others, and those from texts of a parent.
      var steps = 64
      guard section < sections, append(row, section, field, &steps, to: &output),
        output.length > 0, !output.isTruncated, UTF8Check.firstInvalid(output.bytes) == nil
      else { return }
      body(output.bytes)
    }
  }

  /// - Parameter steps: that are left for finding the text.
  private func append(
    _ row: Row, _ section: Int, _ field: Int, _ steps: inout Int, to output: inout Output
  ) -> Bool {
    var row: Row? = row
    while let current = row, steps > 0 {
      steps &-= 1
      if let stream = stream(current, section), let place = find(field, in: stream) {
        if place < 0 { return false }
        let start = output.length
        let kind = self.start[place]
        guard kind == 2 || kind == 3 else {
          spell(place, to: &output)
          return true
        }
        // The same as a text before, or its beginning and more.
        let back = Int(self.start[place &+ 1])
        guard back > 0, back <= field,
          append(current, section, field &- back, &steps, to: &output)
        else { return false }
        if kind == 3 {
          output.rewind(to: min(start &+ Int(self.start[place &+ 2]), output.length))
          spell(place &+ 3, to: &output)
        }
        return true
      }
      row = parent(current)
    }
    return false
  }

  /// Where a text of a stream is; nil for one of the parent, -1 for none.
  private func find(_ field: Int, in stream: Int) -> Int? {
    var place = stream
    var index = 0
    let end = pool.upperBound &- 4
    while place < end, index <= field {
      let kind = start[place]
      if kind == 1 {
        index &+= Int(start[place &+ 1])
        if field < index { return nil }
        place &+= 2
        continue
      }
      if index == field { return place }
      index &+= 1
      place = kind == 2 ? place &+ 2 : textEnd(kind == 3 ? place &+ 3 : place, pool.upperBound) &+ 1
    }
    return -1
  }

  /// Appends a text with its placeholders written out.
  private func spell(_ place: Int, to output: inout Output) {
    for at in place..<textEnd(place, pool.upperBound) {
      let placeholders = Bytes("{1}{0} ")
      switch start[at] {
      case 5: output.append(bytes: placeholders.part(0, 3))
      case 4: output.append(bytes: placeholders.part(3, 6))
      case 6: output.append(bytes: placeholders.part(3, 7))
      case let byte: output.put(byte)
      }
    }
  }

  // MARK: Bytes

  /// The place of the next zero byte, at most `end`.
  func textEnd(_ place: Int, _ end: Int) -> Int {
    guard place < end, let zero = memchr(start + place, 0, end - place) else { return end }
    return UnsafeRawPointer(zero) - UnsafeRawPointer(start)
  }

  @inline(never)
  func number(_ place: Int, _ size: Int) -> Int { Self.number(start + place, size) }

  /// Seven bits to the byte, the lowest first.
  @inline(never)
  private static func number(_ place: UnsafePointer<UInt8>, _ size: Int) -> Int {
    var value = 0
    for at in (0..<size).reversed() { value = value << 7 | Int(place[at] & 0x7F) }
    return value
  }
}
