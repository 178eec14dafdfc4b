import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranscript

// include/calque/conversation.h: inserting, sending, receiving

extension CFunction {
  static func calque_conversation_insert(
    _ conversation: Conversation, _ object: MessageObject
  ) throws(Diagnostic) -> calque_id {
    try conversation.insert(.message(object.message)).c
  }

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

  static func calque_conversation_commit(
    _ conversation: Conversation
  ) throws(Diagnostic) -> calque_id? {
    try conversation.commit()?.c
  }

  static func calque_conversation_cancel(_ conversation: Conversation) -> calque_id? {
    conversation.cancel()?.c
  }

  static func calque_conversation_send(
    _ conversation: Conversation, _ object: MessageObject
  ) throws(Diagnostic) -> calque_id {
    try conversation.send(.message(object.message)).c
  }

  static func calque_conversation_receive(
    _ conversation: Conversation, _ json: Bytes
  ) throws(Diagnostic) -> calque_status {
    try conversation.receive(json) ? CALQUE_OK : CALQUE_UNCHANGED
  }

  static func calque_conversation_update_json(_ conversation: Conversation, _ id: Identity) -> Text?
  {
    conversation.update(id)
  }
}
