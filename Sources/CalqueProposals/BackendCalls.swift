import CalqueBase

/// The calls that are under way.
final class BackendCalls: Sendable {
  private struct State: Sendable {
    var list: [PendingCall] = []
    var lastNumber: UInt64 = 0
    var isClosed = false
    var mark = ProcessMark()

    /// In a child process the calls of the parent are dropped.
    mutating func noticeFork() -> [PendingCall] {
      guard mark.takeFork() else { return [] }
      defer { list = [] }
      return list
    }
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Makes a call; after `close` it is cancelled from the beginning.
  func begin(_ completion: @escaping BackendOutcome.Completion) -> PendingCall {
    let (call, isClosed, dropped) = state.withLock { state in
      let dropped = state.noticeFork()
      state.lastNumber &+= 1
      let call = PendingCall(state.lastNumber, completion)
      state.list.append(call)
      return (call, state.isClosed, dropped)
    }
    withExtendedLifetime(dropped) {}
    if isClosed { call.cancel() }
    return call
  }

  func end(_ call: PendingCall) {
    state.withLock { state in state.list.removeAll { $0 === call } }
  }

  /// Cancels a call; false when it has ended.
  func cancel(_ number: UInt64) -> Bool {
    let call = state.withLock { state in state.list.first { $0.number == number } }
    call?.cancel()
    return call != nil
  }

  func close() {
    let (calls, dropped) = state.withLock { state in
      let dropped = state.noticeFork()
      state.isClosed = true
      return (state.list, dropped)
    }
    withExtendedLifetime(dropped) {}
    for call in calls { call.cancel() }
  }
}
