import CCalque
import CalqueBase
import CalqueJSON

/// Results in the shapes that most calls return, except for texts in a buffer.
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

  /// A call that yields a new object.
  static func object<Object: AnyObject>(
    _ out: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ make: () throws(Diagnostic) -> Object?
  ) -> calque_status {
    out?.pointee = nil
    return Outcome.of(error) { () throws(Diagnostic) in
      guard let out else { throw Input.missing("out") }
      guard let object = try make() else { return CALQUE_NOT_FOUND }
      out.pointee = Handle.make(object)
      return CALQUE_OK
    }
  }

  /// A call that yields a number or a structure, which stays `none` on failure. Its output may be NULL.
  static func value<Value>(
    _ out: UnsafeMutablePointer<Value>?, _ none: Value,
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Diagnostic) -> Value?
  ) -> calque_status {
    out?.pointee = none
    return Outcome.of(error) { () throws(Diagnostic) in
      guard let value = try make() else { return CALQUE_NOT_FOUND }
      out?.pointee = value
      return CALQUE_OK
    }
  }

  /// A call that yields a `calque_string`; nil is a text that is not there.
  static func string(
    _ string: UnsafeMutablePointer<calque_string>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Diagnostic) -> Text?
  ) -> calque_status {
    clear(string)
    return Outcome.of(error) { () throws(Diagnostic) in
      guard let text = try make() else { return CALQUE_NOT_FOUND }
      try give(text, to: string)
      return CALQUE_OK
    }
  }

  /// As `string`, for a value as JSON.
  static func json(
    _ string: UnsafeMutablePointer<calque_string>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Diagnostic) -> Value?
  ) -> calque_status {
    self.string(string, error) { () throws(Diagnostic) in try make().map { JSON.text(of: $0) } }
  }
}
