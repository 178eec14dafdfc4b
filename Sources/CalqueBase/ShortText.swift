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
  package init?(_ text: [UInt8]) {
    guard text.count <= 8 else { return nil }
    var bytes: UInt64 = 0
    for (position, byte) in text.enumerated() { bytes |= UInt64(byte) << (8 * UInt64(position)) }
    self.init(bytes: bytes, count: text.count)
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

  /// This text followed by another; nil when the result would be longer than eight bytes.
  package func adding(_ more: ShortText) -> ShortText? {
    guard count > 0 else { return more }
    guard more.count > 0 else { return self }
    guard count &+ more.count <= 8 else { return nil }
    return ShortText(bytes: bytes | more.bytes << UInt64(8 &* count), count: count &+ more.count)
  }

  /// Whether the bytes at an address equal these; eight bytes there must be readable.
  @inline(__always)
  package func stands(at place: UnsafePointer<UInt8>) -> Bool {
    (Word.at(place, 0) ^ bytes) & mask == 0
  }

  /// Compares with the bytes at an address, of which eight must be readable: negative if this text
  /// comes first, 0 if both are equal.
  package func order(to place: UnsafePointer<UInt8>) -> Int {
    let (own, other) = ((bytes & mask).byteSwapped, (Word.at(place, 0) & mask).byteSwapped)
    return own == other ? 0 : own < other ? -1 : 1
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
