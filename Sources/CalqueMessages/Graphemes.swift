import CalqueBase

/// Whether an ASCII character is part of a longer grapheme. Blockly for iOS reads text grapheme by
/// grapheme, so it does not treat a percent sign with a combining accent as a percent sign.
enum Graphemes {
  /// Whether the code point after the ASCII character at `offset` belongs to the same grapheme.
  @inline(__always)
  static func joinsNext(_ text: Bytes, _ offset: Int) -> Bool {
    var next = offset + 1
    guard next < text.count, text[next] >= 0x80 else { return false }
    return Letters.joinsPrevious(CodePoint.next(&next, in: text))
  }

  /// Whether the code point before the ASCII character at `offset` belongs to the same grapheme.
  @inline(__always)
  static func joinsPrevious(_ text: Bytes, _ offset: Int) -> Bool {
    guard offset > 0, text[offset - 1] >= 0x80 else { return false }
    return Letters.joinsNext(CodePoint.last(text.part(0, offset)))
  }
}

/// The decimal number of a placeholder such as `%12`.
enum MessageNumber {
  /// The number at `start` and the offset after it; nil when there is no digit, and when the number
  /// does not fit into 64 bits, in which case it is plain text.
  ///
  /// - Parameter byGraphemes: A digit with a combining mark is not a digit.
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, byGraphemes: Bool
  ) -> (Int64, Int)? {
    var (value, end) = text.digits(from: start)
    // Only the last digit can have a mark.
    if byGraphemes, end > start, Graphemes.joinsNext(text, end - 1) {
      (value, end) = text.part(start, end - 1).digits()
      end += start
    }
    guard end > start, let number = value.flatMap({ Int64(exactly: $0) }) else { return nil }
    return (number, end)
  }
}
