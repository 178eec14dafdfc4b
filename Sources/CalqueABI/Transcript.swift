public import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranscript

// include/calque/conversation.h: conversations and their surroundings

@c @implementation
public func calque_conversation_create(
  _ options_json: UnsafePointer<CChar>!, _ options_length: Int,
  _ host: UnsafePointer<calque_conversation_host>!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    let members = try Input.members(options_json, options_length, "options_json")
    let options = try ConversationOptions(members)
    return try TranscriptHost.conversation(host) { host in Conversation(options, host: host) }
  }
}

@c @implementation
public func calque_conversation_restore(
  _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ host: UnsafePointer<calque_conversation_host>!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    let bytes = try Input.required(json, json_length, "json")
    return try TranscriptHost.conversation(host) { (host) throws(Diagnostic) in
      try Conversation(snapshot: bytes, host: host)
    }
  }
}

@c @implementation
public func calque_conversation_snapshot(
  _ conversation: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    try Input.conversation(conversation).snapshot()
  }
}

@c @implementation
public func calque_conversation_retain(_ conversation: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(conversation, as: Conversation.self)
  return conversation
}

@c @implementation
public func calque_conversation_release(_ conversation: OpaquePointer!) {
  Handle.release(conversation, as: Conversation.self)
}

@c @implementation
public func calque_conversation_local_participant(_ conversation: OpaquePointer!) -> calque_id {
  Handle.object(conversation, as: Conversation.self)?.local.c ?? calque_id()
}

@c @implementation
public func calque_conversation_remote_participants(
  _ conversation: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let remotes = try Input.conversation(conversation).remotes
    return JSON.text(of: .array(remotes.map { .text($0.text) }))
  }
}

@c @implementation
public func calque_conversation_sequence(_ conversation: OpaquePointer!) -> Int64 {
  Handle.object(conversation, as: Conversation.self)?.sequence ?? 0
}

@c @implementation
public func calque_conversation_set_context(
  _ conversation: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let conversation = try Input.conversation(conversation)
    try conversation.context.merge(Input.members(json, json_length, "json"))
    return CALQUE_OK
  }
}

extension Input {
  static func conversation(_ handle: OpaquePointer?) throws(Diagnostic) -> Conversation {
    try object(handle, Conversation.self, "conversation")
  }
}
