import CCalque
import CalqueBase
import CalqueJSON

/// The shapes that most calls have, so that each is written once.
extension Reply {
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

  /// A call without an error object that yields text in a buffer; nil is `notFound` and empty.
  static func text(
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ make: () throws(Diagnostic) -> Text?
  ) -> calque_status {
    clear(buffer, capacity, length)
    return Outcome.of(nil) { () throws(Diagnostic) in
      let text = try make()
      let status = try copy(text ?? "", buffer, capacity, length)
      return text == nil ? CALQUE_NOT_FOUND : status
    }
  }
}

extension Input {
  /// Bytes that must be there.
  static func required(
    _ start: UnsafePointer<CChar>?, _ length: Int, _ name: Literal
  ) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
    guard let bytes = try bytes(start, length) else { throw missing(name) }
    return bytes
  }
}
