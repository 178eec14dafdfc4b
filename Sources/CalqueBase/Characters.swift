/// White space as ECMAScript's `String.prototype.trim` removes it (ECMA-262, WhiteSpace and
/// LineTerminator).
package enum Whitespace {
  /// The length of the white space character at `offset`, or nil when there is none.
  package static func width(in bytes: Bytes, at offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { return 1 }
    if byte == 0xC2, offset + 1 < bytes.count, bytes[offset + 1] == 0xA0 { return 2 }
    guard byte >= 0xE1, offset + 2 < bytes.count else { return nil }
    return isWide(byte, bytes[offset + 1], bytes[offset + 2]) ? 3 : nil
  }

  /// The length of the white space character that ends at `end`, or nil when there is none.
  package static func width(in bytes: Bytes, before end: Int) -> Int? {
    for length in 1...3 where end >= length {
      if width(in: bytes, at: end - length) == length { return length }
    }
    return nil
  }

  /// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF.
  private static func isWide(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xE1, 0x9A): third == 0x80
    case (0xE2, 0x80): (0x80...0x8A).contains(third) || [0xA8, 0xA9, 0xAF].contains(third)
    case (0xE2, 0x81): third == 0x9F
    case (0xE3, 0x80): third == 0x80
    case (0xEF, 0xBB): third == 0xBF
    default: false
    }
  }
}

extension UInt8 {
  @inline(__always)
  package var isASCIILetter: Bool { self | 0x20 &- 0x61 < 26 }

  @inline(__always)
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }
}
