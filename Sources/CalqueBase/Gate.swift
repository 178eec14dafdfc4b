import CPlatform

/// Lets calls through until it is closed; closing waits for the calls under way.
package final class Gate: @unchecked Sendable {
  // Unchecked: everything is reached under `lock`.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let left: UnsafeMutablePointer<pthread_cond_t>
  private var inside: [Int] = []
  private var isClosed = false

  package init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    left = .allocate(capacity: 1)
    left.initialize(to: pthread_cond_t())
    pthread_cond_init(left, nil)
  }

  deinit {
    pthread_cond_destroy(left)
    left.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs `body` unless the gate is closed.
  package func pass(_ body: () -> Void) {
    let thread = calque_platform_thread_number()
    pthread_mutex_lock(lock)
    let isOpen = !isClosed
    if isOpen { inside.append(thread) }
    pthread_mutex_unlock(lock)
    guard isOpen else { return }
    body()
    pthread_mutex_lock(lock)
    if let position = inside.lastIndex(of: thread) { inside.remove(at: position) }
    pthread_cond_broadcast(left)
    pthread_mutex_unlock(lock)
  }

  /// Closes the gate. On return no call is inside, but those that this thread itself is in.
  package func close() {
    let thread = calque_platform_thread_number()
    pthread_mutex_lock(lock)
    isClosed = true
    while inside.contains(where: { $0 != thread }) { pthread_cond_wait(left, lock) }
    pthread_mutex_unlock(lock)
  }
}
