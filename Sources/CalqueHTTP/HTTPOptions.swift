import CCalque
import CalqueBase
import CalqueJSON

/// The options of a client, by their names in `http.h`.
struct HTTPOptions: Sendable {
  var caFile: Text?
  var caPath: Text?
  /// nil: that of the environment; empty: none.
  var proxy: Text?
  var maxConnectionsPerHost = 6

  /// - Throws: as `JSON.parse`; `invalidType`, `invalidOption`.
  init(json: UnsafeBufferPointer<UInt8>?) throws(Diagnostic) {
    guard let json else { return }
    guard case .object(let members) = try JSON.parse(json) else {
      throw Diagnostic(.invalidType, "options is not a JSON object")
    }
    let reader = MemberReader(members)
    caFile = Self.cText("caFile", reader)
    caPath = Self.cText("caPath", reader)
    proxy = Self.cText("proxy", reader)
    reader.take("maxConnectionsPerHost", in: 1...1000, &maxConnectionsPerHost)
    try reader.finish()
  }

  /// A text as a C string.
  private static func cText(_ name: Literal, _ reader: MemberReader) -> Text? {
    let text = reader.text(name)
    if let text, text.bytes.contains(0) { reader.refuse(name, "a string without NUL") }
    return text
  }
}

/// A request that was handed over and not begun yet.
struct StartedRequest: @unchecked Sendable {
  // Unchecked: both live until the exchange is ended, and belong to the owner of this.
  let request: UnsafePointer<calque_request>
  let exchange: OpaquePointer
  /// Scheme, host and port as they are written.
  let origin: Text

  init(_ request: UnsafePointer<calque_request>, _ exchange: OpaquePointer) {
    self.request = request
    self.exchange = exchange
    let url = Text(request.pointee.url)
    let host = (url.firstIndex(of: "://") ?? 0) + 3
    let end = url.bytes.dropFirst(host).firstIndex { [0x2F, 0x3F, 0x23].contains($0) }
    origin = url.part(0, end)
  }

  var number: UInt64 { request.pointee.number }
}

extension Text {
  /// A copy of a text of C; empty for none.
  init(_ borrowed: calque_str) {
    let start = UnsafeRawPointer(borrowed.data)?.assumingMemoryBound(to: UInt8.self)
    self.init(UnsafeBufferPointer(start: start, count: start == nil ? 0 : max(0, borrowed.length)))
  }
}
