import CCalque
import CalqueBase
import CalqueTranscript

// include/calque/conversation.h: inserting, sending, receiving

extension CFunction {
  static func calque_conversation_insert(
    _ conversation: Conversation, _ object: MessageObject
  ) throws(Diagnostic) -> calque_id {
    try conversation.insert(.message(object.message)).c
  }

  static func calque_conversation_insert_text(
    _ conversation: Conversation, _ text: Text
  ) throws(Diagnostic) -> calque_id {
    try conversation.insert(.text(TextNote(text))).c
  }

  static func calque_conversation_insert_attachment(
    _ conversation: Conversation, _ json: Members
  ) throws(Diagnostic) -> calque_id {
    try conversation.insert(.attachment(WireFormat.attachment(json))).c
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

  static func calque_conversation_send_text(
    _ conversation: Conversation, _ text: Text
  ) throws(Diagnostic) -> calque_id {
    try conversation.send(.text(TextNote(text))).c
  }

  static func calque_conversation_send_attachment(
    _ conversation: Conversation, _ json: Members
  ) throws(Diagnostic) -> calque_id {
    try conversation.send(.attachment(WireFormat.attachment(json))).c
  }

  static func calque_conversation_post_proposal(
    _ conversation: Conversation, _ json: Members
  ) throws(Diagnostic) -> calque_id {
    try conversation.post(ProposalNote(json)).c
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
