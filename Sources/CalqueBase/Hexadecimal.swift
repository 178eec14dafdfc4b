/// Hexadecimal digits, for identifiers and percent-encoding.
package enum Hexadecimal {
  package static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// A number as sixteen lowercase digits.
  package static func text(of number: UInt64) -> Text {
    var text = Text()
    for shift in (0..<16).map({ UInt64(60 - 4 * $0) }) {
      text.append(lowerDigit(UInt8(truncatingIfNeeded: number >> shift) & 0xF))
    }
    return text
  }

  package static func lowerDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  package static func upperDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }
}
