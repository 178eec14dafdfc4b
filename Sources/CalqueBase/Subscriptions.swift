import CPlatform

/// A run-down guard: lets calls through until it is closed; closing waits for the calls under way.
package final class RunDownGuard: Sendable {
  private struct State: ProcessState, Sendable {
    /// The threads inside, once for each call.
    var inside: [Int] = []
    var isClosed = false

    /// Of the parent's threads, only the one that forked remains.
    mutating func dropWorkOfParent() { inside = inside.filter { $0 == Fork.survivingThread } }
  }

  private let monitor = ProcessMutex(State())

  package init() {}

  /// Runs `body` unless the gate is closed.
  package func pass(_ body: () -> Void) {
    let thread = Self.thread
    let isOpen = monitor.change { state in
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
      state.isClosed = true
      return state.inside.contains { $0 != thread } ? .forever : .done(())
    }
  }

  private static var thread: Int { Int(bitPattern: UInt(calque_platform_thread_number())) }
}

/// Handlers of one kind, added and removed from any thread.
///
/// Handlers run on the thread that calls them, with no lock held. When `remove` returns, the
/// handler is not running and will not run again, unless `remove` was called from inside it.
package final class Subscriptions<Handler>: Sendable {
  private struct Subscription {
    let number: UInt64
    let gate: RunDownGuard
    let handler: Handler
  }

  private struct State {
    var list: [Subscription] = []
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Adds a handler and returns its number, which is never 0.
  package func add(_ handler: Handler) -> UInt64 {
    state.withLock { state in
      state.last &+= 1
      state.list.append(Subscription(number: state.last, gate: RunDownGuard(), handler: handler))
      return state.last
    }
  }

  /// Removes a handler, after its calls on other threads have ended; false when there is none.
  package func remove(_ number: UInt64) -> Bool {
    let removed = state.withLock { state -> Subscription? in
      state.list.firstIndex { $0.number == number }.map { state.list.remove(at: $0) }
    }
    removed?.gate.close()
    return removed != nil
  }

  /// Removes all handlers, as `remove` does.
  package func removeAll() {
    let removed = state.withLock { exchange(&$0.list, with: []) }
    for subscription in removed { subscription.gate.close() }
  }

  /// Whether there is a handler that `matches`.
  package func contains(_ matches: (Handler) -> Bool) -> Bool {
    state.withLock { state in state.list.contains { matches($0.handler) } }
  }

  /// Passes each handler to `call`, in the order in which they were added.
  package func each(_ call: (Handler) -> Void) {
    for subscription in state.withLock({ $0.list }) {
      subscription.gate.pass { call(subscription.handler) }
    }
  }
}

/// An object that is kept alive by its own pending work, and so has to be closed when nobody wants
/// the results any more.
package protocol Closable: AnyObject, Sendable {
  /// Cancels all pending calls.
  func close()
}

/// The host's reference to such an object, which is closed when the last one goes.
package final class Owner<Object: Closable>: Sendable {
  package let object: Object

  package init(_ object: Object) { self.object = object }

  deinit { object.close() }
}
