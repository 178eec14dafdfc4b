package import CalqueBase

extension PluralOperands {
  /// The longest decimal text that is read.
  package static let maximumLength = 128

  /// The operands of a decimal text, or nil when it is not one or is longer than 128 bytes.
  ///
  /// Sign, digits, an optional fraction whose trailing zeros count, and an optional exponent after
  /// `c` or `e`: `1.2c6` is 1200000 in compact notation.
  package init?(decimal text: Text) {
    let operands = text.bytes.withUnsafeBufferPointer { PluralOperands(decimal: $0) }
    guard let operands else { return nil }
    self = operands
  }

  /// The operands of a decimal text in a caller's bytes.
  package init?(decimal bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= Self.maximumLength else { return nil }
    if let magnitude = Self.magnitude(of: bytes) {
      self.init(magnitude: magnitude)
      return
    }
    var offset = 0
    if let first = bytes.first, first == 0x2B || first == 0x2D { offset = 1 }
    let start = offset
    offset = bytes.digitsEnd(from: start)
    var point = offset - start
    guard point > 0 else { return nil }
    if offset < bytes.count, bytes[offset] == 0x2E {
      let fraction = offset + 1
      offset = bytes.digitsEnd(from: fraction)
      guard offset > fraction else { return nil }
    }
    let end = offset
    guard let exponent = Self.exponent(in: bytes, from: offset) else { return nil }
    point += exponent
    self.init(
      digits: UnsafeBufferPointer(rebasing: bytes[start..<end]), point: point,
      exponent: max(exponent, 0))
  }

  /// A number of digits alone, as most are, that is exact in any case.
  private static func magnitude(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard bytes.count > 0, bytes.count <= 18 else { return nil }
    var number: UInt64 = 0
    for byte in bytes {
      let digit = byte &- 0x30
      guard digit < 10 else { return nil }
      number = number &* 10 &+ UInt64(digit)
    }
    return number
  }

  /// The exponent that fills the rest of the text, 0 when there is none, nil when it is malformed.
  /// Beyond a thousand it is cut: no text has digits enough to see the difference.
  private static func exponent(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return 0 }
    guard bytes[start] | 0x20 == 0x63 || bytes[start] | 0x20 == 0x65 else { return nil }
    return bytes.signedRest(from: start + 1, atMost: 1000)
  }
}
