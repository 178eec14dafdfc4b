import CCalque
import CPlatform
import CalqueBase
import CalqueStorage
import CalqueTranscript

extension ConversationHost {
  /// The functions of a table of C; those that it lacks are the system's.
  fileprivate init(_ table: calque_conversation_host, _ context: HostContext) {
    self.init(
      now: { table.now?(context.userData) ?? SystemClock.milliseconds() },
      makeIdentity: {
        var words: (UInt64, UInt64) = (0, 0)
        let isFilled = withUnsafeMutableBytes(of: &words) { bytes in
          table.random?(context.userData, bytes.baseAddress, bytes.count) ?? false
        }
        return isFilled ? Identity(random: words.0, words.1) : .random()
      },
      inspectFile: { path in FileFacts(of: path) })
    if let send = table.send {
      self.send = { update in Borrowed(update).call { send(context.userData, $0[0]) } }
    }
  }

  /// Makes a conversation with what the table gives, or NULL for nothing.
  ///
  /// The user data changes hands only when `make` succeeds.
  static func conversation(
    _ table: UnsafePointer<calque_conversation_host>?,
    _ make: (ConversationHost) throws(Diagnostic) -> Conversation
  ) throws(Diagnostic) -> Conversation {
    let table = try Structure.read(table, calque_conversation_host(), "host")
    let context = HostContext(table.user_data, table.user_data_free)
    let conversation = try make(ConversationHost(table, context))
    context.own()
    return conversation
  }
}

// include/calque/transcript.h: events
extension CFunction {
  static func calque_conversation_on(
    _ conversation: Conversation, _ handler: calque_conversation_handler, _ context: HostContext
  ) -> UInt64 {
    context.own()
    return conversation.subscribe { event in
      let (kind, id) = number(of: event)
      var steps: [calque_transcript_step] = []
      if case .transcriptChanged(let changes) = event { steps = changes.map { step(of: $0) } }
      steps.withUnsafeBufferPointer { steps in
        var told = calque_conversation_event(
          kind: kind, reserved: 0, id: id.c, steps: steps.isEmpty ? nil : steps.baseAddress,
          step_count: steps.count)
        handler(context.userData, &told)
      }
    }
  }
}

/// The kind of an event, and the message that it is about.
private func number(of event: ConversationEvent) -> (calque_conversation_event_kind, Identity) {
  switch event {
  case .willSelect(let id): (CALQUE_CONVERSATION_WILL_SELECT, id)
  case .didSelect(let id): (CALQUE_CONVERSATION_DID_SELECT, id)
  case .didReceive(let id): (CALQUE_CONVERSATION_DID_RECEIVE, id)
  case .didStartSending(let id): (CALQUE_CONVERSATION_DID_START_SENDING, id)
  case .didCancelSending(let id): (CALQUE_CONVERSATION_DID_CANCEL_SENDING, id)
  case .transcriptChanged: (CALQUE_CONVERSATION_TRANSCRIPT_CHANGED, .none)
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
