public import CCalque
import CalqueBase
import CalqueTranscript

// include/calque/transcript.h: failures, selecting, expiring, reading the transcript

@c @implementation
public func calque_conversation_entry(
  _ conversation: OpaquePointer?, _ position: Int, _ out: UnsafeMutablePointer<calque_entry>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  out?.pointee = calque_entry()
  let text = TextBuffer(buffer, capacity, length)
  return text.reply { () throws(Diagnostic) -> Text? in
    let conversation = try Input.object(conversation, Conversation.self, "conversation")
    guard let found = conversation.entry(at: position) else { return nil }
    out?.pointee = calque_entry(
      kind: kind(of: found.entry), reserved: 0, sequence: found.sequence, id: found.id.c)
    return buffer == nil && length == nil ? "" : found.entry.text ?? ""
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
public func calque_conversation_position(
  _ conversation: OpaquePointer?, _ id: calque_id, _ position: UnsafeMutablePointer<Int>?
) -> calque_status {
  Reply.value(position, 0, nil) { () throws(Diagnostic) in
    let conversation = try Input.object(conversation, Conversation.self, "conversation")
    _ = try Input.given(position, "position")
    return conversation.position(of: Identity(id))
  }
}

extension CFunction {
  static func calque_conversation_count(_ conversation: Conversation) -> Int { conversation.count }

  static func calque_conversation_get_info(
    _ conversation: Conversation
  ) -> calque_conversation_info {
    calque_conversation_info(
      local_participant: conversation.local.c,
      staged: conversation.staged?.header.id.c ?? calque_id(), sequence: conversation.sequence)
  }

  static func calque_conversation_report_failure(
    _ conversation: Conversation, _ id: Identity, _ code: calque_transcript_error
  ) -> Bool {
    conversation.reportFailure(id, TranscriptError(rawValue: code) ?? .unknown)
  }

  static func calque_conversation_select(_ conversation: Conversation, _ id: Identity) -> Bool {
    conversation.select(id)
  }

  static func calque_conversation_message(
    _ conversation: Conversation, _ id: Identity
  ) -> MessageObject? {
    let message = id.isNone ? conversation.selected : conversation.posting(id)?.message
    return message.map { MessageObject($0) }
  }

  static func calque_conversation_mark_read(_ conversation: Conversation, _ id: Identity) -> Bool {
    conversation.markRead(id)
  }

  static func calque_conversation_keep(_ conversation: Conversation, _ id: Identity) -> Bool {
    conversation.keep(id)
  }

  static func calque_conversation_remove_expired(_ conversation: Conversation) -> Int64? {
    conversation.removeExpired()
  }

  static func calque_conversation_transcript(
    _ conversation: Conversation, _ first: Int, _ count: Int
  ) -> Text {
    // Sizes over half the address space come in negative.
    conversation.transcript(from: first < 0 ? .max : first, count: count < 0 ? .max : count)
  }
}
