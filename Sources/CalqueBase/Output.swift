import CPlatform

/// Appends into a caller's buffer and keeps counting when it is full, so that the caller learns the
/// full length.
///
/// One byte is kept back for the terminating NUL. Any byte of the buffer may be written, also
/// beyond the final length: short texts are moved 64 bytes at a time.
package struct Output {
  private let base: UnsafeMutableRawPointer
  /// Bytes that text may fill: the capacity less one for NUL, 0 when there is no buffer.
  private let room: Int
  private let isWritable: Bool
  /// Length of everything appended, fitting or not.
  package private(set) var length = 0

  package static let wide = 64

  @inline(__always)
  package init(_ buffer: UnsafeMutableRawPointer?, capacity: Int) {
    isWritable = buffer != nil && capacity > 0
    base = buffer ?? UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
    room = isWritable ? capacity &- 1 : 0
  }

  package var isTruncated: Bool { length > room }

  /// Forgets everything after a length reached before.
  @inline(__always)
  package mutating func rewind(to length: Int) { self.length = length }

  @inline(__always)
  package mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let end = length &+ count
    if end <= room {
      memcpy(base + length, bytes, count)
    } else if length < room {
      memcpy(base + length, bytes, room &- length)
    }
    length = end
  }

  /// Appends bytes behind which at least 64 more may be read: one fixed-size move when there is room.
  @inline(__always)
  package mutating func append(padded bytes: UnsafePointer<UInt8>, _ count: Int) {
    if count <= Self.wide, length &+ Self.wide <= room {
      let block = UnsafeRawPointer(bytes).loadUnaligned(as: SIMD64<UInt8>.self)
      (base + length).storeBytes(of: block, as: SIMD64<UInt8>.self)
      length &+= count
    } else {
      append(bytes, count)
    }
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if length < room { (base + length).storeBytes(of: byte, as: UInt8.self) }
    length &+= 1
  }

  package mutating func append(_ text: Text) {
    text.bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { append(start, bytes.count) }
    }
  }

  package mutating func append(_ literal: StaticString) {
    append(literal.utf8Start, literal.utf8CodeUnitCount)
  }

  /// Appends an integer in decimal without allocating.
  package mutating func append(decimal number: Int64) {
    if number >= 0, number < 10 { return append(UInt8(truncatingIfNeeded: 0x30 &+ number)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number.magnitude
      var first = 20
      repeat {
        first &-= 1
        digits[first] = UInt8(truncatingIfNeeded: 0x30 &+ rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        first &-= 1
        digits[first] = 0x2D
      }
      if let start = digits.baseAddress { append(start + first, 20 &- first) }
    }
  }

  /// Writes the terminating NUL; a text that did not fit is cut before the code point that would
  /// be split.
  @inline(__always)
  package mutating func terminate() {
    guard isWritable else { return }
    (base + (isTruncated ? wholeCodePoints() : length)).storeBytes(of: 0, as: UInt8.self)
  }

  /// Bytes of a full buffer that make whole code points.
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
