package import CalqueBase

/// Finds `prefix … suffix`: the shortest non-empty run without a line break, leftmost first.
package struct PlaceholderScanner: Sendable {
  /// The range of a placeholder or reference, and of the content between its delimiters.
  package struct Match: Sendable {
    package let start: Int
    package let end: Int
    package let inner: Range<Int>
    /// Whether `HTML` stood before the suffix, which disables escaping; in format `v1` alone.
    package var isHTML = false
  }

  private let prefix: Text
  private let suffix: Text

  package init(prefix: Text, suffix: Text) {
    self.prefix = prefix
    self.suffix = suffix
  }

  /// The first placeholder that begins at or after `start`.
  ///
  /// - Complexity: O(length of the text) for all matches together.
  package func next(in text: Bytes, from start: Int) -> Match? {
    var origin = start
    while let found = text.firstIndex(of: prefix, from: origin) {
      let inner = found + prefix.count
      let first = inner + Self.codePointWidth(in: text, at: inner)
      guard let end = text.firstIndex(of: suffix, from: first) else { return nil }
      guard let lineBreak = Self.lastLineBreak(in: text, from: inner, to: end) else {
        return Match(start: found, end: end + suffix.count, inner: inner..<end)
      }
      // No placeholder that begins before the line break can end before it.
      origin = max(found + 1, min(lineBreak, end))
    }
    return nil
  }

  @inline(never)
  package func next(in text: Text, from start: Int) -> Match? {
    text.bytes.withUnsafeBufferPointer { next(in: $0, from: start) }
  }

  private static func codePointWidth(in text: Bytes, at offset: Int) -> Int {
    var width = 1
    while offset + width < text.count, text[offset + width] & 0xC0 == 0x80 { width += 1 }
    return width
  }

  /// The offset after the last line break (LF, CR, U+2028, U+2029) of a range; nil when there is
  /// none.
  private static func lastLineBreak(in text: Bytes, from start: Int, to end: Int) -> Int? {
    var offset = end - 1
    while offset >= start {
      let byte = text[offset]
      if byte == 0x0A || byte == 0x0D { return offset + 1 }
      if byte == 0xA8 || byte == 0xA9, offset - 2 >= start,
        text[offset - 1] == 0x80, text[offset - 2] == 0xE2
      {
        return offset + 1
      }
      offset -= 1
    }
    return nil
  }
}

/// The offsets of a text through which searches for an end passed without success, so that later
/// searches do not repeat them.
package struct DeadEnds {
  private var marks: [UInt8] = []

  package init() {}

  /// Runs a search, which asks `has` about each offset that it passes. From the first that fails on, they
  /// are marked.
  package mutating func search(
    _ text: Bytes, from start: Int, _ search: (inout DeadEnds) -> Int?
  ) -> Int? {
    let end = search(&self)
    if end == nil, marks.isEmpty {
      marks = [UInt8](repeating: 0, count: text.count)
      return search(&self)
    }
    // No dead ends: this one found its end.
    if let end { for offset in start..<max(start, min(end + 1, marks.count)) { marks[offset] = 0 } }
    return end
  }

  /// Whether a failed search passed an offset in a state. This search passes it, too.
  ///
  /// - Parameter state: one bit.
  @inline(__always)
  package mutating func has(_ offset: Int, in state: UInt8) -> Bool {
    guard offset < marks.count else { return false }
    if marks[offset] & state != 0 { return true }
    marks[offset] |= state
    return false
  }
}
