import CCalque
import CPlatform
import CalqueBase
import CalqueStorage
import CalqueTranscript

/// The functions that a C host gives to a conversation.
final class TranscriptHost {
  private let table: calque_conversation_host
  private let context: HostContext

  private init(_ table: calque_conversation_host) {
    self.table = table
    context = HostContext(table.user_data, table.user_data_free)
  }

  /// Makes a conversation with what the table gives; the rest is the system's.
  ///
  /// The user data changes hands only when `make` succeeds.
  static func conversation(
    _ table: UnsafePointer<calque_conversation_host>?,
    _ make: (ConversationHost) throws(Diagnostic) -> Conversation
  ) throws(Diagnostic) -> Conversation {
    let given = try table.map { table throws(Diagnostic) in
      try Structure.read(table, calque_conversation_host(), "host")
    }
    let host = TranscriptHost(given ?? calque_conversation_host())
    let conversation = try make(host.functions)
    host.context.own()
    return conversation
  }

  private var functions: ConversationHost {
    var host = ConversationHost(
      now: { [self] in table.now?(table.user_data) ?? SystemClock.milliseconds() },
      makeIdentity: { [self] in makeIdentity() },
      inspectFile: { path in FileFacts(of: path) })
    if let send = table.send {
      host.send = { [self] update in Borrowed(update).call { send(table.user_data, $0[0]) } }
    }
    return host
  }

  private func makeIdentity() -> Identity {
    var words: (UInt64, UInt64) = (0, 0)
    let isFilled = withUnsafeMutableBytes(of: &words) { bytes in
      table.random?(table.user_data, bytes.baseAddress, bytes.count) ?? false
    }
    return isFilled ? Identity(random: words.0, words.1) : .random()
  }
}

// include/calque/transcript.h: events
extension CFunction {
  static func calque_conversation_on(
    _ conversation: Conversation, _ handler: calque_conversation_handler, _ context: HostContext
  ) -> UInt64 {
    context.own()
    let subscriber = TranscriptSubscriber(handler: handler, context: context)
    return conversation.subscribe { event in subscriber.handle(event) }
  }
}

private struct TranscriptSubscriber {
  let handler: calque_conversation_handler
  let context: HostContext

  func handle(_ event: ConversationEvent) {
    switch event {
    case .willSelect(let id): tell(CALQUE_CONVERSATION_WILL_SELECT, id)
    case .didSelect(let id): tell(CALQUE_CONVERSATION_DID_SELECT, id)
    case .didReceive(let id): tell(CALQUE_CONVERSATION_DID_RECEIVE, id)
    case .didStartSending(let id): tell(CALQUE_CONVERSATION_DID_START_SENDING, id)
    case .didCancelSending(let id): tell(CALQUE_CONVERSATION_DID_CANCEL_SENDING, id)
    case .transcriptChanged(let changes):
      tell(CALQUE_CONVERSATION_TRANSCRIPT_CHANGED, .none, changes.map { step(of: $0) })
    }
  }

  private func tell(
    _ kind: calque_conversation_event_kind, _ id: Identity, _ steps: [calque_transcript_step] = []
  ) {
    steps.withUnsafeBufferPointer { steps in
      var event = calque_conversation_event(
        kind: kind, reserved: 0, id: id.c, steps: steps.isEmpty ? nil : steps.baseAddress,
        step_count: steps.count)
      handler(context.userData, &event)
    }
  }

  private func step(of change: ConversationChange) -> calque_transcript_step {
    let (kind, position, id) =
      switch change {
      case .removed(let position, let id): (CALQUE_TRANSCRIPT_REMOVED, position, id)
      case .inserted(let position, let id): (CALQUE_TRANSCRIPT_INSERTED, position, id)
      case .replaced(let position, let id): (CALQUE_TRANSCRIPT_REPLACED, position, id)
      }
    return calque_transcript_step(kind: kind, reserved: 0, position: position, id: id.c)
  }
}
