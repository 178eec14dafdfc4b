package import CalqueBase

/// Finds placeholders, leftmost first.
///
/// - In format `ios` it takes the longest run of word characters and key separators between prefix and
///   suffix, so `__a____b__` is one placeholder named `a____b`.
/// - In others it takes the shortest run that is not empty and has no line break; in `v1`, `HTML` before
///   the suffix is not part of it.
package final class PlaceholderScanner: Sendable {
  /// The range of a placeholder or reference, and of the content between its delimiters.
  package struct Match: Sendable {
    package let start: Int
    package let end: Int
    package let inner: Range<Int>
    /// Whether `HTML` stood before the suffix, which disables escaping; in format `v1` alone.
    package var isHTML = false
  }

  private let prefix: Delimiter
  private let suffix: Delimiter
  private let dialect: PatternDialect
  private let keySeparator: Delimiter

  package init(
    _ dialect: PatternDialect = .modern, prefix: Text, suffix: Text, keySeparator: Text = "."
  ) {
    (self.prefix, self.suffix) = (Delimiter(prefix), Delimiter(suffix))
    (self.dialect, self.keySeparator) = (dialect, Delimiter(keySeparator))
  }

  /// The first placeholder that begins at or after `start`.
  ///
  /// - Complexity: O(length of the text) for all matches together.
  @inline(never)
  package func next(in text: Bytes, from start: Int) -> Match? {
    if dialect == .ios { return nextOfWords(in: text, from: start) }
    let (prefix, suffix) = (prefix.bytes, suffix.bytes)
    var origin = start
    while let found = text.firstIndex(of: prefix, from: origin) {
      let inner = found + prefix.count
      let first = inner + Self.codePointWidth(in: text, at: inner)
      guard let end = text.firstIndex(of: suffix, from: first) else { return nil }
      guard let lineBreak = Self.lastLineBreak(in: text, from: inner, to: end) else {
        let isHTML = dialect == .v1 && end - inner > 4 && text.part(end - 4, end).equals("HTML")
        return Match(
          start: found, end: end + suffix.count, inner: inner..<(isHTML ? end - 4 : end),
          isHTML: isHTML)
      }
      // No placeholder that begins before the line break can end before it.
      origin = max(found + 1, min(lineBreak, end))
    }
    return nil
  }

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

  // MARK: Words

  private func nextOfWords(in text: Bytes, from start: Int) -> Match? {
    let (prefix, suffix, separator) = (prefix.bytes, suffix.bytes, keySeparator.bytes)
    var origin = start
    while let found = text.firstIndex(of: prefix, from: origin) {
      let inner = found + prefix.count
      var runEnd = inner
      while let width = Self.wordWidth(in: text, at: runEnd, separator) { runEnd += width }
      // The last suffix that starts after at least one character of the run.
      var end = runEnd
      while end > inner, !text.matches(suffix, at: end) { end -= 1 }
      if end > inner { return Match(start: found, end: end + suffix.count, inner: inner..<end) }
      origin = found + 1
    }
    return nil
  }

  /// The length of the word character or key separator at an offset. All characters beyond ASCII
  /// count as letters, except the separators and marks of the Latin-1 and general punctuation
  /// blocks.
  @inline(__always)
  private static func wordWidth(in text: Bytes, at offset: Int, _ separator: Bytes) -> Int? {
    guard offset < text.count else { return nil }
    let byte = text[offset]
    if byte == separator.first, text.matches(separator, at: offset) { return separator.count }
    if byte.isASCIILetter || byte.isASCIIDigit || byte == 0x5F { return 1 }
    return byte < 0x80 || isMark(text, offset) ? nil : 1
  }

  private static func isMark(_ text: Bytes, _ offset: Int) -> Bool {
    let next = offset + 1 < text.count ? text[offset + 1] : 0
    switch text[offset] {
    case 0xC2: return next < 0xAA
    case 0xE2: return next <= 0x81
    case 0xE3: return next == 0x80
    default: return false
    }
  }
}

/// A text that borrowed bytes are searched for, without a look at who owns it.
struct Delimiter: @unchecked Sendable {
  // Unchecked: it does not change, and so stays where it is.
  private let text: Text
  let bytes: Bytes

  @inline(never)
  init(_ text: Text) {
    self.text = text
    bytes = text.bytes.withUnsafeBufferPointer { $0 }
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
    if let end, !marks.isEmpty {
      for offset in start..<max(start, min(end + 1, marks.count)) { marks[offset] = 0 }
    }
    return end
  }

  /// Whether a failed search passed an offset in a state. This search passes it, too.
  ///
  /// - Parameter state: one bit.
  @inline(__always)
  package mutating func has(_ offset: Int, in state: UInt8) -> Bool {
    !marks.isEmpty && isMarked(offset, state)
  }

  @inline(never)
  private mutating func isMarked(_ offset: Int, _ state: UInt8) -> Bool {
    guard offset < marks.count else { return false }
    if marks[offset] & state != 0 { return true }
    marks[offset] |= state
    return false
  }
}
