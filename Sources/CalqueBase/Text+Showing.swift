/// Making texts safe to show in messages, logs and reports.
extension Text {
  /// The text with control characters and line separators escaped as in JSON, so that a name in a
  /// message cannot forge a line.
  package var onOneLine: Text {
    var shown = Text()
    var offset = 0
    while offset < count {
      let (code, width) = control(at: offset)
      if let code {
        shown.append("\\u")
        for shift in [8, 0] { Hexadecimal.append(UInt8(code >> shift & 255), to: &shown) }
      } else {
        shown.append(bytes[offset])
      }
      offset += width
    }
    return shown
  }

  /// The code point of the control character or line separator at an offset, and its length.
  private func control(at offset: Int) -> (code: Int?, width: Int) {
    let byte = Int(bytes[offset])
    if byte < 0x20 || byte == 0x7F { return (byte, 1) }
    if byte == 0xC2, offset + 1 < count, bytes[offset + 1] < 0xA0 {
      return (Int(bytes[offset + 1]), 2)
    }
    if byte == 0xE2, offset + 2 < count, bytes[offset + 1] == 0x80 {
      if bytes[offset + 2] == 0xA8 { return (0x2028, 3) }
      if bytes[offset + 2] == 0xA9 { return (0x2029, 3) }
    }
    return (nil, 1)
  }

  /// A URL without user and password, and with `***` in place of the values in its query and
  /// fragment whose names mark them as secret. Other texts are unchanged.
  package var withoutSecrets: Text {
    guard let colon = firstIndex(of: "://"), !part(0, colon).bytes.contains(where: Self.endsScheme)
    else { return self }
    let host = colon + 3
    let end = bytes[host...].firstIndex { [0x2F, 0x3F, 0x23].contains($0) } ?? count
    let at = bytes[host..<end].lastIndex(of: 0x40).map { $0 + 1 } ?? host
    let query = bytes[end...].firstIndex { [0x3F, 0x23].contains($0) } ?? count
    var shown = part(0, host) + part(at, query)
    var item = query
    while item < count {
      // Each item begins with its separator.
      let next = bytes[(item + 1)...].firstIndex { [0x26, 0x3B, 0x23, 0x3F].contains($0) } ?? count
      if let equals = bytes[item..<next].firstIndex(of: 0x3D),
        Self.isSecret(part(item + 1, equals).lowercasedASCII())
      {
        shown += part(item, equals + 1) + "***"
      } else {
        shown += part(item, next)
      }
      item = next
    }
    return shown
  }

  private static func endsScheme(_ byte: UInt8) -> Bool {
    [0x2F, 0x3F, 0x23, 0x20, 0x40].contains(byte)
  }

  private static func isSecret(_ name: Text) -> Bool {
    name.equals("key") || name.equals("code") || name.equals("sig") || name.hasSuffix("_key")
      || name.hasSuffix("-key") || secretWords.contains { name.contains($0) }
  }

  private static var secretWords: [Text] {
    [
      "token", "secret", "passw", "pwd", "auth", "credential", "signature", "apikey", "session",
      "jwt",
    ]
  }
}
