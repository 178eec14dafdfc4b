package import CalqueBase

/// Finds the placeholders of formats `v1` and `ios`: `__name__`, in `v1` also `__nameHTML__`.
///
/// - `v1` takes the shortest run between prefix and suffix, without line breaks.
/// - `ios` takes the longest run of word characters and key separators, so `__a____b__` is one
///   placeholder named `a____b`.
package struct UnderscoreScanner: Sendable {
  package typealias Match = PlaceholderScanner.Match

  private let dialect: PatternDialect
  private let prefix: Text
  private let suffix: Text
  private let keySeparator: Text
  private let shortest: PlaceholderScanner

  package init(dialect: PatternDialect, prefix: Text, suffix: Text, keySeparator: Text = ".") {
    self.dialect = dialect
    self.prefix = prefix
    self.suffix = suffix
    self.keySeparator = keySeparator
    shortest = PlaceholderScanner(prefix: prefix, suffix: suffix)
  }

  @inline(never)
  package func next(in text: Bytes, from start: Int) -> Match? {
    dialect == .ios ? nextOfWords(in: text, from: start) : nextShortest(in: text, from: start)
  }

  private func nextShortest(in text: Bytes, from start: Int) -> Match? {
    guard let match = shortest.next(in: text, from: start) else { return nil }
    let (inner, end) = (match.inner.lowerBound, match.inner.upperBound)
    let isHTML = end - inner > 4 && text.part(end - 4, end).equals("HTML")
    return Match(
      start: match.start, end: match.end, inner: inner..<(isHTML ? end - 4 : end), isHTML: isHTML)
  }

  private func nextOfWords(in text: Bytes, from start: Int) -> Match? {
    var origin = start
    while let found = text.firstIndex(of: prefix, from: origin) {
      let inner = found + prefix.count
      var runEnd = inner
      while let width = wordWidth(in: text, at: runEnd) { runEnd += width }
      if let end = lastSuffix(in: text, after: inner, runEnd: runEnd) {
        return Match(start: found, end: end + suffix.count, inner: inner..<end)
      }
      origin = found + 1
    }
    return nil
  }

  /// The offset of the last suffix that starts after at least one character of the run.
  private func lastSuffix(in text: Bytes, after inner: Int, runEnd: Int) -> Int? {
    var end = runEnd
    while end > inner {
      if text.matches(suffix, at: end) { return end }
      end -= 1
    }
    return nil
  }

  /// The length of the word character or key separator at an offset. All characters beyond ASCII
  /// count as letters, except the separators and marks of the Latin-1 and general punctuation
  /// blocks.
  private func wordWidth(in text: Bytes, at offset: Int) -> Int? {
    guard offset < text.count else { return nil }
    let byte = text[offset]
    if byte == keySeparator.bytes.first, text.matches(keySeparator, at: offset) {
      return keySeparator.count
    }
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: return 1
    case 0x80...: return isMark(text, offset) ? nil : 1
    default: return nil
    }
  }

  private func isMark(_ text: Bytes, _ offset: Int) -> Bool {
    let next = offset + 1 < text.count ? text[offset + 1] : 0
    switch text[offset] {
    case 0xC2: return next < 0xAA
    case 0xE2: return next <= 0x81
    case 0xE3: return next == 0x80
    default: return false
    }
  }
}
