import CalqueBase

/// The calls that are under way.
final class BackendCalls: Sendable {
  private struct State: Sendable {
    var list: [PendingCall] = []
    var lastNumber: UInt64 = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Makes a call; after `close` it is cancelled from the beginning.
  func begin(_ completion: @escaping BackendOutcome.Completion) -> PendingCall {
    let (call, isClosed) = state.withLock { state in
      state.lastNumber &+= 1
      let call = PendingCall(state.lastNumber, completion)
      state.list.append(call)
      return (call, state.isClosed)
    }
    if isClosed { call.cancel() }
    return call
  }

  func end(_ call: PendingCall) {
    state.withLock { state in state.list.removeAll { $0 === call } }
  }

  /// Cancels a call; false when it is over.
  func cancel(_ number: UInt64) -> Bool {
    let call = state.withLock { state in state.list.first { $0.number == number } }
    call?.cancel()
    return call != nil
  }

  func close() {
    let calls = state.withLock { state in
      state.isClosed = true
      return state.list
    }
    for call in calls { call.cancel() }
  }
}
