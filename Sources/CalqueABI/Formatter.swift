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
  guard capacity >= 0 else { return DiagnosticCode.invalidArgument.rawValue }
  let answer = Handle.borrow(formatter, as: Formatter.self) { formatter -> calque_status in
    var output = buffer.output
    let status = format(formatter, values, count, &output)
    guard status == CALQUE_OK || status == CALQUE_NOT_FOUND else { return status }
    let finished = buffer.finish(&output)
    return finished == CALQUE_OK ? status : finished
  }
  let status = answer ?? DiagnosticCode.invalidArgument.rawValue
  if status > CALQUE_NOT_FOUND { buffer.clear() }
  return status
}

/// Appends a value, the name of a code, or the texts of a list.
private func format(
  _ formatter: Formatter, _ values: UnsafePointer<calque_arg>?, _ count: Int,
  _ output: inout Output
) -> calque_status {
  let invalid = DiagnosticCode.invalidArgument.rawValue
  guard count == 1, let value = values?.pointee else {
    return list(formatter, values, count, &output)
  }
  switch value.kind {
  case CALQUE_ARG_KIND_INT:
    return formatter.format(value.integer, to: &output) ? CALQUE_OK : invalid
  case CALQUE_ARG_KIND_DOUBLE:
    return formatter.format(value.number, to: &output) ? CALQUE_OK : invalid
  case CALQUE_ARG_KIND_DECIMAL:
    let digits = CallDoor.bytes(value.text, value.length)
    let isNumber = digits.map { formatter.format(decimal: $0, to: &output) } ?? false
    return isNumber ? CALQUE_OK : invalid
  default:
    guard formatter.kind == .displayName else { return list(formatter, values, 1, &output) }
    guard value.kind == CALQUE_ARG_KIND_TEXT,
      let code = CallDoor.bytes(value.text, value.length),
      let isFound = formatter.format(code: code, to: &output)
    else { return invalid }
    return isFound ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

private func list(
  _ formatter: Formatter, _ texts: UnsafePointer<calque_arg>?, _ count: Int,
  _ output: inout Output
) -> calque_status {
  guard count >= 0, count == 0 || texts != nil else {
    return DiagnosticCode.invalidArgument.rawValue
  }
  var (areGiven, areUTF8) = (true, true)
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
  if isList, areGiven, areUTF8 { return CALQUE_OK }
  let failure: DiagnosticCode = areGiven && !areUTF8 ? .invalidUTF8 : .invalidArgument
  return failure.rawValue
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
