package import CalqueBase

/// Finds nested references such as `$t(key, {"count": 1})`.
///
/// Prefix and suffix enclose characters other than parentheses and quotes, strings in either kind
/// of quotes, which may contain parentheses, and one level of parentheses. In format `ios` a suffix in
/// double quotes does not count, unless there is no other.
package final class NestingScanner: Sendable {
  package typealias Match = PlaceholderScanner.Match

  private let prefix: Delimiter
  private let suffix: Delimiter
  private let isIOS: Bool

  package init(_ syntax: InterpolationSyntax, _ dialect: PatternDialect = .modern) {
    prefix = Delimiter(syntax.nestingPrefix)
    suffix = Delimiter(syntax.nestingSuffix)
    isIOS = dialect == .ios
  }

  /// - Parameter deadEnds: the dead ends of the text, kept from one match to the next.
  package func next(in text: Text, from start: Int, _ deadEnds: inout DeadEnds) -> Match? {
    text.bytes.withUnsafeBufferPointer { next(in: $0, from: start, &deadEnds) }
  }

  /// - Complexity: O(length of the text) for all matches together.
  @inline(never)
  package func next(in text: Bytes, from start: Int, _ deadEnds: inout DeadEnds) -> Match? {
    let (prefix, suffix) = (prefix.bytes, suffix.bytes)
    var origin = start
    while let found = text.firstIndex(of: prefix, from: origin) {
      let inner = found + prefix.count
      if let end = deadEnds.search(text, from: inner, { end(of: text, from: inner, &$0) }) {
        return Match(start: found, end: end + suffix.count, inner: inner..<end)
      }
      if isIOS {
        return text.firstIndex(of: suffix, from: inner).map {
          Match(start: found, end: $0 + suffix.count, inner: inner..<$0)
        }
      }
      origin = found + 1
    }
    return nil
  }

  package func occurs(in text: Bytes) -> Bool {
    var deadEnds = DeadEnds()
    return next(in: text, from: 0, &deadEnds) != nil
  }

  package func count(in text: Bytes) -> Int {
    var count = 0
    var origin = 0
    var deadEnds = DeadEnds()
    while let match = next(in: text, from: origin, &deadEnds) {
      count += 1
      origin = match.end
    }
    return count
  }

  /// The offset of the suffix of a reference whose content starts at `start`.
  private func end(of text: Bytes, from start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    if isIOS { return unquotedEnd(of: text, from: start, &deadEnds) }
    var offset = start
    while offset < text.count {
      if deadEnds.has(offset, in: Self.outside) { return nil }
      if text.matches(suffix.bytes, at: offset) { return offset }
      switch text[offset] {
      case 0x22, 0x27:
        guard let close = closingQuote(in: text, openedAt: offset) else { return nil }
        offset = close + 1
      case 0x28:
        guard let close = closingParenthesis(in: text, openedAt: offset, &deadEnds) else {
          return nil
        }
        offset = close + 1
      case 0x29: return nil
      default: offset += 1
      }
    }
    return nil
  }

  private func unquotedEnd(of text: Bytes, from start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    let suffix = suffix.bytes
    let begin = suffix.first
    var (offset, isQuoted) = (start, false)
    if !suffix.isEmpty {
      guard let first = text.firstIndex(of: suffix, from: start) else { return nil }
      // Only behind a quote it may not count.
      guard let quote = text.part(0, first + 1).firstIndex(of: 0x22, from: start) else {
        return first
      }
      offset = quote
    }
    while offset < text.count {
      if deadEnds.has(offset, in: isQuoted ? Self.inQuotes : Self.outside) { return nil }
      let byte = text[offset]
      if byte == 0x22 { isQuoted.toggle() }
      if !isQuoted, byte == begin ?? byte, text.matches(suffix, at: offset) { return offset }
      offset &+= isQuoted && byte == 0x5C ? 2 : 1
    }
    return nil
  }

  private static let outside: UInt8 = 1
  private static let inParentheses: UInt8 = 2
  private static let inQuotes: UInt8 = 2

  private func closingQuote(in text: Bytes, openedAt start: Int) -> Int? {
    let quote = text[start]
    return text[(start + 1)...].firstIndex(of: quote)
  }

  private func closingParenthesis(
    in text: Bytes, openedAt start: Int, _ deadEnds: inout DeadEnds
  ) -> Int? {
    var offset = start + 1
    while offset < text.count {
      if deadEnds.has(offset, in: Self.inParentheses) { return nil }
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
