import CCalque
import CalqueBase
import CalqueTranslator

/// Text that goes out: into a caller's buffer, or as a `calque_string`.
enum Reply {
  /// Hands a text to the caller, who disposes of it.
  static func give(
    _ text: Text, to string: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) {
    guard let string else { throw Input.missing("the output string") }
    string.pointee = calque_string(data: CText.copy(text), length: text.count)
  }

  /// Empties an output before anything can fail.
  static func clear(_ string: UnsafeMutablePointer<calque_string>?) {
    string?.pointee = calque_string(data: nil, length: 0)
  }

  /// Empties a buffer before anything can fail.
  static func clear(
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) {
    length?.pointee = 0
    if capacity > 0 { buffer?.pointee = 0 }
  }

  /// Copies a text into the caller's buffer.
  ///
  /// - Returns: `ok`, or `truncated` when it did not fit.
  static func copy(
    _ text: Text, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?
  ) throws(Diagnostic) -> calque_status {
    guard capacity >= 0 else { throw Diagnostic(.invalidArgument, "capacity is too large") }
    var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
    output.append(text)
    return finish(&output, length)
  }

  /// Copies a translation as text.
  ///
  /// - Returns: `missingKey` for a text that fits but is only a fallback.
  static func copy(
    _ translation: Translation, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?
  ) throws(Diagnostic) -> calque_status {
    let status = try copy(translation.text, buffer, capacity, length)
    return status == CALQUE_OK && translation.isMissing ? CALQUE_MISSING_KEY : status
  }

  @inline(__always)
  static func finish(
    _ output: inout Output, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status {
    output.terminate()
    length?.pointee = output.length
    return output.isTruncated ? CALQUE_TRUNCATED : CALQUE_OK
  }
}
