package import CalqueBase

/// Texts that depend on ranges of a count, such as `(1)[one];(2-7)[a few];(7-inf)[a lot];`: the
/// notation of i18next-intervalplural-postprocessor.
package enum IntervalPlural {
  /// The text of the first interval that contains the count.
  ///
  /// An interval is one whole number, two joined by `-` (both inclusive), or `number-inf`. Its text
  /// is enclosed in `[ ]`, or in `{ }` as before release 3 of the plugin, and cannot contain `;`. A
  /// part that is malformed or has an empty text is skipped.
  ///
  /// - Returns: Nil when no interval contains the count; the caller then translates the key without
  ///   its `_interval` suffix, as the plugin does.
  /// - Complexity: O(text).
  package static func choose(_ text: Text, count: Double) -> Text? {
    text.bytes.withUnsafeBufferPointer { choose($0, count) }.map { Text($0) }
  }

  /// Chooses a part of `text` without copying it.
  package static func choose(_ text: Bytes, _ count: Double) -> Bytes? {
    var rest = text
    while true {
      let end = rest.firstIndex(of: 0x3B, from: 0) ?? rest.count
      if let (interval, choice) = read(rest.part(0, end)), !choice.isEmpty, holds(interval, count) {
        return choice
      }
      guard end < rest.count else { return nil }
      rest = rest.part(end + 1, rest.count)
    }
  }

  /// The interval in parentheses, which contains no white space, and the text in brackets after it.
  private static func read(_ part: Bytes) -> (interval: Bytes, choice: Bytes)? {
    var start = 0
    while let open = part.firstIndex(of: 0x28, from: start),
      let close = part.firstIndex(of: 0x29, from: open)
    {
      let interval = part.part(open + 1, close)
      let space = interval.indices.last { Whitespace.width(in: interval, at: $0) != nil }
      guard space == nil else {
        start = open + 2 + (space ?? 0)
        continue
      }
      // The first bracket or line end.
      var end = close + 1
      while end < part.count, part[end] != 0x0A, part[end] | 0x20 != 0x7B { end += 1 }
      guard end < part.count else { return nil }
      if part[end] != 0x0A { return choice(part, at: end).map { (interval, $0) } }
      start = end + 1
    }
    return nil
  }

  /// The text from the bracket to the last closing bracket of its kind.
  private static func choice(_ part: Bytes, at open: Int) -> Bytes? {
    // In ASCII, the code of a closing bracket is that of the opening one plus 2.
    let closing = part[open] &+ 2
    guard let close = part.lastIndex(of: closing), close > open else { return nil }
    return part.part(open + 1, close)
  }

  private static func holds(_ interval: Bytes, _ count: Double) -> Bool {
    let (first, last) = ends(of: interval)
    let from = ScriptNumber.integer(of: first)
    guard let last else { return from == count }
    // An end that is not a number is NaN, for which all comparisons are false.
    return count >= from && (last.equals("inf") || count <= ScriptNumber.integer(of: last))
  }

  /// The part before the first dash, and the part between it and the next.
  private static func ends(of interval: Bytes) -> (first: Bytes, last: Bytes?) {
    guard let dash = interval.firstIndex(of: 0x2D, from: 0) else { return (interval, nil) }
    let rest = interval.part(dash + 1, interval.count)
    return (interval.part(0, dash), rest.part(0, rest.firstIndex(of: 0x2D, from: 0) ?? rest.count))
  }
}

extension IntervalPlural {
  /// The intervals of a text, as parts for `PatternCompiler.parts`; empty for a text without a
  /// well-formed interval.
  static func parts(of text: Text) -> [Value] {
    guard text.contains(")[") || text.contains("){") || text.contains(") [") else { return [] }
    var parts: [Value] = []
    var start = 0
    var isInterval = false
    for piece in text.split(";") {
      let range = start..<(start + piece.count)
      start = range.upperBound + 1
      guard !piece.trimmed().isEmpty else { continue }
      var part: Members = ["from": .null, "to": .null, "text": .null]
      piece.bytes.withUnsafeBufferPointer { piece in
        guard let (interval, choice) = read(piece) else { return }
        let (first, last) = ends(of: interval)
        let from = ScriptNumber.integer(of: first)
        let to = last.map { ScriptNumber.integer(of: $0) } ?? from
        part["from"] = from.integer.map { .int($0) } ?? .null
        part["to"] =
          last?.equals("inf") ?? false ? .text("inf") : to.integer.map { .int($0) } ?? .null
        part["text"] = .text(Text(choice))
        isInterval = isInterval || !from.isNaN
      }
      parts.append(PatternCompiler.part("interval", range, part))
    }
    return isInterval ? parts : []
  }
}
