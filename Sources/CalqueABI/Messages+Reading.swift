public import CCalque
import CalqueBase
import CalqueJSON
import CalqueMessages

// include/calque/messages.h and decoding.h: looking up, decoding, checking.

@c @implementation
public func calque_messages_get(
  _ messages: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ key_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  replyWithMessage(messages, key, key_length, TextBuffer(buffer, capacity, length)) {
    table, key, output in
    table.append(messageFor: key, to: &output) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_messages_decode(
  _ messages: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ text_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  replyWithMessage(messages, text, text_length, TextBuffer(buffer, capacity, length)) {
    table, text, output in
    status(of: table.decode(text, to: &output))
  }
}

extension CFunction {
  static func calque_messages_compare(_ source: Messages, _ translation: Messages) -> Value {
    MessageComparison.report(source: source, translation: translation)
  }

  static func calque_messages_tokenize(
    _ messages: Messages, _ text: Text, _ json: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) -> calque_status {
    let (tokens, outcome) = messages.tokenized(text)
    try Reply.give(JSON.text(of: .array(tokens.map { $0.value })), to: json)
    return status(of: outcome)
  }

  static func calque_messages_format(
    _ messages: Messages, _ text: Text, _ arguments: [Value], _ buffer: TextBuffer
  ) throws(Diagnostic) -> calque_status {
    let result = messages.format(text, arguments)
    let copied = try buffer.copy(result.text)
    if let problem = result.problem { throw problem }
    return copied == CALQUE_OK ? status(of: result.outcome) : copied
  }

  static func calque_messages_check(
    _ messages: Messages, _ text: Text, _ json: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) -> calque_status {
    let (report, outcome) = messages.check(text)
    try Reply.give(JSON.text(of: report), to: json)
    let status = status(of: outcome)
    return status == CALQUE_OK && outcome.contains(.missing) ? CALQUE_NOT_FOUND : status
  }
}

private func status(of outcome: MessageOutcome) -> calque_status {
  if outcome.contains(.cycle) { return CALQUE_CYCLE }
  return outcome.contains(.limited) ? CALQUE_LIMITED : CALQUE_OK
}

/// Checks text that comes in, without copying it, and writes the answer into the caller's buffer.
@inline(__always)
private func replyWithMessage(
  _ messages: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ text_length: Int,
  _ buffer: TextBuffer,
  _ body: (Messages, UnsafeBufferPointer<UInt8>, inout Output) -> calque_status
) -> calque_status {
  var output = buffer.output
  var status = DiagnosticCode.invalidArgument.rawValue
  if buffer.capacity >= 0, let bytes = try? Bytes.borrowed(text, text_length) {
    if UTF8Check.firstInvalid(bytes) == nil {
      status =
        Handle.borrow(messages, as: Messages.self) { body($0, bytes, &output) } ?? status
    } else {
      status = DiagnosticCode.invalidUTF8.rawValue
    }
  }
  let finished = buffer.finish(&output)
  return finished == CALQUE_OK ? status : finished
}
