import CCalque
import CalqueBase
import CalqueStorage
import CalqueTranscript

// include/calque/conversation.h: conversations and their surroundings

extension CFunction {
  static func calque_conversation_create(
    _ options: Members, _ host: UnsafePointer<calque_conversation_host>?
  ) throws(Diagnostic) -> Conversation {
    let options = try ConversationOptions(options)
    return try TranscriptHost.conversation(host) { host in Conversation(options, host: host) }
  }

  static func calque_conversation_restore(
    _ json: Bytes, _ host: UnsafePointer<calque_conversation_host>?
  ) throws(Diagnostic) -> Conversation {
    try TranscriptHost.conversation(host) { (host) throws(Diagnostic) in
      try Conversation(snapshot: json, host: host)
    }
  }

  static func calque_conversation_snapshot(_ conversation: Conversation) -> Text {
    conversation.snapshot()
  }

  static func calque_conversation_remote_participants(_ conversation: Conversation) -> Value {
    .array(conversation.remotes.map { .text($0.text) })
  }

  static func calque_conversation_set_context(
    _ conversation: Conversation, _ context: Members
  ) throws(Diagnostic) {
    try conversation.context.merge(context)
  }
}

// include/calque/session.h: identifiers

extension Identity {
  init(_ id: calque_id) { self.init(high: id.high, low: id.low) }

  var c: calque_id { calque_id(high: high, low: low) }
}

extension CFunction {
  static func calque_id_parse(
    _ text: Text, _ out: UnsafeMutablePointer<calque_id>?
  ) throws(Diagnostic) {
    let out = try Input.given(out, "out")
    guard let id = Identity(text) else {
      throw Diagnostic(.invalidArgument, "not an identifier of 32 hexadecimal digits")
    }
    out.pointee = id.c
  }

  static func calque_id_random() -> calque_id { Identity.random().c }

  static func calque_id_text(_ id: Identity) -> Text { id.text }
}
