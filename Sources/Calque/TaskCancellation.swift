import CalqueBase

/// Cancels the work of a task, also when the task is cancelled before the work has begun.
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

/// The number of a call, for a task that may be cancelled before the call has a number.
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
