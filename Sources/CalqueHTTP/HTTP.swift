public import CCalque
import CalqueBase

// include/calque/http.h

@c @implementation
public func calque_http_create(
  _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let error = error as UnsafeMutablePointer<OpaquePointer?>?
  let out = out as UnsafeMutablePointer<OpaquePointer?>?
  out?.pointee = nil
  do throws(Diagnostic) {
    guard let out else { throw Diagnostic(.invalidArgument, "out is NULL") }
    let json = try Bytes.borrowed(options, options_length)
    let client = try HTTPClient.make(try HTTPOptions(json: json))
    out.pointee = OpaquePointer(Unmanaged.passRetained(client).toOpaque())
    return 0
  } catch let failure {
    error?.pointee = failure.withMessage { calque_error_create(failure.code.rawValue, $0, $1) }
    return failure.code.rawValue
  }
}

@c @implementation
public func calque_http_retain(_ http: OpaquePointer!) -> OpaquePointer! {
  _ = reference(http)?.retain()
  return http
}

@c @implementation
public func calque_http_release(_ http: OpaquePointer!) { reference(http)?.release() }

@c @implementation
public func calque_http_close(_ http: OpaquePointer!) {
  reference(http)?.takeUnretainedValue().close()
}

@c @implementation
public func calque_http_transport(
  _ http: OpaquePointer!, _ out: UnsafeMutablePointer<calque_transport>!
) -> calque_status {
  guard let out = out as UnsafeMutablePointer<calque_transport>? else {
    return DiagnosticCode.invalidArgument.rawValue
  }
  out.pointee = calque_transport()
  guard let client = reference(http)?.retain() else {
    return DiagnosticCode.invalidArgument.rawValue
  }
  out.pointee.struct_size = MemoryLayout<calque_transport>.size
  out.pointee.user_data = client.toOpaque()
  out.pointee.user_data_free = { data in
    if let data { Unmanaged<HTTPClient>.fromOpaque(data).release() }
  }
  out.pointee.start = { data, request, exchange in
    guard let data, let request, let exchange else { return }
    Unmanaged<HTTPClient>.fromOpaque(data).takeUnretainedValue().start(request, exchange)
  }
  out.pointee.cancel = { data, number in
    guard let data else { return }
    Unmanaged<HTTPClient>.fromOpaque(data).takeUnretainedValue().cancel(number)
  }
  return 0
}

private func reference(_ http: OpaquePointer?) -> Unmanaged<HTTPClient>? {
  http.map { Unmanaged<HTTPClient>.fromOpaque(UnsafeRawPointer($0)) }
}
