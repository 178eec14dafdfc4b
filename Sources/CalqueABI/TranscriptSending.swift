public import CCalque
import CalqueBase
import CalqueTranscript

// include/calque/conversation.h: inserting, sending, receiving

/// Runs the body of a call that yields the identifier of a posting, or nil for none.
private func yieldingID(
  _ handle: OpaquePointer?, _ id: UnsafeMutablePointer<calque_id>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?,
  _ body: (Conversation) throws(Diagnostic) -> Identity?
) -> calque_status {
  id?.pointee = calque_id()
  return Outcome.of(error) { () throws(Diagnostic) in
    guard let made = try body(Input.conversation(handle)) else { return CALQUE_NOT_FOUND }
    id?.pointee = made.c
    return CALQUE_OK
  }
}

private func message(_ handle: OpaquePointer?) throws(Diagnostic) -> Posting {
  .message(try Input.object(handle, MessageObject.self, "message").message)
}

private func note(_ text: UnsafePointer<CChar>?, _ length: Int) throws(Diagnostic) -> Posting {
  .text(TextNote(try Input.text(text, length, "text")))
}

private func attachment(
  _ json: UnsafePointer<CChar>?, _ length: Int
) throws(Diagnostic) -> Posting {
  .attachment(try WireFormat.attachment(Input.members(json, length, "json")))
}

@c @implementation
public func calque_conversation_insert(
  _ conversation: OpaquePointer!, _ message: OpaquePointer!,
  _ id: UnsafeMutablePointer<calque_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    try conversation.insert(CalqueABI.message(message))
  }
}

@c @implementation
public func calque_conversation_insert_text(
  _ conversation: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ text_length: Int,
  _ id: UnsafeMutablePointer<calque_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    try conversation.insert(note(text, text_length))
  }
}

@c @implementation
public func calque_conversation_insert_attachment(
  _ conversation: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ id: UnsafeMutablePointer<calque_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    try conversation.insert(attachment(json, json_length))
  }
}

@c @implementation
public func calque_conversation_commit(
  _ conversation: OpaquePointer!, _ id: UnsafeMutablePointer<calque_id>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    try conversation.commit()
  }
}

@c @implementation
public func calque_conversation_cancel(
  _ conversation: OpaquePointer!, _ id: UnsafeMutablePointer<calque_id>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    conversation.cancel()
  }
}

@c @implementation
public func calque_conversation_send(
  _ conversation: OpaquePointer!, _ message: OpaquePointer!,
  _ id: UnsafeMutablePointer<calque_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    try conversation.send(CalqueABI.message(message))
  }
}

@c @implementation
public func calque_conversation_send_text(
  _ conversation: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ text_length: Int,
  _ id: UnsafeMutablePointer<calque_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    try conversation.send(note(text, text_length))
  }
}

@c @implementation
public func calque_conversation_send_attachment(
  _ conversation: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ id: UnsafeMutablePointer<calque_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    try conversation.send(attachment(json, json_length))
  }
}

@c @implementation
public func calque_conversation_post_proposal(
  _ conversation: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ id: UnsafeMutablePointer<calque_id>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  yieldingID(conversation, id, error) { (conversation) throws(Diagnostic) in
    let members = try Input.members(json, json_length, "json")
    return try conversation.post(ProposalNote(members))
  }
}

@c @implementation
public func calque_conversation_receive(
  _ conversation: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let conversation = try Input.conversation(conversation)
    let isNew = try conversation.receive(Input.required(json, json_length, "json"))
    return isNew ? CALQUE_OK : CALQUE_UNCHANGED
  }
}

@c @implementation
public func calque_conversation_update_json(
  _ conversation: OpaquePointer!, _ id: calque_id, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    try Input.conversation(conversation).update(Identity(id))
  }
}
