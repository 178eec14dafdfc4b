import CalqueBase
import CalqueLocale

/// The queue: one proposal is sent at a time, the first one first.
extension ProposalBook {
  enum Next {
    case proposal(QueuedProposal)
    /// Nothing is left to send; these calls wait to be ended.
    case none(waiting: [PendingCall])
    /// A proposal is being sent.
    case busy
    /// The backend is busy and asked to wait; why.
    case paused(Diagnostic)
  }

  /// - Throws: `conflict` when the same value waits already, `limitExceeded` when too many do.
  func check(
    _ value: Text, _ identifier: ItemIdentifier, _ locale: Text, _ limits: LocalizationLimits
  ) throws(Diagnostic) {
    let tag = LanguageTag.comparable(locale)
    let (count, last) = read { state in
      let last = state.queue.last {
        $0.identifier == identifier && LanguageTag.comparable($0.locale) == tag
      }
      return (state.queue.count, last?.value)
    }
    guard last != value else {
      throw Diagnostic(.conflict, "the same proposal waits to be sent")
    }
    try LocalizationLimits.check(count + 1, limits.maximumQueued, "proposals that wait")
  }

  func enqueue(
    _ value: Text, _ identifier: ItemIdentifier, _ locale: Text,
    shown: (number: UInt64, previous: Text?), _ call: PendingCall
  ) {
    change { state in
      state.lastNumber &+= 1
      state.queue.append(
        QueuedProposal(
          number: state.lastNumber, identifier: identifier, locale: locale, value: value,
          entry: shown.number, previous: shown.previous, call: call))
    }
  }

  /// Begins to send.
  ///
  /// - Parameter call: waits until all is sent.
  func beginSending(_ call: PendingCall?) -> Next {
    change { state in
      if let call { state.waiting.append(call) }
      guard !state.isSending else { return .busy }
      if let pause = state.pause, !state.queue.isEmpty {
        if SteadyClock.milliseconds() < pause.until { return .paused(pause.failure) }
        state.pause = nil
      }
      return Self.next(&state)
    }
  }

  /// Pauses sending; nil goes on.
  ///
  /// - Returns: the pause before.
  func set(_ pause: Pause?) -> Pause? {
    change { state in
      let last = state.pause
      state.pause = pause
      return last
    }
  }

  /// The next proposal to send after one that was sent.
  func nextToSend() -> Next { change { Self.next(&$0) } }

  private static func next(_ state: inout State) -> Next {
    if let first = state.queue.first {
      state.isSending = true
      return .proposal(first)
    }
    state.isSending = false
    defer { state.waiting = [] }
    return .none(waiting: state.waiting)
  }

  /// Stops sending for now; the first one may have reached the backend.
  ///
  /// - Returns: the calls that proposed what waits, and those that wait until all is sent.
  func stopSending() -> (proposing: [PendingCall], waiting: [PendingCall]) {
    change { state in
      let calls = state.queue.compactMap { $0.call }
      for place in state.queue.indices {
        state.queue[place].call = nil
        if place == 0 { state.queue[place].wasTried = true }
      }
      defer { (state.isSending, state.waiting) = (false, []) }
      return (calls, state.waiting)
    }
  }

  func dequeue(_ number: UInt64) {
    change { state in state.queue.removeAll { $0.number == number } }
  }

  /// Removes a proposal that the backend refused, so that later ones do not restore it.
  ///
  /// - Returns: the proposal as it was in the queue.
  func refuse(_ number: UInt64) -> QueuedProposal? {
    change { state in
      guard let place = state.queue.firstIndex(where: { $0.number == number }) else { return nil }
      let refused = state.queue.remove(at: place)
      let tag = LanguageTag.comparable(refused.locale)
      let next = state.queue.firstIndex {
        $0.identifier == refused.identifier && LanguageTag.comparable($0.locale) == tag
      }
      if let next, state.queue[next].previous == refused.value {
        state.queue[next].previous = refused.previous
      }
      return refused
    }
  }
}
