import CCalque
import CalqueBase

/// A buffer of the caller, its size, and where the length of the text is told.
struct TextBuffer {
  let start: UnsafeMutablePointer<CChar>?
  let capacity: Int
  let length: UnsafeMutablePointer<Int>?

  @inline(__always)
  init(
    _ start: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) {
    (self.start, self.capacity, self.length) = (start, capacity, length)
  }

  /// Writes into the buffer, nothing if its size is negative; `finish` ends it.
  @inline(__always)
  var output: Output {
    Output(start.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
  }

  /// Neither the text nor its length is asked for.
  var isNowhere: Bool { start == nil && length == nil }

  /// Empties it before anything can fail.
  func clear() {
    length?.pointee = 0
    if capacity > 0 { start?.pointee = 0 }
  }

  /// Copies a text into it.
  ///
  /// - Returns: `ok`, `truncated` when it did not fit, or for nil `notFound`.
  func copy(_ text: Text?) throws(Diagnostic) -> calque_status {
    guard capacity >= 0 else { throw Diagnostic(.invalidArgument, "capacity is too large") }
    var output = output
    output.append(text ?? "")
    let status = finish(&output)
    return text == nil ? CALQUE_NOT_FOUND : status
  }

  /// A call without an error object that yields text; nil is `notFound` and empty.
  func reply(_ make: () throws(Diagnostic) -> Text?) -> calque_status {
    clear()
    return Outcome.of(nil) { () throws(Diagnostic) in try copy(make()) }
  }

  @inline(__always)
  func finish(_ output: inout Output) -> calque_status {
    length?.pointee = output.length
    return output.terminateWhole() ? CALQUE_OK : Self.cut(output)
  }

  /// A text that did not fit, or has no buffer.
  @inline(never)
  static func cut(_ output: Output) -> calque_status {
    output.terminate()
    return output.isTruncated ? CALQUE_TRUNCATED : CALQUE_OK
  }
}

/// Where a callback puts its answer; lives for the duration of the callback.
final class Sink {
  var text = Text()
  /// A result that is not text.
  var value: Value?
}
