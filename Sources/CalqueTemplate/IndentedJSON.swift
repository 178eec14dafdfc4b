import CalqueBase

/// Compact JSON laid out over several lines, as `JSON.stringify` does with an indentation.
enum IndentedJSON {
  /// - Parameters:
  ///   - compact: JSON without white space between its parts.
  ///   - spaces: The spaces per level, at most 10; 0 leaves the text unchanged.
  static func text(_ compact: Text, spaces: Int) -> Text {
    guard spaces > 0 else { return compact }
    let bytes = compact.bytes
    var result = Text()
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if isQuoted {
        result.append(byte)
        isQuoted = byte != 0x22 || isEscaped
        isEscaped = byte == 0x5C && !isEscaped
        continue
      }
      let isEmpty = offset + 1 < bytes.count && byte | 0x20 == 0x7B && closes(bytes[offset + 1])
      let endsEmpty = offset > 0 && closes(byte) && bytes[offset - 1] | 0x20 == 0x7B
      if closes(byte), !endsEmpty {
        depth -= 1
        breakLine(&result, depth * min(spaces, 10))
      }
      result.append(byte)
      isQuoted = byte == 0x22
      if byte == 0x3A { result.append(0x20) }
      if byte | 0x20 == 0x7B, !isEmpty { depth += 1 }
      if byte == 0x2C || (byte | 0x20 == 0x7B && !isEmpty) {
        breakLine(&result, depth * min(spaces, 10))
      }
    }
    return result
  }

  /// Whether a byte is `]` or `}`, which differ in the bit 0x20, as `[` and `{` do.
  private static func closes(_ byte: UInt8) -> Bool { byte | 0x20 == 0x7D }

  private static func breakLine(_ text: inout Text, _ spaces: Int) {
    text.append(0x0A)
    for _ in 0..<max(spaces, 0) { text.append(0x20) }
  }
}
