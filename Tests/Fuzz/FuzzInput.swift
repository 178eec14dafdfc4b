import CalqueBase
import CalqueJSON

/// Bytes of a run, cut into fields at line feeds.
struct FuzzInput {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next field begins.
  private var at = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isUTF8: Bool { UTF8Check.firstInvalid(bytes) == nil }

  /// The next byte, nil when there is none.
  mutating func byte() -> UInt8? {
    guard at < bytes.count else { return nil }
    at += 1
    return bytes[at - 1]
  }

  /// The rest, up to the next line feed.
  mutating func line() -> Text {
    let start = at
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    let line = Text(UnsafeBufferPointer(rebasing: bytes[start..<at]))
    at = min(at + 1, bytes.count)
    return line
  }

  /// All that is left.
  mutating func rest() -> Text {
    let rest = Text(UnsafeBufferPointer(rebasing: bytes[at...]))
    at = bytes.count
    return rest
  }

  /// All that is left, as JSON; nil when it is none.
  mutating func json() -> Value? { try? JSON.parse(rest()) }
}
