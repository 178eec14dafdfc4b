/// A lock around state, with a way to wait for a change of that state.
///
/// No callback of a host may run inside the closures.
package final class Monitor<State>: @unchecked Sendable {
  // Unchecked: `state` is only accessed while `lock` is held.
  private let lock = Lock()
  private var state: State

  package init(_ state: State) { self.state = state }

  deinit { lock.destroy() }

  /// Reads or changes the state, then wakes all waiting threads to check it again.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    lock.enter()
    defer {
      lock.notify()
      lock.leave()
    }
    return body(&state)
  }

  /// Calls `body` now and after each change, until it reports that it is done.
  package func wait<Result>(_ body: (inout State) -> Waiting<Result>) -> Result {
    lock.enter()
    defer { lock.leave() }
    while true {
      switch body(&state) {
      case .done(let result):
        // The change that ended this wait may be one that another thread waits for.
        lock.notify()
        return result
      case .forever: lock.wait(until: nil)
      case .until(let moment): lock.wait(until: moment)
      }
    }
  }
}

/// The decision of a thread that waits on a monitor.
package enum Waiting<Result> {
  case done(Result)
  /// Check again after a change.
  case forever
  /// Check again after a change, or at this time of `SteadyClock`.
  case until(Int64)
}
