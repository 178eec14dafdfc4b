/// Percent-encoding of RFC 3986.
package enum PercentEncoding {
  /// Encodes every byte except letters, digits and `-._~`.
  package static func encoded(_ text: Text) -> Text { encoded(text) { !isUnreserved($0) } }

  /// Encodes the characters that are not allowed anywhere in a URL, and leaves the rest.
  package static func completed(_ url: Text) -> Text { encoded(url, where: isForbidden) }

  @inline(never)
  private static func encoded(_ text: Text, where isEncoded: (UInt8) -> Bool) -> Text {
    var encoded = Text()
    encoded.bytes.reserveCapacity(text.count)
    for byte in text.bytes {
      if isEncoded(byte) { encoded += Self.encoded(byte: byte) } else { encoded.append(byte) }
    }
    return encoded
  }

  /// Decodes each percent sign that two digits follow. Returns the text unchanged when the result
  /// would not be UTF-8.
  package static func decoded(_ text: Text) -> Text {
    var decoded = Text()
    var offset = 0
    while offset < text.count {
      let isEncoded = text.bytes[offset] == 0x25 && offset + 2 < text.count
      let byte = isEncoded ? Hexadecimal.byte(text, at: offset + 1) : nil
      decoded.append(byte ?? text.bytes[offset])
      offset += byte == nil ? 1 : 3
    }
    return decoded.isUTF8 ? decoded : text
  }

  /// A byte as a percent sign and two digits.
  package static func encoded(byte: UInt8) -> Text {
    Text([0x25, Hexadecimal.upperDigit(byte >> 4), Hexadecimal.upperDigit(byte & 0xF)])
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
  }

  /// Controls, space, `"<>\^`, backtick, braces, bar and all non-ASCII.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F...0xFF: true
    default: false
    }
  }
}

/// Hexadecimal digits, for identifiers and percent-encoding.
package enum Hexadecimal {
  /// The byte that two digits make, in either case.
  static func byte(_ text: Text, at place: Int) -> UInt8? {
    guard let high = value(of: text.bytes[place]), let low = value(of: text.bytes[place + 1]) else {
      return nil
    }
    return high << 4 | low
  }

  /// Appends a byte as two lowercase digits.
  package static func append(_ byte: UInt8, to text: inout Text) {
    text.append(lowerDigit(byte >> 4))
    text.append(lowerDigit(byte & 0xF))
  }

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
    for place in 1...8 { append(UInt8(truncatingIfNeeded: number >> (64 - 8 * place)), to: &text) }
    return text
  }

  package static func lowerDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  package static func upperDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }
}
