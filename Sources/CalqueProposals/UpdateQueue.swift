import CalqueBase

/// Lets updates run one after another.
final class UpdateQueue: Sendable {
  private struct State: Sendable {
    var isRunning = false
    var waiting: [PendingCall] = []
    var mark = ProcessMark()
    /// The calls of the parent process. They are not freed under the lock, because that may call the
    /// host.
    var dropped: [PendingCall] = []
  }

  private let state = Mutex(State())

  /// Whether an update may run now; otherwise it waits.
  func begin(_ call: PendingCall) -> Bool {
    state.withLock { state in
      // The parent's calls are not under way in a child process.
      if state.mark.takeFork() {
        (state.isRunning, state.waiting, state.dropped) = (false, [], state.waiting)
      }
      guard state.isRunning else {
        state.isRunning = true
        return true
      }
      state.waiting.append(call)
      return false
    }
  }

  /// The next update to run, when one is over.
  func end() -> PendingCall? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
