import CPlatform
import struct Synchronization.Atomic

/// A lock with a condition variable, on the C heap. Usable in a child of `fork()`, even if it was
/// held.
struct Lock {
  private let pointer: UnsafeMutablePointer<calque_platform_lock>
  /// Whether forks wait for what happens under this lock.
  private let isSection: Bool

  init(isSection: Bool = true) {
    self.isSection = isSection
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
    guard isSection else { return calque_platform_lock_enter(pointer, Fork.process) }
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
    if isSection { Fork.leave() }
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

/// A lock around state that writers share, with a way to wait for a change of it.
/// `Synchronization.Mutex` is not part of Embedded Swift.
///
/// No callback of a host may run inside the closures.
package final class Mutex<State>: @unchecked Sendable {
  // Unchecked: `state` is only accessed while `lock` is held.
  private let lock: Lock
  private var state: State

  /// - Parameter isLong: what is done under the lock takes long, such as writing files. A fork does
  ///   not wait for it, so a child may find the state in the middle of it.
  package init(_ state: State, isLong: Bool = false) {
    lock = Lock(isSection: !isLong)
    self.state = state
  }

  deinit { lock.destroy() }

  // Inlined, for a function of each state and result takes more room than two calls.
  @inline(__always)
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.enter()
    defer { lock.leave() }
    return body(&state)
  }

  // Two functions: one for any error would have a trap where none is thrown.
  @inline(__always)
  package func withLock<Result>(
    _ body: (inout State) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    lock.enter()
    defer { lock.leave() }
    return try body(&state)
  }

  /// Reads or changes the state, then has all threads that wait check it again.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    lock.enter()
    defer {
      lock.notify()
      lock.leave()
    }
    return body(&state)
  }

  /// Calls `body` now and after each `change`, until it reports that it is done.
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

  /// Replaces the state. The former one is returned, so that it is not freed under the lock: that
  /// may call the host.
  package func exchange(_ new: State) -> State {
    withLock { Swift.exchange(&$0, with: new) }
  }
}

extension Mutex {
  /// The object of a place, made when there is none.
  package func filled<Object>(_ make: () -> Object) -> Object where State == Object? {
    withLock { state in
      let object = state ?? make()
      state = object
      return object
    }
  }
}

/// State of which a part belongs to the threads of a process.
package protocol ProcessState {
  /// In a child process only the thread that forked exists: drops what other threads work on.
  mutating func dropWorkOfParent()
}

/// A lock around state that a child of `fork()` does not take over as it is. The state drops the
/// work of the parent's threads when the child first uses it.
package final class ProcessMutex<State: ProcessState>: Sendable {
  private let guarded: Mutex<State>
  private let process = Atomic(Fork.process)

  package init(_ state: State) { guarded = Mutex(state) }

  @inline(__always)
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result { own.withLock(body) }

  package func change<Result>(_ body: (inout State) -> Result) -> Result { own.change(body) }

  package func wait<Result>(_ body: (inout State) -> Waiting<Result>) -> Result { own.wait(body) }

  /// The lock, with the state of this process.
  private var own: Mutex<State> {
    if process.load(ordering: .relaxed) != Fork.process { dropWorkOfParent() }
    return guarded
  }

  @inline(never)
  private func dropWorkOfParent() {
    // Freed after the lock is left, for freeing the parent's objects may call the host.
    let parents = guarded.withLock { state -> State? in
      let isFirst = process.exchange(Fork.process, ordering: .relaxed) != Fork.process
      defer { if isFirst { state.dropWorkOfParent() } }
      return isFirst ? state : nil
    }
    withExtendedLifetime(parents) {}
  }
}

/// The decision of a thread that waits.
package enum Waiting<Result> {
  case done(Result)
  /// Check again after a change.
  case forever
  /// Check again after a change, or at this time of `SteadyClock`.
  case until(Int64)
}
