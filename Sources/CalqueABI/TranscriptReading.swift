import CCalque
import CalqueBase
import CalqueTranscript

// include/calque/transcript.h: failures, selecting, expiring, reading the transcript

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

extension CFunction {
  static func calque_conversation_entry(
    _ conversation: Conversation, _ position: Int, _ out: UnsafeMutablePointer<calque_entry>?,
    _ text: TextBuffer
  ) throws(Diagnostic) -> calque_status {
    guard let found = conversation.entry(at: position) else { return try text.copy(nil) }
    out?.pointee = calque_entry(
      kind: kind(of: found.entry), reserved: 0, sequence: found.sequence, id: found.id.c)
    return try text.copy(text.isNowhere ? "" : found.entry.text ?? "")
  }

  static func calque_conversation_position(
    _ conversation: Conversation, _ id: Identity, _ out: UnsafeMutablePointer<Int>?
  ) throws(Diagnostic) -> Bool {
    let out = try Input.given(out, "position")
    guard let position = conversation.position(of: id) else { return false }
    out.pointee = position
    return true
  }

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
