import CCalque
import CalqueBase
import CalqueJSON
import CalqueMessages
import CalqueStorage

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
  static func calque_messages_clear(_ messages: Messages) { messages.clear() }

  static func calque_messages_load_json(
    _ messages: Messages, _ kind: MessageKind, _ prefix: Text?, _ json: Bytes
  ) throws(Diagnostic) -> calque_messages_counts {
    try messages.counts(kind, prefix, Text(json))
  }

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

  static func calque_messages_set(
    _ messages: Messages, _ kind: MessageKind, _ key: Text, _ text: Text
  ) throws(Diagnostic) {
    try messages.store([MessageChange(kind, key, text)])
  }

  static func calque_messages_remove(_ messages: Messages, _ key: Text) throws(Diagnostic) -> Bool {
    try messages.remove(key)
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
  fileprivate func counts(
    _ kind: MessageKind, _ prefix: Text?, _ json: Text
  ) throws(Diagnostic) -> calque_messages_counts {
    let done = try load(kind, prefix: prefix ?? "", json: json)
    return calque_messages_counts(stored: done.stored, skipped: done.skipped)
  }
}
