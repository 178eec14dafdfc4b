public import CCalque
import CalqueBase
import CalqueConnections
import CalqueJSON
import CalqueMessages
import CalqueStorage
import CalqueTranslator

// include/calque/messages.h: making and wiring of tables.

extension CFunction {
  static func calque_messages_set_resolver(
    _ messages: Messages, _ resolver: calque_messages_resolver?, _ context: HostContext
  ) {
    guard let resolver else { return messages.setResolver(nil) }
    messages.setResolver(
      MessageResolver(HostBridge.messages_resolver(resolver, context.owned)))
  }
}

// include/calque/messages.h: what goes into a table, and out of it again.

extension MessageKind {
  init(_ kind: calque_messages_kind) throws(Diagnostic) {
    switch kind {
    case CALQUE_MESSAGES_MESSAGE: self = .message
    case CALQUE_MESSAGES_SYNONYM: self = .synonym
    default:
      throw Diagnostic(
        .invalidArgument, "kind is neither CALQUE_MESSAGES_MESSAGE nor CALQUE_MESSAGES_SYNONYM")
    }
  }
}

extension CFunction {
  static func calque_messages_load_file(
    _ messages: Messages, _ kind: MessageKind, _ prefix: Text?, _ path: Text
  ) throws(Diagnostic) -> calque_messages_counts {
    try path.asSource { () throws(Diagnostic) in
      let json = try File.read(path, maximumBytes: JSONLimits().maximumBytes)
      return try messages.counts(kind, prefix, json)
    }
  }

  static func calque_messages_load_pairs(
    _ messages: Messages, _ kind: MessageKind, _ pairs: UnsafePointer<calque_messages_pair>?,
    _ count: Int
  ) throws(Diagnostic) {
    guard count >= 0 else { throw Diagnostic(.invalidArgument, "count is too large") }
    guard count == 0 || pairs != nil else { throw Input.missing("pairs") }
    var changes: [MessageChange] = []
    for pair in UnsafeBufferPointer(start: pairs, count: count) {
      let key = try Input.text(pair.key, pair.key_length, "key")
      changes.append(
        MessageChange(kind, key, try Input.text(pair.text, pair.text_length, "text")))
    }
    if !changes.isEmpty { try messages.store(changes) }
  }

  static func calque_messages_each(
    _ messages: Messages, _ visit: calque_messages_visitor, _ userData: UnsafeMutableRawPointer?
  ) {
    messages.state.table.each { kind, key, text in
      visit(
        userData, kind == .message ? CALQUE_MESSAGES_MESSAGE : CALQUE_MESSAGES_SYNONYM,
        borrowed(key), borrowed(text))
    }
  }
}

/// Bytes of a table, behind which NUL stands.
private func borrowed(_ bytes: UnsafeBufferPointer<UInt8>) -> calque_str {
  let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
  return calque_str(data: start, length: bytes.count)
}

extension Messages {
  /// Loads messages from JSON and counts them.
  func counts(
    _ kind: MessageKind, _ prefix: Text?, _ json: Text
  ) throws(Diagnostic) -> calque_messages_counts {
    let done = try load(kind, prefix: prefix ?? "", json: json)
    return calque_messages_counts(stored: done.stored, skipped: done.skipped)
  }
}

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
