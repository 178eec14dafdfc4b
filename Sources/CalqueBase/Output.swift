import CPlatform

/// Appends to a caller's buffer and keeps counting when it is full, so that the caller learns the
/// full length.
///
/// One byte is reserved for the terminating NUL. Any byte of the buffer may be overwritten, even
/// beyond the final length: short texts are moved 64 bytes at a time.
package struct Output {
  private var base: UnsafeMutableRawPointer
  /// The bytes available to text: the capacity less one for NUL; -1 without a buffer.
  private var room: Int
  /// Where more room is taken from; nil for a buffer that does not grow.
  private let arena: UnsafeMutablePointer<Arena>?
  /// The length of everything appended, whether or not it fitted.
  package private(set) var length = 0

  package static let wide = 64

  @inline(__always)
  package init(_ buffer: UnsafeMutableRawPointer?, capacity: Int) {
    // Never written through; only address 0 becomes nil.
    base = buffer ?? UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
    room = buffer == nil ? -1 : max(capacity, 0) &- 1
    arena = nil
  }

  /// A text of any length, in an arena.
  ///
  /// - Parameter expected: bytes to reserve at once.
  package init(in arena: UnsafeMutablePointer<Arena>, expecting expected: Int = 256) {
    base = arena.pointee.take(expected &+ 1)
    room = expected
    self.arena = arena
  }

  /// Calls `body` with an output of so many bytes, one of them for NUL.
  @inline(__always)
  package static func onStack<Result>(
    _ capacity: Int, _ body: (inout Output) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { room in
      var output = Output(room.baseAddress, capacity: capacity)
      return body(&output)
    }
  }

  /// A text of any length that `body` puts out.
  @inline(never)
  package static func text(_ body: (inout Output) -> Void) -> Text {
    Arena.onStack { arena in
      var output = Output(in: arena)
      body(&output)
      return Text(output.bytes)
    }
  }

  /// Makes room for more bytes, if the memory grows.
  @inline(never)
  private mutating func grow(by count: Int) {
    guard let arena else { return }
    let larger = max(length &+ count, 2 &* room)
    let place = arena.pointee.take(larger &+ 1)
    memcpy(place, base, length)
    (base, room) = (place, larger)
  }

  /// The text so far; it must be whole, as one in an arena always is.
  package var bytes: Bytes {
    let start = UnsafePointer(base.assumingMemoryBound(to: UInt8.self))
    return Bytes(start: start, count: min(length, max(room, 0)))
  }

  /// A buffer of at least one byte.
  @inline(__always)
  package init(writable buffer: UnsafeMutableRawPointer, capacity: Int) {
    base = buffer
    room = capacity &- 1
    arena = nil
  }

  package var isTruncated: Bool { length > max(room, 0) }

  /// Truncates to a length that was reached before.
  @inline(__always)
  package mutating func rewind(to length: Int) { self.length = length }

  @inline(__always)
  package mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let end = length &+ count
    if end > room { return appendBeyond(bytes, count) }
    if count <= 32 {
      Word.move(UnsafeRawPointer(bytes), to: base + length, count)
    } else {
      memcpy(base + length, bytes, count)
    }
    length = end
  }

  /// Appends what there is no room for yet.
  @inline(never)
  private mutating func appendBeyond(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    grow(by: count)
    if length < room { memcpy(base + length, bytes, min(count, room &- length)) }
    length &+= count
  }

  /// Appends bytes if all pass `test`, otherwise nothing. `test` may see some bytes twice, and
  /// zeros if there are less than 16.
  ///
  /// Tests and moves 16 bytes at a time.
  @inline(__always)
  package mutating func append(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, if test: (SIMD16<UInt8>) -> Bool
  ) -> Bool {
    let raw = UnsafeRawPointer(bytes)
    let place = base + length
    guard length &+ count <= room &- 16 else { return false }
    // After a failed test, the bytes already written lie beyond the length.
    if count <= 8 {
      let word = Word.short(raw, count)
      guard test(unsafeBitCast(SIMD2(word, 0), to: SIMD16<UInt8>.self)) else { return false }
      place.storeBytes(of: word.littleEndian, as: UInt64.self)
    } else if count <= 16 {
      let (first, last) = (Word.at(raw, 0), Word.at(raw, count &- 8))
      guard test(unsafeBitCast(SIMD2(first, last), to: SIMD16<UInt8>.self)) else { return false }
      place.storeBytes(of: first.littleEndian, as: UInt64.self)
      place.storeBytes(of: last.littleEndian, toByteOffset: count &- 8, as: UInt64.self)
    } else {
      var offset = 0
      while offset < count {
        // The last block overlaps the previous one.
        let from = min(offset, count &- 16)
        let block = raw.loadUnaligned(fromByteOffset: from, as: SIMD16<UInt8>.self)
        guard test(block) else { return false }
        place.storeBytes(of: block, toByteOffset: from, as: SIMD16<UInt8>.self)
        offset &+= 16
      }
    }
    length &+= count
    return true
  }

  /// Appends up to eight bytes of a word.
  package mutating func append(word: UInt64, _ count: Int) {
    // The bytes behind `count` lie beyond the length.
    if length &+ 8 <= room {
      (base + length).storeBytes(of: word.littleEndian, as: UInt64.self)
      length &+= count
      return
    }
    grow(by: 8)
    var rest = word
    for _ in 0..<count {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Appends bytes that are followed by at least 64 readable ones. Moves a fixed size when there is
  /// room, because a move by length is mispredicted nearly every time.
  @inline(__always)
  package mutating func append(padded bytes: UnsafePointer<UInt8>, _ count: Int) {
    if count <= Self.wide, length &+ Self.wide <= room {
      Self.moveWide(bytes, to: base + length)
    } else if arena == nil {
      Self.move(padded: bytes, count, to: base + length, room: room &- length)
    } else {
      return append(bytes, count)
    }
    length &+= count
  }

  /// Writes a complete text and its NUL by one move of a fixed size; false when it is too long for
  /// that. The bytes must be readable as for `append(padded:)`.
  ///
  /// - Parameter buffer: a buffer of more than `wide` bytes.
  @inline(__always)
  package static func write(
    padded bytes: UnsafePointer<UInt8>, _ count: Int, toWide buffer: UnsafeMutableRawPointer
  ) -> Bool {
    guard count <= wide else { return false }
    moveWide(bytes, to: buffer)
    buffer.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    return true
  }

  /// Appends longer texts, and fills the rest of a buffer. Takes and returns values, so that the
  /// output of a short text stays in registers.
  @inline(never)
  private static func move(
    padded bytes: UnsafePointer<UInt8>, _ count: Int, to place: UnsafeMutableRawPointer, room: Int
  ) {
    if count <= 4 &* wide, count &+ wide <= room {
      var offset = 0
      while offset < count {
        moveWide(bytes + offset, to: place + offset)
        offset &+= wide
      }
    } else if room > 0 {
      memcpy(place, bytes, min(count, room))
    }
  }

  @inline(__always)
  private static func moveWide(_ bytes: UnsafePointer<UInt8>, to place: UnsafeMutableRawPointer) {
    let block = UnsafeRawPointer(bytes).loadUnaligned(as: SIMD64<UInt8>.self)
    place.storeBytes(of: block, as: SIMD64<UInt8>.self)
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if length >= room { return withUnsafePointer(to: byte) { appendBeyond($0, 1) } }
    (base + length).storeBytes(of: byte, as: UInt8.self)
    length &+= 1
  }

  package mutating func append(_ bytes: Bytes) {
    if let start = bytes.baseAddress { append(start, bytes.count) }
  }

  package mutating func append(_ text: Text) {
    text.bytes.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(_ literal: StaticString) {
    append(literal.utf8Start, literal.utf8CodeUnitCount)
  }

  /// Appends an integer in decimal without allocating.
  @inline(__always)
  package mutating func append(decimal number: Int64) {
    if number >= 0, number < 10_000, length &+ 4 <= room {
      append(small: UInt32(truncatingIfNeeded: number))
    } else {
      if length &+ 20 > room, arena != nil { grow(by: 20) }
      length = appended(large: number)
    }
  }

  /// Appends an integer with a decimal point before the last `places` digits.
  package mutating func append(_ digits: UInt64, places: Int) {
    let (whole, fraction) = Decimal.parts(digits, places)
    append(decimal: Int64(truncatingIfNeeded: whole))
    append(0x2E)
    for place in (0..<places).reversed() {
      let (front, _) = Decimal.parts(fraction, place)
      append(UInt8(truncatingIfNeeded: 0x30 &+ Tens.last(front)))
    }
  }

  /// Appends a number in its shortest digits, as ECMAScript spells it.
  @inline(never)
  package mutating func append(number: Double) {
    let magnitude = number.magnitude
    if number.isNaN { return append("NaN" as StaticString) }
    if number < 0 { append(0x2D) }
    if number.isInfinite { return append("Infinity" as StaticString) }
    // Most counts are whole; they are spelled as integers are.
    if magnitude < 1e15, let whole = magnitude.integer { return append(decimal: whole) }
    if magnitude >= 1e-6, let (digits, places) = Decimal.short(magnitude) {
      return append(digits, places: places)
    }
    let (digits, count, point) = Decimal.shortestDigits(magnitude)
    if point <= 21, point >= -5, point < count { return append(digits, places: count &- point) }
    let isPlain = point <= 21 && point >= count
    if isPlain || count == 1 {
      append(decimal: Int64(truncatingIfNeeded: digits))
    } else {
      append(digits, places: count &- 1)
    }
    if isPlain {
      for _ in count..<point { append(0x30) }
    } else {
      append(0x65)
      append(point > 0 ? 0x2B : 0x2D)
      append(decimal: Int64(abs(point &- 1)))
    }
  }

  /// - Returns: the length including the number. Takes and returns values, like `move`.
  @inline(never)
  private func appended(large number: Int64) -> Int {
    var output = self
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { room in
      guard let start = room.baseAddress else { return }
      var (rest, first, zeros) = (number.magnitude, start + 24, 0)
      repeat {
        let front = Tens.tenThousandth(rest)
        let digits = Self.digits(UInt32(truncatingIfNeeded: rest &- front &* 10_000))
        first -= 4
        UnsafeMutableRawPointer(first).storeBytes(of: digits.text.littleEndian, as: UInt32.self)
        (rest, zeros) = (front, digits.zeros)
      } while rest > 0
      first += zeros
      if number < 0 {
        first -= 1
        first.pointee = 0x2D
      }
      output.append(first, start + 24 - first)
    }
    return output.length
  }

  @inline(__always)
  private mutating func append(small number: UInt32) {
    let digits = Self.digits(number)
    let text = digits.text &>> UInt32(truncatingIfNeeded: 8 &* digits.zeros)
    (base + length).storeBytes(of: text.littleEndian, as: UInt32.self)
    length &+= 4 &- digits.zeros
  }

  /// Four digits, the first one lowest, and how many leading zeros there are before the last. Computed
  /// together because their number is unpredictable.
  @inline(__always)
  private static func digits(_ number: UInt32) -> (text: UInt32, zeros: Int) {
    // Hundreds and the remainder side by side, then tens and units of both.
    let hundreds = (number &* 5243) >> 19
    let pairs = hundreds | (number &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F
    let digits = tens | (pairs &- tens &* 10) << 8
    return (digits | 0x3030_3030, (digits | 1 << 24).trailingZeroBitCount >> 3)
  }

  /// Writes the terminating NUL after a complete text; false for one that did not fit.
  @inline(__always)
  package func terminateWhole() -> Bool {
    guard length <= room else { return false }
    (base + length).storeBytes(of: 0, as: UInt8.self)
    return true
  }

  /// Writes the terminating NUL. A text that did not fit is cut before the code point that would be
  /// split.
  @inline(__always)
  package func terminate() {
    guard room >= 0, !terminateWhole() else { return }
    (base + wholeCodePoints()).storeBytes(of: 0, as: UInt8.self)
  }

  /// The length of the complete code points in a full buffer.
  @inline(never)
  private func wholeCodePoints() -> Int {
    var lead = room
    while lead > 0 {
      lead &-= 1
      let byte = (base + lead).load(as: UInt8.self)
      if byte & 0xC0 == 0x80 { continue }
      let width = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return lead &+ width <= room ? room : lead
    }
    return 0
  }
}
