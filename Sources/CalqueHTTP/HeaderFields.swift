import CCalque
import CalqueBase

/// The header fields of a response, as lines come in.
struct HeaderFields {
  /// Bytes and fields that the header of a response may have.
  static let maximumBytes = 64 << 10
  static let maximumFields = 256

  /// How a body is compressed.
  enum Encoding { case none, gzip, other }

  private(set) var encoding = Encoding.none
  private var length: Text?

  /// Whether the empty line after the fields has come.
  private(set) var isWhole = false
  private var bytes: [UInt8] = []
  private var fields: [(name: Range<Int>, value: Range<Int>)] = []

  /// Takes a line; that of a status begins again, for redirects and interim responses.
  ///
  /// - Returns: why the response is refused: there is more than the limits allow, or it says two
  ///   lengths, of which another reader might take the other one (RFC 9110, 8.6).
  mutating func append(_ line: UnsafeBufferPointer<UInt8>) -> Diagnostic? {
    if line.starts(with: [0x48, 0x54, 0x54, 0x50, 0x2F]) {
      self = HeaderFields()
      return nil
    }
    if line.allSatisfy(Self.isBlank) {
      isWhole = true
      return nil
    }
    guard bytes.count + line.count <= Self.maximumBytes else { return Self.tooLarge }
    guard let colon = line.firstIndex(of: 0x3A), colon > 0 else { return nil }
    let base = bytes.count
    bytes.append(contentsOf: line)
    var start = colon + 1
    while start < line.count, Self.isBlank(line[start]) { start += 1 }
    var end = line.count
    while end > start, Self.isBlank(line[end - 1]) { end -= 1 }
    fields.append((base..<base + colon, base + start..<base + end))
    let value = bytes[base + start..<base + end]
    switch Text(bytes[base..<base + colon]).lowercasedASCII() {
    case "content-length": return noteLength(Text(value))
    case "content-encoding": noteEncoding(Text(value).lowercasedASCII())
    default: break
    }
    return fields.count <= Self.maximumFields ? nil : Self.tooLarge
  }

  private mutating func noteLength(_ value: Text) -> Diagnostic? {
    defer { length = value }
    guard value.isDigits, length == nil || length == value else {
      return Diagnostic(.badResponse, "the length of the response is contradictory")
    }
    return nil
  }

  private mutating func noteEncoding(_ value: Text) {
    switch value {
    case "", "identity": break
    case "gzip" where encoding == .none, "x-gzip" where encoding == .none: encoding = .gzip
    default: encoding = .other
    }
  }

  private static var tooLarge: Diagnostic {
    Diagnostic(.limitExceeded, "the header of the response is too large")
  }

  /// Calls `body` with the fields as C has them.
  func withFields(_ body: (UnsafeBufferPointer<calque_header>) -> Void) {
    bytes.withUnsafeBytes { raw in
      let start = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      let headers = fields.map { field in
        calque_header(
          name: Self.text(start, field.name), value: Self.text(start, field.value))
      }
      headers.withUnsafeBufferPointer(body)
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ range: Range<Int>) -> calque_str {
    calque_str(data: start.map { $0 + range.lowerBound }, length: range.count)
  }

  /// Space, tab and the ends of lines.
  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(byte) }
}
