import CPlatform

/// A lock around state that writers share. `Synchronization.Mutex` is not part of Embedded Swift.
///
/// No callback of a host may run inside `withLock`.
package final class Mutex<State>: @unchecked Sendable {
  // Unchecked: `state` is only reached while `lock` is held.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  package init(_ state: State) {
    self.state = state
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&state)
  }
}
