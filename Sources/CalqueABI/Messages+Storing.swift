public import CCalque
import CalqueBase
import CalqueJSON
import CalqueMessages
import CalqueStorage

// include/calque/messages.h: what goes into a table, and out of it again.

@c @implementation
public func calque_messages_load_json(
  _ messages: OpaquePointer!, _ kind: calque_messages_kind, _ prefix: UnsafePointer<CChar>!,
  _ prefix_length: Int, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ load: UnsafeMutablePointer<calque_messages_counts>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  loadMessages(messages, kind, prefix, prefix_length, load, error) {
    () throws(Diagnostic) -> Text in
    guard let bytes = try Input.bytes(json, json_length) else { throw Input.missing("json") }
    return Text(bytes)
  }
}

@c @implementation
public func calque_messages_load_file(
  _ messages: OpaquePointer!, _ kind: calque_messages_kind, _ prefix: UnsafePointer<CChar>!,
  _ prefix_length: Int, _ path: UnsafePointer<CChar>!,
  _ load: UnsafeMutablePointer<calque_messages_counts>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let path = path as UnsafePointer<CChar>?
  let source = (try? Input.optionalText(path, path == nil ? 0 : -1)) ?? Text()
  return loadMessages(messages, kind, prefix, prefix_length, load, error, source) {
    () throws(Diagnostic) -> Text in
    try File.read(try Input.path(path, "path"), maximumBytes: JSONLimits().maximumBytes)
  }
}

@c @implementation
public func calque_messages_load_pairs(
  _ messages: OpaquePointer!, _ kind: calque_messages_kind,
  _ pairs: UnsafePointer<calque_messages_pair>!, _ count: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    let kind = try messageKind(kind)
    guard count >= 0 else { throw Diagnostic(.invalidArgument, "count is too large") }
    guard let pairs = pairs as UnsafePointer<calque_messages_pair>? else {
      if count > 0 { throw Input.missing("pairs") }
      return CALQUE_OK
    }
    var changes: [MessageChange] = []
    for pair in UnsafeBufferPointer(start: pairs, count: count) {
      let key = try Input.text(pair.key, pair.key_length, "key")
      changes.append(
        MessageChange(kind, key, try Input.text(pair.text, pair.text_length, "text")))
    }
    try table.store(changes)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_messages_set(
  _ messages: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ key_length: Int,
  _ text: UnsafePointer<CChar>!, _ text_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  var pair = calque_messages_pair(
    key: key, key_length: key_length, text: text, text_length: text_length)
  return calque_messages_load_pairs(messages, 0, &pair, 1, error)
}

@c @implementation
public func calque_messages_set_synonym(
  _ messages: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ key_length: Int,
  _ target: UnsafePointer<CChar>!, _ target_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  var pair = calque_messages_pair(
    key: key, key_length: key_length, text: target, text_length: target_length)
  return calque_messages_load_pairs(messages, 1, &pair, 1, error)
}

@c @implementation
public func calque_messages_remove(
  _ messages: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ key_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    let key = try Input.text(key, key_length, "key")
    return try table.remove(key) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_messages_clear(_ messages: OpaquePointer!) {
  Handle.object(messages, as: Messages.self)?.clear()
}

@c @implementation
public func calque_messages_count(
  _ messages: OpaquePointer!, _ kind: calque_messages_kind
) -> Int {
  guard let table = Handle.object(messages, as: Messages.self)?.state.table else { return 0 }
  switch kind {
  case CALQUE_MESSAGES_MESSAGE: return table.messageCount
  case CALQUE_MESSAGES_SYNONYM: return table.synonymCount
  default: return 0
  }
}

@c @implementation
public func calque_messages_each(
  _ messages: OpaquePointer!, _ visit: calque_messages_visitor!,
  _ user_data: UnsafeMutableRawPointer!
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages").state.table
    guard let visit = visit as calque_messages_visitor? else { throw Input.missing("visit") }
    table.each { kind, key, text in
      visit(
        user_data, kind == .message ? CALQUE_MESSAGES_MESSAGE : CALQUE_MESSAGES_SYNONYM, lent(key),
        lent(text))
    }
    return CALQUE_OK
  }
}

/// Bytes of a table, behind which NUL stands.
private func lent(_ bytes: UnsafeBufferPointer<UInt8>) -> calque_str {
  let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
  return calque_str(data: start, length: bytes.count)
}

private func messageKind(_ kind: calque_messages_kind) throws(Diagnostic) -> MessageKind {
  switch kind {
  case CALQUE_MESSAGES_MESSAGE: return .message
  case CALQUE_MESSAGES_SYNONYM: return .synonym
  default:
    throw Diagnostic(
      .invalidArgument, "kind is neither CALQUE_MESSAGES_MESSAGE nor CALQUE_MESSAGES_SYNONYM")
  }
}

/// Shared by loading from text and from a file.
private func loadMessages(
  _ messages: OpaquePointer?, _ kind: calque_messages_kind, _ prefix: UnsafePointer<CChar>?,
  _ prefix_length: Int, _ load: UnsafeMutablePointer<calque_messages_counts>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?, _ source: Text = "",
  _ json: () throws(Diagnostic) -> Text
) -> calque_status {
  load?.pointee = calque_messages_counts(stored: 0, skipped: 0)
  return Outcome.of(error) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    let kind = try messageKind(kind)
    let prefix = try Input.optionalText(prefix, prefix_length) ?? Text()
    do throws(Diagnostic) {
      let done = try table.load(kind, prefix: prefix, json: try json())
      load?.pointee = calque_messages_counts(stored: done.stored, skipped: done.skipped)
    } catch {
      throw error.from(source: source)
    }
    return CALQUE_OK
  }
}
