import CalqueBase

/// The little that formatters need to know about characters.
enum CodePoint {
  static func first(_ text: Bytes) -> UInt32 { at(0, in: text) }

  static func last(_ text: Bytes) -> UInt32 {
    var place = text.count &- 1
    while place > 0, text[place] & 0xC0 == 0x80 { place &-= 1 }
    return at(max(place, 0), in: text)
  }

  private static func at(_ place: Int, in text: Bytes) -> UInt32 {
    guard place < text.count else { return 0 }
    let lead = text[place]
    let more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
    var value = UInt32(truncatingIfNeeded: more == 0 ? lead : lead & (0x3F >> more))
    for step in 0..<more where place &+ step &+ 1 < text.count {
      value = value << 6 | UInt32(truncatingIfNeeded: text[place &+ step &+ 1] & 0x3F)
    }
    return value
  }

  /// The bytes of a character in UTF-8, the first one lowest.
  static func utf8(_ code: UInt32) -> UInt64 {
    let code = UInt64(code)
    let last = 0x80 | code & 0x3F
    let third = 0x80 | code >> 6 & 0x3F
    let second = 0x80 | code >> 12 & 0x3F
    if code < 0x80 { return code }
    if code < 0x800 { return 0xC0 | code >> 6 | last << 8 }
    if code < 0x10000 { return 0xE0 | code >> 12 | third << 8 | last << 16 }
    return 0xF0 | code >> 18 | second << 8 | third << 16 | last << 24
  }

  /// Whether a character at the edge of a currency symbol is a symbol or a space of Unicode, so that
  /// it may touch a digit.
  static func isSymbolOrSpace(_ code: UInt32) -> Bool {
    switch code {
    case 0x20, 0xA0, 0x202F, 0x24, 0x2B, 0x3C...0x3E, 0x5E, 0x60, 0x7C, 0x7E: true
    case 0xA2...0xA6, 0xA8, 0xA9, 0xAC, 0xAE...0xB1, 0xB4, 0xB8, 0xD7, 0xF7: true
    case 0x58F, 0x60B, 0x7FE...0x7FF, 0x9F2...0x9F3, 0x9FB, 0xAF1, 0xBF9, 0xE3F, 0x17DB: true
    case 0x2000...0x200A, 0x20A0...0x20C1, 0xA838, 0xFDFC, 0xFE69, 0xFF04, 0xFFE0...0xFFE6: true
    case 0x1E2FF, 0x1ECB0, 0x11FDD...0x11FE0: true
    default: false
    }
  }
}
