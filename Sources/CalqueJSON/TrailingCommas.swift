import CalqueBase

/// Commas before a closing bracket, which occur in hand-written files though JSON forbids them.
enum TrailingCommas {
  /// The text with each trailing comma replaced by a space, which keeps positions; nil when there
  /// is none.
  ///
  /// A comma is trailing only after a value: `[,]` remains an error.
  static func blanked(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var trailing: [Int] = []
    var comma: Int?
    var previous: UInt8 = 0
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        break
      case 0x22:
        offset = (JSONScan.textEnd(bytes, offset) ?? bytes.count) - 1
        (comma, previous) = (nil, byte)
      case 0x2C:
        let followsValue = ![0, 0x5B, 0x7B, 0x2C, 0x3A].contains(previous)
        (comma, previous) = (followsValue ? offset : nil, byte)
      case 0x5D, 0x7D:
        if let comma { trailing.append(comma) }
        (comma, previous) = (nil, byte)
      default:
        (comma, previous) = (nil, byte)
      }
      offset += 1
    }
    guard !trailing.isEmpty else { return nil }
    var result = Array(bytes)
    for comma in trailing { result[comma] = 0x20 }
    return result
  }
}
