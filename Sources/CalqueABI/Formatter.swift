public import CCalque
import CalqueBase
import CalqueFormat

// include/calque/formatter.h: formatters.

extension Formatter.Kind {
  init(_ kind: calque_formatter_kind) throws(Diagnostic) {
    guard let known = Formatter.Kind(rawValue: kind) else {
      throw Diagnostic(.invalidArgument, "there is no such kind of formatter")
    }
    self = known
  }
}

extension CFunction {
  static func calque_formatter_create(
    _ kind: Formatter.Kind, _ locale: Text, _ options: Members, _ data: LocaleData?
  ) throws(Diagnostic) -> Formatter {
    try Formatter.make(kind, locale: locale, options: options, isStrict: true, data: data)
  }
}

@c @implementation
public func calque_formatter_format_int(
  _ formatter: OpaquePointer?, _ value: Int64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  append(formatter, TextBuffer(buffer, capacity, length)) { $0.format(value, to: &$1) }
}

@c @implementation
public func calque_formatter_format_double(
  _ formatter: OpaquePointer?, _ value: Double, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  append(formatter, TextBuffer(buffer, capacity, length)) { $0.format(value, to: &$1) }
}

@c @implementation
public func calque_formatter_format_decimal(
  _ formatter: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ text_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let digits = CallReply.bytes(text, text_length)
  return append(formatter, TextBuffer(buffer, capacity, length)) { formatter, output in
    digits.map { formatter.format(decimal: $0, to: &output) } ?? false
  }
}

@c @implementation
public func calque_formatter_format_list(
  _ formatter: OpaquePointer?, _ texts: UnsafePointer<UnsafePointer<CChar>?>?,
  _ lengths: UnsafePointer<Int>?, _ count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  var (areGiven, areUTF8) = (true, true)
  let status = append(formatter, TextBuffer(buffer, capacity, length)) { formatter, output in
    guard count >= 0, count == 0 || texts != nil else { return false }
    // Each text is asked for once.
    let isList = formatter.format(count: count, to: &output) { place in
      guard let text = CallReply.bytes(texts?[place], lengths?[place] ?? -1) else {
        areGiven = false
        return Bytes.none
      }
      if UTF8Check.firstInvalid(text) != nil { areUTF8 = false }
      return text
    }
    return isList && areGiven && areUTF8
  }
  return areGiven && !areUTF8 ? DiagnosticCode.invalidUTF8.rawValue : status
}

@c @implementation
public func calque_formatter_format_name(
  _ formatter: OpaquePointer?, _ code: UnsafePointer<CChar>?, _ code_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let code = CallReply.bytes(code, code_length)
  var isFound = true
  let status = append(formatter, TextBuffer(buffer, capacity, length)) { formatter, output in
    guard let code, let found = formatter.format(code: code, to: &output) else { return false }
    isFound = found
    return true
  }
  return status == CALQUE_OK && !isFound ? CALQUE_NOT_FOUND : status
}

/// Lets a formatter append to the caller's buffer.
///
/// - Parameter body: False for a value that the formatter does not take.
@inline(__always)
private func append(
  _ formatter: OpaquePointer?, _ buffer: TextBuffer, _ body: (Formatter, inout Output) -> Bool
) -> calque_status {
  guard buffer.capacity >= 0 else { return DiagnosticCode.invalidArgument.rawValue }
  let status = Handle.borrow(formatter, as: Formatter.self) { formatter -> calque_status? in
    var output = buffer.output
    return body(formatter, &output) ? buffer.finish(&output) : nil
  }
  if let status = status ?? nil { return status }
  buffer.clear()
  return DiagnosticCode.invalidArgument.rawValue
}
