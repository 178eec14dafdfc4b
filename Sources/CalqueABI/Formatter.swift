public import CCalque
import CalqueBase
import CalqueFormat

// include/calque/formatter.h: formatters.

@c @implementation
public func calque_formatter_create(
  _ kind: calque_formatter_kind, _ locale: UnsafePointer<CChar>!, _ locale_length: Int,
  _ options: UnsafePointer<CChar>!, _ options_length: Int, _ data: OpaquePointer!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<OpaquePointer?>? else { throw Input.missing("out") }
    out.pointee = nil
    guard let kind = Formatter.Kind(rawValue: kind) else {
      throw Diagnostic(.invalidArgument, "there is no such kind of formatter")
    }
    let tag = try Input.text(locale, locale_length, "locale")
    let given = try Input.members(options, options_length, "options")
    out.pointee = Handle.make(
      try Formatter.make(
        kind, locale: tag, options: given, isStrict: true,
        data: Handle.object(data, as: LocaleData.self)))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_formatter_retain(_ formatter: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(formatter, as: Formatter.self)
  return formatter
}

@c @implementation
public func calque_formatter_release(_ formatter: OpaquePointer!) {
  Handle.release(formatter, as: Formatter.self)
}

@c @implementation
public func calque_formatter_format_int(
  _ formatter: OpaquePointer!, _ value: Int64, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  append(formatter, buffer, capacity, length) { $0.format(value, to: &$1) }
}

@c @implementation
public func calque_formatter_format_double(
  _ formatter: OpaquePointer!, _ value: Double, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  append(formatter, buffer, capacity, length) { $0.format(value, to: &$1) }
}

@c @implementation
public func calque_formatter_format_decimal(
  _ formatter: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ text_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  let digits = CallReply.bytes(text, text_length)
  return append(formatter, buffer, capacity, length) { formatter, output in
    digits.map { formatter.format(decimal: $0, to: &output) } ?? false
  }
}

@c @implementation
public func calque_formatter_format_list(
  _ formatter: OpaquePointer!, _ texts: UnsafePointer<UnsafePointer<CChar>?>!,
  _ lengths: UnsafePointer<Int>!, _ count: Int, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  let texts = texts as UnsafePointer<UnsafePointer<CChar>?>?
  let lengths = lengths as UnsafePointer<Int>?
  var (areGiven, areUTF8) = (true, true)
  let status = append(formatter, buffer, capacity, length) { formatter, output in
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
  _ formatter: OpaquePointer!, _ code: UnsafePointer<CChar>!, _ code_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  let code = CallReply.bytes(code, code_length)
  var isFound = true
  let status = append(formatter, buffer, capacity, length) { formatter, output in
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
  _ formatter: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?, _ body: (Formatter, inout Output) -> Bool
) -> calque_status {
  guard capacity >= 0 else { return DiagnosticCode.invalidArgument.rawValue }
  let status = Handle.borrow(formatter, as: Formatter.self) { formatter -> calque_status? in
    var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
    guard body(formatter, &output) else { return nil }
    return Reply.finish(&output, length)
  }
  if let status = status ?? nil { return status }
  Reply.clear(buffer, capacity, length)
  return DiagnosticCode.invalidArgument.rawValue
}
