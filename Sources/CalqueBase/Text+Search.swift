/// Searching, splitting and trimming. All offsets are in bytes.
extension Text {
  /// Offset of the first occurrence of `needle` at or after `start`; an empty needle is never
  /// found.
  @inline(never)
  package func firstIndex(of needle: Text, from start: Int = 0) -> Int? {
    bytes.withUnsafeBufferPointer { $0.firstIndex(of: needle, from: start) }
  }

  /// Offset of the last occurrence of `needle`; an empty needle is never found.
  package func lastIndex(of needle: Text) -> Int? {
    bytes.withUnsafeBufferPointer { $0.lastIndex(of: needle) }
  }

  package func contains(_ needle: Text) -> Bool { firstIndex(of: needle) != nil }

  /// Whether `needle` occurs exactly at `offset`.
  @inline(never)
  package func matches(_ needle: Text, at offset: Int) -> Bool {
    bytes.withUnsafeBufferPointer { $0.matches(needle, at: offset) }
  }

  package func isSame(_ other: Bytes) -> Bool {
    bytes.withUnsafeBufferPointer { $0.isSame(other) }
  }

  package func hasPrefix(_ prefix: Text) -> Bool { matches(prefix, at: 0) }

  package func hasSuffix(_ suffix: Text) -> Bool { matches(suffix, at: count - suffix.count) }

  /// The part between two offsets; offsets outside the text are clamped to it.
  package func part(_ start: Int, _ end: Int? = nil) -> Text {
    let upper = min(max(end ?? count, 0), count)
    let lower = min(max(start, 0), upper)
    return upper - lower == count ? self : Text(bytes[lower..<upper])
  }

  package func part(_ range: Range<Int>) -> Text { part(range.lowerBound, range.upperBound) }

  /// The parts between occurrences of `separator`; the whole text when there is none.
  package func split(_ separator: Text) -> [Text] {
    var parts: [Text] = []
    var start = 0
    while let found = firstIndex(of: separator, from: start) {
      parts.append(part(start, found))
      start = found + separator.count
    }
    parts.append(part(start))
    return parts
  }

  /// The text with each occurrence of `needle` replaced.
  package func replacing(_ needle: Text, with replacement: Literal) -> Text {
    guard contains(needle) else { return self }
    return Text.joined(split(needle), by: Text(replacement))
  }

  package static func joined(_ parts: [Text], by separator: Text) -> Text {
    var whole = Text()
    for (position, part) in parts.enumerated() {
      if position > 0 { whole.append(separator) }
      whole.append(part)
    }
    return whole
  }

  /// The text without white space at its ends, as ECMAScript's `trim` defines white space.
  package func trimmed() -> Text {
    part(bytes.withUnsafeBufferPointer { $0.trimmed })
  }

  /// The text with A to Z in lowercase and all other bytes unchanged.
  package func lowercasedASCII() -> Text {
    guard bytes.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
    return Text(bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 })
  }

  /// The text with a to z in uppercase and all other bytes unchanged.
  package func uppercasedASCII() -> Text {
    Text(bytes.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 })
  }
}

/// Reading what a text has or names.
extension Text {
  /// Calls `body` with the bytes in place.
  package func withBytes<Result>(
    _ body: (Bytes) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    try bytes.withUnsafeBufferPointer(body)
  }

  /// Runs `body`; this path is the source of its error.
  package func asSource<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw error.from(source: forMessages)
    }
  }

  /// A path as the source of an error, which is UTF-8.
  package var forMessages: Text { isUTF8 ? self : "(a path that is not UTF-8)" }
}

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
    if byte == 0xE2, offset + 2 < count, bytes[offset + 1] == 0x80, bytes[offset + 2] | 1 == 0xA9 {
      return (0x2000 | Int(bytes[offset + 2] & 0x3F), 3)
    }
    return (nil, 1)
  }

  /// A URL without user and password, and with `***` in place of the values in its query and
  /// fragment whose names mark them as secret. Other texts are unchanged.
  package var withoutSecrets: Text {
    guard let colon = firstIndex(of: "://"), first(of: "/?# @", from: 0) >= colon
    else { return self }
    let host = colon + 3
    let end = first(of: "/?#", from: host)
    let at = bytes[host..<end].lastIndex(of: 0x40).map { $0 + 1 } ?? host
    var item = first(of: "?#", from: end)
    var shown = part(0, host) + part(at, item)
    while item < count {
      // Each item begins with its separator.
      let next = first(of: "&;#?", from: item + 1)
      let equals = min(first(of: "=", from: item), next)
      let isSecret = equals < next && Self.isSecret(part(item + 1, equals).lowercasedASCII())
      shown += isSecret ? part(item, equals + 1) + "***" : part(item, next)
      item = next
    }
    return shown
  }

  /// Offset of the first of some bytes at or after `start`; the end if there is none.
  @inline(never)
  private func first(of wanted: Literal, from start: Int) -> Int {
    bytes[start...].firstIndex { wanted.bytes.contains($0) } ?? count
  }

  private static func isSecret(_ name: Text) -> Bool {
    secretNames.contains(name) || name.hasSuffix("_key") || name.hasSuffix("-key")
      || secretWords.contains { name.contains(Text($0)) }
  }

  private static let secretNames: [Literal] = ["key", "code", "sig"]
  private static let secretWords: [Literal] = [
    "token", "secret", "passw", "pwd", "auth", "credential", "signature", "apikey", "session",
    "jwt",
  ]
}
