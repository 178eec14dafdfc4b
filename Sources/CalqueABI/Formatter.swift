public import CCalque
import CalqueBase
import CalqueFormat
import CalqueStorage
import CalqueTranslator

// include/calque/formatter.h: formatters.

@c @implementation
public func calque_formatter_format(
  _ formatter: OpaquePointer?, _ values: UnsafePointer<calque_arg>?, _ count: Int,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let buffer = TextBuffer(buffer, capacity, length)
  guard count == 1, let value = values else { return list(formatter, values, count, buffer) }
  switch value.pointee.kind {
  case CALQUE_ARG_KIND_INT:
    let integer = value.pointee.integer
    return append(formatter, buffer) { $0.format(integer, to: &$1) }
  case CALQUE_ARG_KIND_DOUBLE:
    let number = value.pointee.number
    return append(formatter, buffer) { $0.format(number, to: &$1) }
  case CALQUE_ARG_KIND_DECIMAL:
    let digits = CallDoor.bytes(value.pointee.text, value.pointee.length)
    return append(formatter, buffer) { formatter, output in
      digits.map { formatter.format(decimal: $0, to: &output) } ?? false
    }
  default:
    let isOfNames =
      Handle.borrow(formatter, as: Formatter.self) { $0.kind == .displayName } ?? false
    return isOfNames ? name(formatter, value, buffer) : list(formatter, value, 1, buffer)
  }
}

private func list(
  _ formatter: OpaquePointer?, _ texts: UnsafePointer<calque_arg>?, _ count: Int,
  _ buffer: TextBuffer
) -> calque_status {
  var (areGiven, areUTF8) = (true, true)
  let status = append(formatter, buffer) { formatter, output in
    guard count >= 0, count == 0 || texts != nil else { return false }
    // Each text is asked for once.
    let isList = formatter.format(count: count, to: &output) { place in
      guard let arg = texts?[place], arg.kind == CALQUE_ARG_KIND_TEXT,
        let text = CallDoor.bytes(arg.text, arg.length)
      else {
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

private func name(
  _ formatter: OpaquePointer?, _ value: UnsafePointer<calque_arg>, _ buffer: TextBuffer
) -> calque_status {
  var isFound = true
  let status = append(formatter, buffer) { formatter, output in
    guard value.pointee.kind == CALQUE_ARG_KIND_TEXT,
      let code = CallDoor.bytes(value.pointee.text, value.pointee.length),
      let found = formatter.format(code: code, to: &output)
    else { return false }
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

// include/calque/formatter.h: files of locale data.
extension CFunction {
  static func calque_locale_data_open(_ path: Text) throws(Diagnostic) -> LocaleData {
    try path.asSource { () throws(Diagnostic) in try LocaleData.open(MappedFile.open(path)) }
  }

  static func calque_locale_data_open_memory(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ flags: UInt32, _ context: HostContext
  ) throws(Diagnostic) -> LocaleData {
    guard flags & ~1 == 0 else { throw Diagnostic(.invalidArgument, "unknown flags") }
    let memory = try MemoryRegion.given(bytes, size, copies: flags == 1, context)
    let data = try LocaleData.open(memory)
    context.own()
    return data
  }
}
