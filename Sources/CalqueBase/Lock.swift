import CPlatform

/// A lock with a condition variable, on the C heap. Usable in a child of `fork()`, even if it was
/// held.
struct Lock {
  private let pointer: UnsafeMutablePointer<calque_platform_lock>

  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: calque_platform_lock())
    calque_platform_lock_init(pointer, Fork.process)
  }

  func destroy() {
    calque_platform_lock_destroy(pointer, Fork.process)
    pointer.deallocate()
  }

  @inline(never)
  func enter() {
    guard !Fork.isInside else {
      Fork.enter()
      return calque_platform_lock_enter(pointer, Fork.process)
    }
    Fork.giveWay()
    Fork.enter()
    if calque_platform_lock_try(pointer, Fork.process) { return }
    // A fork waits for the one that holds the lock alone, not for those who wait for it.
    Fork.leave()
    calque_platform_lock_enter(pointer, Fork.process)
    Fork.enter()
  }

  @inline(never)
  func leave() {
    pthread_mutex_unlock(&pointer.pointee.mutex)
    Fork.leave()
  }

  /// Wakes all waiting threads.
  func notify() { pthread_cond_broadcast(&pointer.pointee.changed) }

  /// Releases the lock, waits to be woken, and takes the lock again. Does not wait in a child
  /// process.
  ///
  /// - Parameter moment: the time of `SteadyClock` at which to stop waiting; nil for never.
  func wait(until moment: Int64?) {
    Fork.leave()
    if let moment {
      calque_platform_lock_wait(pointer, moment)
    } else {
      pthread_cond_wait(&pointer.pointee.changed, &pointer.pointee.mutex)
    }
    Fork.enter()
  }
}
