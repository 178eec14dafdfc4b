import CalqueBase

/// Tells keys that are sentences from keys that are paths, as i18next does when no separator was
/// chosen by the user.
enum NaturalLanguage {
  /// Whether a byte is one of those that every sentence has one of.
  static func isTelling(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x2C, 0x3F, 0x21, 0x3B: true
    default: false
    }
  }

  static func looksLike(_ key: Bytes, nsSeparator: Bytes, keySeparator: Bytes?) -> Bool {
    func has(_ bytes: Bytes) -> Bool {
      bytes.contains { byte in
        isTelling(byte) && !nsSeparator.contains(byte)
          && !(keySeparator?.contains(byte) ?? false)
      }
    }
    guard has(key) else { return false }
    guard let keySeparator, let first = key.firstIndex(of: keySeparator), first > 0 else {
      return true
    }
    return has(key.part(0, first))
  }
}
