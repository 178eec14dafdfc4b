import CCalque
import CalqueBase
import CalqueJSON
import CalqueStorage
import CalqueTranscript

// include/calque/conversation.h: conversations and their surroundings

extension CFunction {
  static func calque_conversation_create(
    _ options: Members, _ host: UnsafePointer<calque_conversation_host>?
  ) throws(Diagnostic) -> Conversation {
    let options = try ConversationOptions(options)
    return try ConversationHost.conversation(host) { host in Conversation(options, host: host) }
  }

  static func calque_conversation_restore(
    _ json: Bytes, _ host: UnsafePointer<calque_conversation_host>?
  ) throws(Diagnostic) -> Conversation {
    try ConversationHost.conversation(host) { (host) throws(Diagnostic) in
      try Conversation(snapshot: json, host: host)
    }
  }
}

// include/calque/session.h: identifiers

extension Identity {
  init(_ id: calque_id) { self.init(high: id.high, low: id.low) }

  /// - Throws: `invalidArgument`.
  init(parsing text: Text) throws(Diagnostic) {
    guard let id = Identity(text) else {
      throw Diagnostic(.invalidArgument, "not an identifier of 32 hexadecimal digits")
    }
    self = id
  }

  var c: calque_id { calque_id(high: high, low: low) }
}

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

  // MARK: Inserting, sending, receiving

  static func calque_conversation_insert_content(
    _ conversation: Conversation, _ kind: calque_entry_kind, _ content: Text
  ) throws(Diagnostic) -> calque_id {
    guard kind != CALQUE_ENTRY_PROPOSAL else { throw noSuchKind }
    return try conversation.insert(posting(kind, content)).c
  }

  static func calque_conversation_send_content(
    _ conversation: Conversation, _ kind: calque_entry_kind, _ content: Text
  ) throws(Diagnostic) -> calque_id {
    guard kind == CALQUE_ENTRY_PROPOSAL else {
      return try conversation.send(posting(kind, content)).c
    }
    return try conversation.post(ProposalNote(members(content))).c
  }

  private static func posting(
    _ kind: calque_entry_kind, _ content: Text
  ) throws(Diagnostic) -> Posting {
    switch kind {
    case CALQUE_ENTRY_TEXT: return .text(TextNote(content))
    case CALQUE_ENTRY_ATTACHMENT:
      return .attachment(try WireFormat.attachment(members(content)))
    default: throw noSuchKind
    }
  }

  private static var noSuchKind: Diagnostic {
    Diagnostic(.invalidArgument, "kind must be that of a text, an attachment or a proposal")
  }

  private static func members(_ json: Text) throws(Diagnostic) -> Members {
    guard case .object(let members) = try JSON.parse(json) else {
      throw Diagnostic(.invalidType, "content is not a JSON object")
    }
    return members
  }
}
