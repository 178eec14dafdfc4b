import CCalque
import CalqueBase

/// The status numbers below 20, by name. The headers define them as casts, which Swift does not
/// import; a test compares the two.
enum Outcome {
  static let ok: calque_status = 0
  static let truncated: calque_status = 1
  static let notFound: calque_status = 2
  static let missingKey: calque_status = 3
  static let unchanged: calque_status = 4
  static let cycle: calque_status = 5
  static let limited: calque_status = 6
  static let partial: calque_status = 7

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
