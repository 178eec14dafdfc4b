import CalqueBase

/// Suspends until a call has ended; cancelling the task cancels the call.
///
/// - Parameter begin: starts the call with its completion, and returns what cancels it.
func suspending<Answer: Sendable>(
  _ begin: (@escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void
) async -> Answer {
  let cancellation = TaskCancellation()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      cancellation.note(begin { continuation.resume(returning: $0) })
    }
  } onCancel: {
    cancellation.cancel()
  }
}

/// Cancels the work of a task, also when the task is cancelled before the work has begun.
private final class TaskCancellation: Sendable {
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
