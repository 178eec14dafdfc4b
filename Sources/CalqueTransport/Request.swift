package import CalqueBase

/// A request to a transport. With defaults except for the URL it is a plain GET.
package struct Request: Sendable {
  /// The HTTP method, for example GET.
  package var method: Text = "GET"
  /// An absolute URL, percent-encoded.
  package var url: Text
  package var headers: [Header] = []
  /// nil for none.
  package var body: Text?
  /// Milliseconds until a connection must be established; 0 for the transport's own limit.
  package var connectTimeout = 10_000
  /// Milliseconds until the response must be complete; 0 for no limit. This library enforces it
  /// even if the transport does not.
  package var timeout = 30_000
  /// The maximum size of the response body in bytes, after decompression.
  package var maximumBytes = 64 << 20
  package var maximumRedirects = 5

  package init(url: Text) { self.url = url }
}

/// A header field. Names are case-insensitive.
package struct Header: Sendable, Equatable {
  package var name: Text
  package var value: Text

  package init(_ name: Text, _ value: Text) {
    self.name = name
    self.value = value
  }
}

/// A server's response.
package struct Response: Sendable {
  package var status: Int
  package var headers: [Header]
  /// Any bytes.
  package var body: Text

  package init(status: Int, headers: [Header] = [], body: Text = "") {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header of a name.
  package func header(_ name: Text) -> Text? {
    let wanted = name.lowercasedASCII()
    return headers.first { $0.name.lowercasedASCII() == wanted }?.value
  }

  // MARK: Verdict

  /// The failure of a response whose status is not success, with the status as the detail; nil for
  /// success.
  package func failure(accepting statuses: ClosedRange<Int> = 200...299) -> Diagnostic? {
    guard !statuses.contains(status) else { return nil }
    var message: Text = "the server answered with status "
    message.append(decimal: status)
    var failure = Diagnostic(.httpStatus, message)
    failure.detail = Int32(clamping: status)
    return failure
  }

  /// Whether the same request may succeed later: the server is busy, or has a fault.
  package static func isTemporary(status: Int) -> Bool { status == 429 || status >= 500 }

  /// Whether the server, or a proxy before it, did not take the request, and may take it later.
  package static func isBusy(status: Int) -> Bool { [429, 502, 503, 504].contains(status) }
}
