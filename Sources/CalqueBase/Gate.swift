import CPlatform

/// Lets calls through until it is closed; closing waits for the calls under way.
package final class Gate: Sendable {
  private struct State: Sendable {
    /// The threads inside, once for each call.
    var inside: [Int] = []
    var isClosed = false
    var mark = ProcessMark()

    /// Of the parent's threads, only the one that forked remains.
    mutating func noticeFork() {
      if mark.takeFork() { inside.removeAll { $0 != Fork.survivingThread } }
    }
  }

  private let monitor = Monitor(State())

  package init() {}

  /// Runs `body` unless the gate is closed.
  package func pass(_ body: () -> Void) {
    let thread = Self.thread
    let isOpen = monitor.change { state in
      state.noticeFork()
      if !state.isClosed { state.inside.append(thread) }
      return !state.isClosed
    }
    guard isOpen else { return }
    body()
    monitor.change { state in
      if let position = state.inside.lastIndex(of: thread) { state.inside.remove(at: position) }
    }
  }

  /// Closes the gate. On return no call is inside, except those on this thread's own stack.
  package func close() {
    let thread = Self.thread
    monitor.wait { state in
      state.noticeFork()
      state.isClosed = true
      return state.inside.contains { $0 != thread } ? .forever : .done(())
    }
  }

  private static var thread: Int { Int(bitPattern: UInt(calque_platform_thread_number())) }
}
