import CalqueBase

/// The shapes of subtags in BCP 47 and UTS 35.
enum Subtag {
  static func isAlphabetic(_ subtag: Text, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(subtag.count) && subtag.bytes.allSatisfy(isLetter)
  }

  static func isAlphanumeric(_ subtag: Text, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(subtag.count) && subtag.bytes.allSatisfy { isLetter($0) || isDigit($0) }
  }

  static func isLanguage(_ subtag: Text) -> Bool {
    isAlphabetic(subtag, 2...3) || isAlphabetic(subtag, 5...8)
  }

  static func isScript(_ subtag: Text) -> Bool { isAlphabetic(subtag, 4...4) }

  static func isRegion(_ subtag: Text) -> Bool {
    isAlphabetic(subtag, 2...2) || (subtag.count == 3 && subtag.bytes.allSatisfy(isDigit))
  }

  static func isVariant(_ subtag: Text) -> Bool {
    if isAlphanumeric(subtag, 5...8) { return true }
    guard isAlphanumeric(subtag, 4...4), let first = subtag.bytes.first else { return false }
    return isDigit(first)
  }

  /// A key of the extension `u`: a letter or digit, then a letter.
  static func isKeywordKey(_ subtag: Text) -> Bool {
    guard isAlphanumeric(subtag, 2...2), let last = subtag.bytes.last else { return false }
    return isLetter(last)
  }

  /// A key of the extension `t`: a letter, then a digit.
  static func isFieldKey(_ subtag: Text) -> Bool {
    guard subtag.count == 2, let first = subtag.bytes.first, let last = subtag.bytes.last else {
      return false
    }
    return isLetter(first) && isDigit(last)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
