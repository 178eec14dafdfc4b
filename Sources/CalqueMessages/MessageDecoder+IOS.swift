import CalqueBase

/// References as Blockly for iOS finds them: a percent sign that no other one precedes, `{`, a
/// letter, then letters, digits, `_` or `|`, and `}`.
extension MessageDecoder {
  mutating func readIOS(_ text: UnsafeBufferPointer<UInt8>, _ tail: Int) {
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
    append(text.part(start, text.count))
  }

  /// Offset of the closing brace of the reference that may begin at a percent sign.
  private static func endOfReference(
    _ text: UnsafeBufferPointer<UInt8>, _ percent: Int
  ) -> Int? {
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
