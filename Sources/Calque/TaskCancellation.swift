import CalqueBase

/// Cancels what a task has begun, also when it is told to before that has begun.
final class TaskCancellation: Sendable {
  private let state = Mutex<(cancel: (@Sendable () -> Void)?, isCancelled: Bool)>((nil, false))

  /// Notes how to cancel, and does so at once when the task is cancelled already.
  func note(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }
}

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
