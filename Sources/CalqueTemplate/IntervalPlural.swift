package import CalqueBase

/// Texts that depend on ranges of a count, such as `(1)[one];(2-7)[a few];(7-inf)[a lot];`: the
/// notation of i18next-intervalplural-postprocessor.
package enum IntervalPlural {
  /// The text of the first interval that holds the count.
  ///
  /// An interval is one whole number, two joined by `-` (both ends count), or `number-inf`. Its text
  /// stands in `[ ]`, or in `{ }` as before release 3 of the plugin, and cannot hold `;`. A part
  /// that cannot be read or has an empty text is passed over.
  ///
  /// - Returns: Nil when no interval holds the count; the reference then translates the key without
  ///   its `_interval` ending.
  /// - Complexity: O(text).
  package static func choose(_ text: Text, count: Double) -> Text? {
    for part in text.split(";") {
      if let (interval, choice) = read(part), !choice.isEmpty, holds(interval, count) {
        return choice
      }
    }
    return nil
  }

  /// The interval in parentheses, which holds no white space, and the text in brackets behind it.
  private static func read(_ part: Text) -> (interval: Text, choice: Text)? {
    var start = 0
    while let open = part.firstIndex(of: "(", from: start),
      let close = part.firstIndex(of: ")", from: open)
    {
      let interval = part.part(open + 1, close)
      let space = interval.bytes.withUnsafeBufferPointer { bytes in
        bytes.indices.last { Whitespace.width(in: bytes, at: $0) != nil }
      }
      guard space == nil else {
        start = open + 2 + (space ?? 0)
        continue
      }
      let bracket = bracket(part, from: close + 1)
      guard bracket < part.count else { return nil }
      if part.bytes[bracket] != 0x0A { return choice(part, at: bracket).map { (interval, $0) } }
      start = bracket + 1
    }
    return nil
  }

  /// Offset of the first bracket or end of line, or the end of the part.
  private static func bracket(_ part: Text, from start: Int) -> Int {
    var offset = start
    while offset < part.count, ![0x0A, 0x5B, 0x7B].contains(part.bytes[offset]) { offset += 1 }
    return offset
  }

  /// From the bracket to the last that closes its kind.
  private static func choice(_ part: Text, at open: Int) -> Text? {
    // In ASCII a closing bracket stands two places behind the opening one.
    let closing = part.bytes[open] + 2
    guard let close = part.bytes.lastIndex(of: closing), close > open else { return nil }
    return part.part(open + 1, close)
  }

  private static func holds(_ interval: Text, _ count: Double) -> Bool {
    let ends = interval.split("-")
    let from = ScriptNumber.integer(of: ends[0])
    guard ends.count > 1 else { return from == count }
    // Comparisons with NaN, from an end that is no number, are false.
    return count >= from && (ends[1].equals("inf") || count <= ScriptNumber.integer(of: ends[1]))
  }
}

extension IntervalPlural {
  /// The intervals of a text, as `PatternDescription` tells parts; none for a text that has no
  /// interval that can be read.
  static func parts(of text: Text) -> [Value] {
    guard text.contains(")[") || text.contains("){") || text.contains(") [") else { return [] }
    var parts: [Value] = []
    var start = 0
    var isInterval = false
    for piece in text.split(";") {
      let range = start..<(start + piece.count)
      start = range.upperBound + 1
      guard !piece.trimmed().isEmpty else { continue }
      var part = PatternDescription.part("interval", range)
      part["from"] = .null
      part["to"] = .null
      part["text"] = .null
      if let (interval, choice) = read(piece) {
        let ends = interval.split("-")
        let from = ScriptNumber.integer(of: ends[0])
        let to = ends.count > 1 ? ScriptNumber.integer(of: ends[1]) : from
        part["from"] = from.integer.map { .int($0) } ?? .null
        part["to"] =
          ends.count > 1 && ends[1].equals("inf")
          ? .text("inf") : to.integer.map { .int($0) } ?? .null
        part["text"] = .text(choice)
        isInterval = isInterval || !from.isNaN
      }
      parts.append(.object(part))
    }
    return isInterval ? parts : []
  }
}
