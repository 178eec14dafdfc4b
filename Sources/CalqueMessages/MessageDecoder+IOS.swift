import CalqueBase

/// References by the rules of Blockly for iOS: a percent sign not preceded by another one, `{`, a
/// letter, any number of letters, digits, `_` or `|`, and `}`.
extension MessageDecoder {
  mutating func readIOS(_ text: Bytes, _ tail: Int) {
    var start = 0
    var at = 0
    while let percent = text.firstIndex(of: 0x25, from: at) {
      at = percent + 1
      guard percent == 0 || text[percent - 1] != 0x25,
        let close = Self.endOfReference(text, percent),
        !Graphemes.joinsPrevious(text, percent), !Graphemes.joinsNext(text, close)
      else { continue }
      let key = text.part(percent + 2, close)
      at = close + 1
      if replace(key, after: text.part(start, percent), tail + text.count - at) { start = at }
    }
    sink.append(text.part(start, text.count))
  }

  /// Offset of the closing brace of the reference that may begin at a percent sign.
  private static func endOfReference(_ text: Bytes, _ percent: Int) -> Int? {
    let first = percent + 2
    guard first < text.count, text[percent + 1] == 0x7B, text[first].isASCIILetter else {
      return nil
    }
    var at = first + 1
    while at < text.count {
      let byte = text[at]
      if byte == 0x7D { return at }
      guard byte.isASCIILetter || byte.isASCIIDigit || byte == 0x5F || byte == 0x7C else {
        return nil
      }
      at += 1
    }
    return nil
  }
}

/// Splits decoded text at its numbers, as Blockly for iOS does: by graphemes, with `%%` for one
/// percent sign, and without newline tokens.
enum IOSTokenizer {
  static func tokens(of decoded: Text) -> [MessageToken] {
    var sink = TokenSink()
    decoded.bytes.withUnsafeBufferPointer { read($0, into: &sink) }
    return sink.finished()
  }

  private static func read(_ text: Bytes, into sink: inout TokenSink) {
    var start = 0
    var at = 0
    while let percent = text.firstIndex(of: 0x25, from: at) {
      let next = percent + 1
      at = next
      guard next < text.count, isAlone(text, percent) else { continue }
      if text[next] == 0x25, isAlone(text, next) {
        sink.append(text.part(start, next))
        start = next + 1
        at = start
      } else if let (number, end) = MessageNumber.read(text, next, byGraphemes: true) {
        sink.append(text.part(start, percent))
        sink.append(.number(number))
        start = end
        at = end
      }
    }
    sink.append(text.part(start, text.count))
  }

  private static func isAlone(_ text: Bytes, _ offset: Int) -> Bool {
    !Graphemes.joinsNext(text, offset) && !Graphemes.joinsPrevious(text, offset)
  }
}
