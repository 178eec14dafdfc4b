/// A lock around state together with a way to wait for a change of that state.
///
/// No callback of a host may run inside the closures.
package final class Monitor<State>: @unchecked Sendable {
  // Unchecked: `state` is only reached while `lock` is held.
  private let lock = Lock()
  private var state: State

  package init(_ state: State) { self.state = state }

  deinit { lock.destroy() }

  /// Reads or changes the state, then lets all who wait look again.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    lock.enter()
    defer {
      lock.notify()
      lock.leave()
    }
    return body(&state)
  }

  /// Asks `body` now and after every change, until it is done.
  package func wait<Result>(_ body: (inout State) -> Waiting<Result>) -> Result {
    lock.enter()
    defer { lock.leave() }
    while true {
      switch body(&state) {
      case .done(let result):
        // The signal that ends one wait may have changed the state that another waits for.
        lock.notify()
        return result
      case .forever: lock.wait(until: nil)
      case .until(let moment): lock.wait(until: moment)
      }
    }
  }
}

/// The purpose of a wait on a monitor.
package enum Waiting<Result> {
  case done(Result)
  /// Ask again after a change.
  case forever
  /// Ask again after a change, or at this time of `SteadyClock`.
  case until(Int64)
}
