import CalqueBase

/// Bytes of a file to text.
enum TextDecoding {
  /// UTF-8, with or without a byte order mark; nil for anything else.
  static func utf8(_ bytes: Text) -> Text? {
    let text = bytes.hasPrefix(Text([0xEF, 0xBB, 0xBF])) ? bytes.part(3) : bytes
    let invalid = text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) }
    return invalid == nil ? text : nil
  }

  /// UTF-16 when it begins with a byte order mark, else UTF-8; nil for anything else.
  static func marked(_ bytes: Text) -> Text? {
    switch (bytes.bytes.first, bytes.bytes.dropFirst().first) {
    case (0xFF, 0xFE): utf16(bytes.bytes.dropFirst(2), high: 1)
    case (0xFE, 0xFF): utf16(bytes.bytes.dropFirst(2), high: 0)
    default: utf8(bytes)
    }
  }

  /// - Parameter high: which byte of each two is the high one.
  private static func utf16(_ bytes: ArraySlice<UInt8>, high: Int) -> Text? {
    guard bytes.count % 2 == 0 else { return nil }
    var text = Text()
    text.bytes.reserveCapacity(bytes.count)
    var lead: UInt32?
    for place in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
      let unit = UInt32(bytes[place + high]) << 8 | UInt32(bytes[place + 1 - high])
      switch (lead, unit) {
      case (nil, 0xD800...0xDBFF): lead = unit
      case (nil, 0xDC00...0xDFFF): return nil
      case (nil, _): append(unit, to: &text)
      case (let first?, 0xDC00...0xDFFF):
        append(0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00), to: &text)
        lead = nil
      default: return nil
      }
    }
    return lead == nil ? text : nil
  }

  private static func append(_ scalar: UInt32, to text: inout Text) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { room in
      guard let start = room.baseAddress else { return }
      text.append(Bytes(start: start, count: UTF8Encoding.write(scalar, to: start)))
    }
  }
}
