public import CCalque
import CalqueBase

/// The object behind `calque_error`: a diagnostic with its texts ending in NUL.
final class Failure: Sendable {
  let diagnostic: Diagnostic
  let message: CText
  let path: CText
  let source: CText

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
    message = CText(diagnostic.description)
    path = CText(diagnostic.path)
    source = CText(diagnostic.source)
  }

  /// Calls a callback with the error, which is there until it has returned.
  func call(_ callback: (OpaquePointer) -> Void) {
    withExtendedLifetime(self) {
      callback(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()))
    }
  }
}

/// The text of an error that is none.
let noText: StaticString = ""

enum Outcome {
  /// Runs the body of a call that can fail, and hands its diagnostic out as an error object.
  static func of(
    _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: () throws(Diagnostic) -> calque_status
  ) -> calque_status {
    do throws(Diagnostic) {
      return try body()
    } catch let diagnostic {
      return failed(diagnostic, error)
    }
  }

  /// The result of a call without a status; `none` when its arguments are not right.
  static func value<Result>(_ none: Result, _ body: () throws(Diagnostic) -> Result) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      return none
    }
  }

  /// Hands a diagnostic out as an error object.
  @inline(never)
  static func failed(
    _ diagnostic: Diagnostic, _ error: UnsafeMutablePointer<OpaquePointer?>?
  ) -> calque_status {
    error?.pointee = Handle.make(Failure(diagnostic))
    return diagnostic.code.rawValue
  }
}

// include/calque/error.h

@c @implementation
public func calque_error_create(
  _ status: calque_status, _ message: UnsafePointer<CChar>?, _ message_length: Int
) -> OpaquePointer! {
  let message = (try? Input.optionalText(message, message_length)) ?? nil
  let code = DiagnosticCode(rawValue: status) ?? .invalidArgument
  return Handle.make(Failure(Diagnostic(code, message ?? "")))
}
