package import CalqueBase

/// Finds nested references such as `$t(key, {"count": 1})`.
///
/// Between prefix and suffix stand characters other than parentheses and quotes, quoted strings
/// (with either quote, which may hold parentheses), and one level of parentheses.
package struct NestingScanner: Sendable {
  package struct Match: Sendable {
    package let start: Int
    package let end: Int
    package let inner: Range<Int>
  }

  private let prefix: Text
  private let suffix: Text

  package init(_ syntax: InterpolationSyntax) {
    prefix = syntax.nestingPrefix
    suffix = syntax.nestingSuffix
  }

  @inline(never)
  package func next(in text: Text, from start: Int) -> Match? {
    text.bytes.withUnsafeBufferPointer { next(in: $0, from: start) }
  }

  package func next(in text: Bytes, from start: Int) -> Match? {
    var origin = start
    while let found = text.firstIndex(of: prefix, from: origin) {
      let inner = found + prefix.count
      if let end = end(of: text, from: inner) {
        return Match(start: found, end: end + suffix.count, inner: inner..<end)
      }
      origin = found + 1
    }
    return nil
  }

  package func count(in text: Text) -> Int {
    var count = 0
    var origin = 0
    while let match = next(in: text, from: origin) {
      count += 1
      origin = match.end
    }
    return count
  }

  /// Offset of the suffix that ends a reference whose inside begins at `start`.
  private func end(of text: Bytes, from start: Int) -> Int? {
    var offset = start
    while offset < text.count {
      if text.matches(suffix, at: offset) { return offset }
      switch text[offset] {
      case 0x22, 0x27:
        guard let close = closingQuote(in: text, openedAt: offset) else { return nil }
        offset = close + 1
      case 0x28:
        guard let close = closingParenthesis(in: text, openedAt: offset) else { return nil }
        offset = close + 1
      case 0x29: return nil
      default: offset += 1
      }
    }
    return nil
  }

  private func closingQuote(in text: Bytes, openedAt start: Int) -> Int? {
    let quote = text[start]
    return text[(start + 1)...].firstIndex(of: quote)
  }

  private func closingParenthesis(in text: Bytes, openedAt start: Int) -> Int? {
    var offset = start + 1
    while offset < text.count {
      switch text[offset] {
      case 0x29: return offset
      case 0x28: return nil
      case 0x22, 0x27: offset = (closingQuote(in: text, openedAt: offset) ?? offset) + 1
      default: offset += 1
      }
    }
    return nil
  }
}
