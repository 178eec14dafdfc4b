import CalqueBase

/// References, escapes, numbers and newlines by the rules of Blockly for the web.
extension MessageDecoder {
  mutating func readJS(_ text: Bytes, _ tail: Int) {
    var start = 0
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte == 0x0A, splits {
        sink.append(text.part(start, at))
        sink.append(.newline)
        at += 1
        start = at
      } else if byte == 0x25 {
        at = readPercent(text, at, &start, tail)
      } else {
        at += 1
      }
    }
    sink.append(text.part(start, text.count))
  }

  /// - Parameter start: The offset of the first byte not yet in the output.
  /// - Returns: The offset at which reading continues.
  private mutating func readPercent(
    _ text: Bytes, _ percent: Int, _ start: inout Int, _ tail: Int
  ) -> Int {
    let next = percent + 1
    guard next < text.count else { return next }
    if text[next] == 0x25 {
      sink.append(text.part(start, next))
      start = next + 1
    } else if text[next] == 0x7B {
      return readReference(text, percent, &start, tail)
    } else if splits,
      let (number, end) = MessageNumber.read(text, next, byGraphemes: false)
    {
      sink.append(text.part(start, percent))
      sink.append(.number(number))
      start = end
      return end
    }
    return next + 1
  }

  private mutating func readReference(
    _ text: Bytes, _ percent: Int, _ start: inout Int, _ tail: Int
  ) -> Int {
    // Without a closing brace the rest is plain text.
    guard let close = text.firstIndex(of: 0x7D, from: percent + 2) else { return text.count }
    let key = text.part(percent + 2, close)
    let end = close + 1
    if Self.isReference(key),
      replace(key, after: text.part(start, percent), tail + text.count - end)
    {
      start = end
    }
    return end
  }

  /// Whether a key begins with `BKY_`, in any case.
  static func isReference(_ key: Bytes) -> Bool {
    key.count > 4 && key[0] | 0x20 == 0x62 && key[1] | 0x20 == 0x6B && key[2] | 0x20 == 0x79
      && key[3] == 0x5F
  }
}
