/// Up to eight bytes of text, in registers.
package struct ShortText {
  package let bytes: UInt64
  package let count: Int
  /// Ones in the positions that hold text.
  private let mask: UInt64

  package static let empty = ShortText(bytes: 0, count: 0)

  @inline(__always)
  private init(bytes: UInt64, count: Int) {
    self.bytes = bytes
    self.count = count
    // Bits that are shifted out are lost; a shift by 64 bits has no effect.
    mask = count == 0 ? 0 : ~0 &>> UInt64(64 &- 8 &* count)
  }

  /// nil when the text is longer.
  package init?(_ text: Bytes) {
    guard text.count <= 8 else { return nil }
    self.init(bytes: text.baseAddress.map { Word.short($0, text.count) } ?? 0, count: text.count)
  }

  /// The digits of a number.
  package init(decimal number: UInt8) {
    var (rest, bytes, count) = (number, UInt64(0), 0)
    repeat {
      bytes = bytes << 8 | UInt64(0x30 + rest % 10)
      rest /= 10
      count &+= 1
    } while rest > 0
    self.init(bytes: bytes, count: count)
  }

  /// This text followed by at least one byte; nil when the result would be longer than eight bytes.
  @inline(__always)
  package func adding(_ more: Bytes) -> ShortText? {
    guard let start = more.baseAddress, more.count > 0, count &+ more.count <= 8 else {
      return nil
    }
    return ShortText(
      bytes: bytes | Word.short(start, more.count) &<< UInt64(8 &* count),
      count: count &+ more.count)
  }

  /// Whether the bytes at an address equal these; eight bytes there must be readable.
  @inline(__always)
  package func stands(at place: UnsafePointer<UInt8>) -> Bool {
    (Word.at(place, 0) ^ bytes) & mask == 0
  }

  /// Calls `body` with the bytes in memory.
  @inline(__always)
  package func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
    withUnsafeBytes(of: bytes.littleEndian) {
      body(Bytes(start: $0.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count))
    }
  }

  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    var rest = bytes
    for _ in 0..<count {
      if UInt8(truncatingIfNeeded: rest) == byte { return true }
      rest >>= 8
    }
    return false
  }
}
