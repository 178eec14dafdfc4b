import CalqueBase

/// Tells keys that are sentences from keys that are paths, as i18next does when no separator was
/// chosen by the user.
enum NaturalLanguage {
  private static let marks: [UInt8] = [0x20, 0x2C, 0x3F, 0x21, 0x3B]

  static func looksLike(_ key: Text, nsSeparator: Text, keySeparator: Text?) -> Bool {
    let separators = nsSeparator.bytes + (keySeparator?.bytes ?? [])
    let telling = marks.filter { !separators.contains($0) }
    if telling.isEmpty || !has(telling, key.bytes[...]) { return false }
    guard let keySeparator, let first = key.firstIndex(of: keySeparator), first > 0 else {
      return true
    }
    return has(telling, key.bytes[..<first])
  }

  private static func has(_ marks: [UInt8], _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.contains { marks.contains($0) }
  }
}
