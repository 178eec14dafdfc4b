package import CalqueBase

/// Making a block of some locales out of one of more.
extension LocaleData {
  /// The bytes of a block that has what this one has about some languages: their rows, the rows that
  /// those take over from, and their streams.
  package func cut(to languages: [Text]) -> [UInt8] {
    let wanted = wanted(languages)
    var pool = ByteBuffer(capacity: self.pool.count)
    var table = ByteBuffer(capacity: rows.count)
    // Where streams are here, each followed by where it is in the new block.
    let streams = Numbers()
    Self.put(0, 1, in: &pool)
    eachRow { row in
      if wanted.contains(row.place) {
        let name = row.name
        append(row.place, name &+ 1, to: &table)
        Self.put(newPlace(of: rows.lowerBound &+ number(name &+ 1, 3), wanted), 3, in: &table)
        append(name &+ 4, name &+ 6, to: &table)
        eachStream(of: row) { old in
          let known = streams.place(of: old, step: 2)
          if known == streams.count {
            streams.append(old)
            streams.append(pool.count)
            append(self.pool.lowerBound &+ old, streamEnd(old), to: &pool)
          }
          Self.put(streams[known &+ 1], 4, in: &table)
        }
      }
    }
    // A reader looks at so many bytes at once.
    Self.put(0, 4, in: &pool)
    var block = ByteBuffer(capacity: shared.count &+ table.count &+ pool.count)
    append(0, 13, to: &block)
    Self.put(shared.count, 4, in: &block)
    Self.put(table.count, 4, in: &block)
    Self.put(pool.count, 4, in: &block)
    append(shared.lowerBound, shared.upperBound, to: &block)
    for part in [table, pool] {
      block.append(part.bytes)
      part.deallocate()
    }
    defer { block.deallocate() }
    return [UInt8](block.bytes)
  }

  /// The rows of languages and those that they take over from.
  private func wanted(_ languages: [Text]) -> Numbers {
    let wanted = Numbers()
    for language in languages {
      var row = nearest(language: language)
      // The last parent is its own; a damaged block may have a circle.
      while let found = row, !wanted.contains(found.place) {
        wanted.append(found.place)
        row = parent(found)
      }
    }
    return wanted
  }

  /// Whether there are facts about a language, or about one that it takes over from.
  package func has(_ language: Text) -> Bool { nearest(language: language) != nil }

  @inline(never)
  private func nearest(language: Text) -> Row? {
    language.bytes.withUnsafeBufferPointer { nearest($0) }
  }

  private func eachRow(_ body: (Row) -> Void) {
    var place = rows.lowerBound
    while let row = row(at: place) {
      body(row)
      place = row.end
    }
  }

  /// Calls `body` with the place of each of a row's streams in the pool.
  private func eachStream(of row: Row, _ body: (Int) -> Void) {
    for place in stride(from: row.name &+ 6, to: row.end, by: 4) { body(number(place, 4)) }
  }

  /// Where a row is among those that are wanted.
  private func newPlace(of wanted: Int, _ all: Numbers) -> Int {
    var place = 0
    eachRow { row in
      if row.place < wanted, all.contains(row.place) { place &+= row.end &- row.place }
    }
    return place
  }

  /// Where a stream ends: where the next one begins.
  private func streamEnd(_ offset: Int) -> Int {
    var next = pool.count
    eachRow { row in
      eachStream(of: row) { other in if other > offset, other < next { next = other } }
    }
    return pool.lowerBound &+ next
  }

  @inline(never)
  private func append(_ from: Int, _ end: Int, to bytes: inout ByteBuffer) {
    if from < end { bytes.append(Bytes(start: start + from, count: end &- from)) }
  }

  /// Seven bits to the byte, the lowest first.
  @inline(never)
  private static func put(_ number: Int, _ size: Int, in bytes: inout ByteBuffer) {
    let place = bytes.extend(by: size)
    for at in 0..<size {
      let part = UInt8(truncatingIfNeeded: number >> (7 &* at)) & 0x7F
      place.storeBytes(of: part, toByteOffset: at, as: UInt8.self)
    }
  }
}
