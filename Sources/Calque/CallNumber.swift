import CalqueBase

/// The number of a call, which a task may be told to cancel before there is one.
final class CallNumber: Sendable {
  private let state = Mutex<(number: UInt64?, isCancelled: Bool)>((nil, false))

  /// - Returns: whether it is cancelled already.
  func note(_ number: UInt64) -> Bool {
    state.withLock { state in
      state.number = number
      return state.isCancelled
    }
  }

  /// - Returns: the number, if there is one already.
  func cancel() -> UInt64? {
    state.withLock { state in
      state.isCancelled = true
      return state.number
    }
  }
}
