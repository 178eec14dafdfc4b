import CalqueBase

/// Whether an ASCII character is part of a longer grapheme. Blockly for iOS reads text grapheme by
/// grapheme, so it does not treat a percent sign with a combining accent as a percent sign.
enum Graphemes {
  /// Whether the code point after the ASCII character at `offset` belongs to the same grapheme.
  @inline(__always)
  static func joinsNext(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
    let next = offset + 1
    guard next < text.count, text[next] >= 0x80 else { return false }
    var end = next + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return isOneGrapheme(text.part(offset, end))
  }

  /// Whether the code point before the ASCII character at `offset` belongs to the same grapheme.
  @inline(__always)
  static func joinsPrevious(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
    guard offset > 0, text[offset - 1] >= 0x80 else { return false }
    var start = offset - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return isOneGrapheme(text.part(start, offset + 1))
  }

  @inline(never)
  private static func isOneGrapheme(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    String(decoding: part, as: UTF8.self).count == 1
  }
}
