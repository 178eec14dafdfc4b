import CalqueBase

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first such byte at or after `start`, searched eight bytes at a time.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = UnsafeRawPointer(baseAddress) else { return nil }
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var offset = start
    while offset &+ 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      let other = word ^ pattern
      // Sets the top bit of the bytes that match; the lowest bit set is always a match.
      let found = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
      if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < count {
      if self[offset] == byte { return offset }
      offset &+= 1
    }
    return nil
  }
}

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
