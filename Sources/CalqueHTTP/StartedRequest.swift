import CCalque
import CalqueBase

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
