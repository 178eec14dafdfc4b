public import CCalque
import CalqueBase
import CalqueTransport

// include/calque/fetch.h

extension CFunction {
  static func calque_fetch_cancel(_ fetch: PendingFetch) { fetch.cancel() }

  static func calque_fetch_start(
    _ request: calque_request, _ host: HostServices
  ) throws(Diagnostic) -> PendingFetch {
    let request = try Request(request)
    host.own()
    return PendingFetch(request, host.services)
  }
}

@c @implementation
public func calque_fetch_wait(
  _ fetch: OpaquePointer?, _ response: UnsafeMutablePointer<calque_response>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.value(response, calque_response(), error) { () throws(Diagnostic) in
    let fetch = try Input.object(fetch, PendingFetch.self, "fetch")
    _ = try Input.given(response, "response")
    return try fetch.wait()
  }
}

extension Request {
  /// A request as a host gives it.
  ///
  /// - Throws: `invalidArgument`, `invalidUTF8`.
  fileprivate init(_ given: calque_request) throws(Diagnostic) {
    self.init(url: try Input.text(given.url.data, given.url.length, "request->url"))
    try URLText.check(url)
    let asked = try Input.optionalText(given.method.data, given.method.length) ?? ""
    if !asked.isEmpty { method = asked }
    guard given.header_count >= 0, given.header_count == 0 || given.headers != nil else {
      throw Input.missing("request->headers")
    }
    for field in UnsafeBufferPointer(start: given.headers, count: given.header_count) {
      let name = try Input.text(field.name.data, field.name.length, "a header's name")
      let value = try Input.text(field.value.data, field.value.length, "a header's value")
      headers.append(Header(name, value))
    }
    body = try Bytes.lent(given.body.data, given.body.length).map { Text($0) }
    connectTimeout = Int(given.connect_timeout)
    timeout = Int(given.timeout)
    maximumRedirects = Int(given.maximum_redirects)
    if given.maximum_bytes != 0 {
      maximumBytes = given.maximum_bytes < 0 ? Int.max : given.maximum_bytes
    }
  }
}
