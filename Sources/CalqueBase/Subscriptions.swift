/// Handlers of one kind, added and removed from any thread.
///
/// Handlers run on the thread that calls them, with no lock held. When `remove` returns, the
/// handler is not running and will not run again, unless `remove` was called from inside it.
package final class Subscriptions<Handler>: Sendable {
  private struct Subscription {
    let number: UInt64
    let gate: Gate
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
      state.list.append(Subscription(number: state.last, gate: Gate(), handler: handler))
      return state.last
    }
  }

  /// Removes a handler, after its calls on other threads have ended; false when there is none.
  package func remove(_ number: UInt64) -> Bool {
    let removed = state.withLock { (state: inout State) -> Subscription? in
      guard let place = state.list.firstIndex(where: { $0.number == number }) else { return nil }
      return state.list.remove(at: place)
    }
    removed?.gate.close()
    return removed != nil
  }

  /// Removes all handlers, as `remove` does.
  package func removeAll() {
    let removed = state.withLock { state in
      let list = state.list
      state.list = []
      return list
    }
    for subscription in removed { subscription.gate.close() }
  }

  /// Whether there is a handler that `matches`.
  package func contains(_ matches: (Handler) -> Bool) -> Bool {
    state.withLock { state in state.list.contains { matches($0.handler) } }
  }

  /// Passes each handler to `call`, in the order in which they were added.
  package func each(_ call: (Handler) -> Void) {
    let current = state.withLock { $0.list }
    for subscription in current {
      subscription.gate.pass { call(subscription.handler) }
    }
  }
}
