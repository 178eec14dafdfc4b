public import CCalque
import CalqueBase
import CalqueTranscript

// include/calque/transcript.h: failures, selecting, expiring, reading the transcript

/// Runs the body of a call about a posting that may not be there.
private func finding(
  _ handle: OpaquePointer?, _ body: (Conversation) throws(Diagnostic) -> Bool
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    try body(Input.conversation(handle)) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_conversation_report_failure(
  _ conversation: OpaquePointer!, _ id: calque_id, _ code: calque_transcript_error
) -> calque_status {
  finding(conversation) { conversation in
    conversation.reportFailure(Identity(id), TranscriptError(rawValue: code) ?? .unknown)
  }
}

@c @implementation
public func calque_conversation_select(
  _ conversation: OpaquePointer!, _ id: calque_id
) -> calque_status {
  finding(conversation) { conversation in conversation.select(Identity(id)) }
}

@c @implementation
public func calque_conversation_selected(
  _ conversation: OpaquePointer!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    try Input.conversation(conversation).selected.map { MessageObject($0) }
  }
}

@c @implementation
public func calque_conversation_message(
  _ conversation: OpaquePointer!, _ id: calque_id, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    try Input.conversation(conversation).posting(Identity(id))?.message.map { MessageObject($0) }
  }
}

@c @implementation
public func calque_conversation_staged(_ conversation: OpaquePointer!) -> calque_id {
  Handle.object(conversation, as: Conversation.self)?.staged?.header.id.c ?? calque_id()
}

@c @implementation
public func calque_conversation_mark_read(
  _ conversation: OpaquePointer!, _ id: calque_id
) -> calque_status {
  finding(conversation) { conversation in conversation.markRead(Identity(id)) }
}

@c @implementation
public func calque_conversation_keep(
  _ conversation: OpaquePointer!, _ id: calque_id
) -> calque_status {
  finding(conversation) { conversation in conversation.keep(Identity(id)) }
}

@c @implementation
public func calque_conversation_remove_expired(
  _ conversation: OpaquePointer!, _ next: UnsafeMutablePointer<Int64>!
) -> calque_status {
  (next as UnsafeMutablePointer<Int64>?)?.pointee = 0
  return finding(conversation) { conversation in
    guard let due = conversation.removeExpired() else { return false }
    (next as UnsafeMutablePointer<Int64>?)?.pointee = due
    return true
  }
}

@c @implementation
public func calque_conversation_count(_ conversation: OpaquePointer!) -> Int {
  Handle.object(conversation, as: Conversation.self)?.count ?? 0
}

@c @implementation
public func calque_conversation_entry(
  _ conversation: OpaquePointer!, _ position: Int, _ out: UnsafeMutablePointer<calque_entry>!
) -> calque_status {
  (out as UnsafeMutablePointer<calque_entry>?)?.pointee = calque_entry()
  return finding(conversation) { (conversation) throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<calque_entry>? else { throw Input.missing("out") }
    guard let (id, sequence, entry) = conversation.entry(at: position) else { return false }
    out.pointee = calque_entry(kind: kind(of: entry), reserved: 0, sequence: sequence, id: id.c)
    return true
  }
}

private func kind(of entry: Entry) -> calque_entry_kind {
  switch entry {
  case .summary: CALQUE_ENTRY_SUMMARY
  case .gone: 0
  case .posting(let boxed):
    switch boxed.posting {
    case .message: CALQUE_ENTRY_MESSAGE
    case .text: CALQUE_ENTRY_TEXT
    case .attachment: CALQUE_ENTRY_ATTACHMENT
    }
  }
}

@c @implementation
public func calque_conversation_entry_text(
  _ conversation: OpaquePointer!, _ position: Int, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  guard let conversation = Handle.object(conversation, as: Conversation.self) else {
    _ = Reply.text(nil, buffer, capacity, length)
    return Outcome.of(nil) { () throws(Diagnostic) in throw Input.missing("conversation") }
  }
  let text = conversation.entry(at: position).flatMap { $0.entry.text }
  return Reply.text(text, buffer, capacity, length)
}

@c @implementation
public func calque_conversation_position(
  _ conversation: OpaquePointer!, _ id: calque_id, _ position: UnsafeMutablePointer<Int>!
) -> calque_status {
  (position as UnsafeMutablePointer<Int>?)?.pointee = 0
  return finding(conversation) { (conversation) throws(Diagnostic) in
    guard let position = position as UnsafeMutablePointer<Int>? else {
      throw Input.missing("position")
    }
    guard let found = conversation.position(of: Identity(id)) else { return false }
    position.pointee = found
    return true
  }
}

@c @implementation
public func calque_conversation_transcript(
  _ conversation: OpaquePointer!, _ first: Int, _ count: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    // Sizes over half the address space come in negative.
    try Input.conversation(conversation).transcript(
      from: first < 0 ? .max : first, count: count < 0 ? .max : count)
  }
}
