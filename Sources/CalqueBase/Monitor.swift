import CPlatform

/// A lock around state together with a way to wait for a change of that state.
///
/// No callback of a host may run inside the closures.
package final class Monitor<State>: @unchecked Sendable {
  // Unchecked: `state` is only reached while `lock` is held.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  package init(_ state: State) {
    self.state = state
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    calque_platform_condition_init(changed)
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deinitialize(count: 1)
    changed.deallocate()
    pthread_mutex_destroy(lock)
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  /// Reads or changes the state, then lets all who wait look again.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  /// Asks `body` now and after every change, until it is done.
  package func wait<Result>(_ body: (inout State) -> Waiting<Result>) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      switch body(&state) {
      case .done(let result):
        // What ends one wait may have changed the state that another waits for.
        pthread_cond_broadcast(changed)
        return result
      case .forever: pthread_cond_wait(changed, lock)
      case .until(let milliseconds):
        calque_platform_condition_wait(changed, lock, milliseconds)
      }
    }
  }
}

/// What a wait on a monitor is for.
package enum Waiting<Result> {
  case done(Result)
  /// Ask again after a change.
  case forever
  /// Ask again after a change, or at this time of `SteadyClock`.
  case until(Int64)
}
