import CCalque
import CalqueBase

enum Outcome {
  /// Runs the body of a call that can fail, and hands its diagnostic out as an error object.
  static func of(
    _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: () throws(Diagnostic) -> calque_status
  ) -> calque_status {
    do throws(Diagnostic) {
      return try body()
    } catch let diagnostic {
      error?.pointee = Handle.make(Failure(diagnostic))
      return diagnostic.code.rawValue
    }
  }
}
