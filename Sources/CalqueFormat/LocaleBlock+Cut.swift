import CalqueBase

/// Making a block of some locales out of one of more.
extension LocaleBlock {
  /// The bytes of a block that has what this one has about some languages: their rows, the rows that
  /// those take over from, and their streams.
  func cut(to languages: [Text]) -> [UInt8] {
    var wanted: [Int] = []
    for language in languages {
      var row = nearest(language)
      // The last parent is its own; a damaged block may have a circle.
      while let found = row, !wanted.contains(found.place) {
        wanted.append(found.place)
        row = parent(found)
      }
    }
    wanted = everyRow().filter { wanted.contains($0) }
    var places: [Int] = []
    var end = 0
    for row in wanted {
      places.append(end)
      end += rowSize(row)
    }
    var pool: [UInt8] = [0]
    var streams: [(old: Int, new: Int)] = []
    var table: [UInt8] = []
    for row in wanted {
      let name = textEnd(row, rows.upperBound)
      table += bytes(row..<name + 1)
      let above = rows.lowerBound + number(name + 1, 3)
      Self.put(wanted.firstIndex(of: above).map { places[$0] } ?? 0, 3, in: &table)
      table += bytes(name + 4..<name + 6)
      for place in stride(from: name + 6, to: row + rowSize(row), by: 4) {
        let old = number(place, 4)
        let known = streams.first { $0.old == old }
        Self.put(known?.new ?? pool.count, 4, in: &table)
        if known != nil { continue }
        streams.append((old, pool.count))
        pool += bytes(stream(at: old))
      }
    }
    // A reader looks at so many bytes at once.
    pool += [0, 0, 0, 0]
    var block = bytes(0..<13)
    for size in [shared.count, table.count, pool.count] { Self.put(size, 4, in: &block) }
    return block + bytes(shared) + table + pool
  }

  /// Whether there is a row of a language.
  func has(_ language: Text) -> Bool { nearest(language) != nil }

  private func everyRow() -> [Int] {
    var all: [Int] = []
    var place = rows.lowerBound
    while place < rows.upperBound {
      let size = rowSize(place)
      guard size > 0, place + size <= rows.upperBound else { break }
      all.append(place)
      place += size
    }
    return all
  }

  /// Bytes of a row; 0 for one that is cut short.
  private func rowSize(_ place: Int) -> Int {
    let name = textEnd(place, rows.upperBound)
    guard name + 6 <= rows.upperBound else { return 0 }
    return name + 6 + 4 * number(name + 4, 2).nonzeroBitCount - place
  }

  /// Where a stream is in the block: up to the next one.
  private func stream(at offset: Int) -> Range<Int> {
    var next = pool.count
    for row in everyRow() {
      let name = textEnd(row, rows.upperBound)
      for place in stride(from: name + 6, to: row + rowSize(row), by: 4) {
        let other = number(place, 4)
        if other > offset, other < next { next = other }
      }
    }
    let start = min(offset, pool.count)
    return pool.lowerBound + start..<pool.lowerBound + max(next, start)
  }

  private func bytes(_ range: Range<Int>) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Seven bits to the byte, the lowest first.
  private static func put(_ number: Int, _ size: Int, in bytes: inout [UInt8]) {
    for place in 0..<size {
      bytes.append(UInt8(truncatingIfNeeded: number >> (7 * place)) & 0x7F)
    }
  }
}
