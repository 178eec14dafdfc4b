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
public func calque_error_line(_ error: OpaquePointer?) -> Int {
  Handle.object(error, as: Failure.self)?.diagnostic.position?.line ?? 0
}

@c @implementation
public func calque_error_column(_ error: OpaquePointer?) -> Int {
  Handle.object(error, as: Failure.self)?.diagnostic.position?.column ?? 0
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
