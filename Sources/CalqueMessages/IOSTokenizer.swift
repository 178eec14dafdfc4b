import CalqueBase

/// Cuts decoded text at its numbers, as Blockly for iOS does: by graphemes, with `%%` for one percent
/// sign, and without newline tokens.
enum IOSTokenizer {
  static func tokens(of decoded: Text) -> [MessageToken] {
    var sink = TokenSink()
    decoded.bytes.withUnsafeBufferPointer { read($0, into: &sink) }
    return sink.finished()
  }

  private static func read(_ text: UnsafeBufferPointer<UInt8>, into sink: inout TokenSink) {
    var start = 0
    var at = 0
    while let percent = text.firstIndex(of: 0x25, from: at) {
      let next = percent + 1
      at = next
      guard next < text.count, isAlone(text, percent) else { continue }
      if text[next] == 0x25, isAlone(text, next) {
        append(text.part(start, next), to: &sink)
        start = next + 1
        at = start
      } else if let (number, end) = MessageNumber.read(text, next, byGraphemes: true) {
        append(text.part(start, percent), to: &sink)
        sink.append(number: number)
        start = end
        at = end
      }
    }
    append(text.part(start, text.count), to: &sink)
  }

  private static func isAlone(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
    !Graphemes.joinsNext(text, offset) && !Graphemes.joinsPrevious(text, offset)
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to sink: inout TokenSink) {
    if let start = bytes.baseAddress, bytes.count > 0 { sink.append(start, bytes.count) }
  }
}
