public import CCalque
import CalqueBase
import CalqueTranscript

// include/calque/transcript.h: events

/// A handler with its user data, which is freed when the subscription ends.
private final class TranscriptSubscriber {
  private let handler:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<calque_conversation_event>?
    ) -> Void
  private let userData: UnsafeMutableRawPointer?
  private let free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(
    _ handler:
      @escaping @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<calque_conversation_event>?
      ) -> Void, _ userData: UnsafeMutableRawPointer?,
    _ free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.handler = handler
    self.userData = userData
    self.free = free
  }

  deinit { free?(userData) }

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
      handler(userData, &event)
    }
  }

  private func step(of change: ConversationChange) -> calque_transcript_step {
    switch change {
    case .removed(let position, let id):
      calque_transcript_step(
        kind: CALQUE_TRANSCRIPT_REMOVED, reserved: 0, position: position, id: id.c)
    case .inserted(let position, let id):
      calque_transcript_step(
        kind: CALQUE_TRANSCRIPT_INSERTED, reserved: 0, position: position, id: id.c)
    case .replaced(let position, let id):
      calque_transcript_step(
        kind: CALQUE_TRANSCRIPT_REPLACED, reserved: 0, position: position, id: id.c)
    }
  }
}

@c @implementation
public func calque_conversation_on(
  _ conversation: OpaquePointer!, _ handler: calque_conversation_handler!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ subscription: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.number(subscription, error) { () throws(Diagnostic) in
    let conversation = try Input.conversation(conversation)
    guard let handler = handler as calque_conversation_handler? else {
      throw Input.missing("handler")
    }
    let subscriber = TranscriptSubscriber(handler, user_data, user_data_free)
    return conversation.subscribe { event in subscriber.handle(event) }
  }
}

@c @implementation
public func calque_conversation_off(
  _ conversation: OpaquePointer!, _ subscription: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    try Input.conversation(conversation).unsubscribe(subscription)
      ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}
