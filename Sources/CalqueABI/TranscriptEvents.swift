import CCalque
import CalqueBase
import CalqueTranscript

// include/calque/transcript.h: events
extension CFunction {
  static func calque_conversation_on(
    _ conversation: Conversation, _ handler: calque_conversation_handler, _ context: HostContext
  ) -> UInt64 {
    context.own()
    let subscriber = TranscriptSubscriber(handler: handler, context: context)
    return conversation.subscribe { event in subscriber.handle(event) }
  }

  static func calque_conversation_off(_ conversation: Conversation, _ subscription: UInt64) -> Bool
  {
    conversation.unsubscribe(subscription)
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
