import CCalque
import CalqueBase
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
