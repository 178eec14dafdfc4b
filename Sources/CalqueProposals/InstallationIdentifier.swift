import CalqueBase

/// The guid of an installation: a random UUID (RFC 9562, version 4).
enum InstallationIdentifier {
  static func random() -> Text {
    let (first, second) = Entropy.words()
    let version = first & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let variant = second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    var text = Text()
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      let word = place < 16 ? version : variant
      let nibble = word >> UInt64(60 - 4 * (place % 16)) & 0xF
      text.append(Hexadecimal.lowerDigit(UInt8(truncatingIfNeeded: nibble)))
    }
    return text
  }

  /// Whether a text has the shape of one.
  static func isValid(_ text: Text) -> Bool {
    guard text.count == 36 else { return false }
    for (place, byte) in text.bytes.enumerated() {
      let isHyphen = [8, 13, 18, 23].contains(place)
      if isHyphen ? byte != 0x2D : Hexadecimal.value(of: byte) == nil { return false }
    }
    return true
  }
}
