public import CCalque
import CalqueBase

// include/calque/error.h

@c @implementation
public func calque_error_status(_ error: OpaquePointer?) -> calque_status {
  Handle.object(error, as: Failure.self)?.diagnostic.code.rawValue ?? CALQUE_OK
}

@c @implementation
public func calque_error_detail(_ error: OpaquePointer?) -> Int32 {
  Handle.object(error, as: Failure.self)?.diagnostic.detail ?? 0
}

@c @implementation
public func calque_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
  Handle.object(error, as: Failure.self)?.message.start ?? emptyText.cString
}

@c @implementation
public func calque_error_path(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
  Handle.object(error, as: Failure.self)?.path.start ?? emptyText.cString
}

@c @implementation
public func calque_error_source(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
  Handle.object(error, as: Failure.self)?.source.start ?? emptyText.cString
}

@c @implementation
public func calque_error_position(
  _ error: OpaquePointer?, _ line: UnsafeMutablePointer<Int>?,
  _ column: UnsafeMutablePointer<Int>?, _ offset: UnsafeMutablePointer<Int>?
) -> Bool {
  let position = Handle.object(error, as: Failure.self)?.diagnostic.position
  line?.pointee = position?.line ?? 0
  column?.pointee = position?.column ?? 0
  offset?.pointee = position?.offset ?? 0
  return position != nil
}

@c @implementation
public func calque_error_create(
  _ status: calque_status, _ message: UnsafePointer<CChar>?, _ message_length: Int
) -> OpaquePointer! {
  let message = (try? Input.optionalText(message, message_length)) ?? nil
  let code = DiagnosticCode(rawValue: status) ?? .invalidArgument
  return Handle.make(Failure(Diagnostic(code, message ?? "")))
}

private let emptyText: StaticString = ""
