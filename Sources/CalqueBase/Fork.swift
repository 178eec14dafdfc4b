import CPlatform
import struct Synchronization.Atomic

/// Keeps locked state consistent across `fork()`, and lets code detect that it runs in a child.
///
/// Only the thread that forks exists in the child. The other threads are kept out of locked
/// sections while the process is copied, so the child never finds a half-made change. Objects that
/// belong to the other threads (jobs, timers, requests) are discarded by their owners when they
/// detect the new process: see `ProcessMark`.
package enum Fork {
  /// 1 in the first process, and one more in each child than in its parent.
  private static let count = Atomic<UInt32>(1)
  private static let isRegistered = Atomic<Bool>(false)
  private static let isHeld = Atomic<Bool>(false)
  /// Forks that wait for sections to end.
  private static let waiting = Atomic<Int>(0)
  private static let survivor = Atomic<Int>(0)
  /// The milliseconds for which a fork waits for sections to end. They work in memory, so that only a
  /// machine that is very busy, or a change of millions of texts, takes longer. A child does without
  /// its locks then: it makes them anew.
  private static var patience: Int { 250 }

  /// The number of this process, never 0.
  package static var process: UInt32 { count.load(ordering: .relaxed) }

  /// The thread that forked this process, as `calque_platform_thread_number` numbers it; 0 in a
  /// process that was not forked.
  package static var survivingThread: Int { survivor.load(ordering: .relaxed) }

  /// Whether this thread is in a locked section.
  static var isInside: Bool { calque_platform_sections().pointee > 0 }

  /// Lets forks go first. For a thread outside of all sections, that holds no lock.
  static func giveWay() {
    while waiting.load(ordering: .relaxed) > 0 { usleep(50) }
  }

  /// Begins a locked section. Sections may be nested.
  static func enter() {
    if !isRegistered.load(ordering: .relaxed), !isRegistered.exchange(true, ordering: .relaxed) {
      pthread_atfork(before, inParent, inChild)
    }
    pthread_rwlock_rdlock(lock)
    calque_platform_sections().pointee += 1
  }

  static func leave() {
    calque_platform_sections().pointee -= 1
    pthread_rwlock_unlock(lock)
  }

  /// Held for reading in each locked section and for writing around a fork.
  private static var lock: UnsafeMutablePointer<pthread_rwlock_t> { calque_platform_barrier() }

  private static let before: @convention(c) () -> Void = {
    // A section that forks itself would wait for its own end.
    guard !isInside else { return }
    waiting.wrappingAdd(1, ordering: .relaxed)
    isHeld.store(takeBarrier(), ordering: .relaxed)
    waiting.wrappingSubtract(1, ordering: .relaxed)
  }

  /// New sections give way meanwhile. Not a timed wait of pthread: setting the system's clock back
  /// would lengthen that, and macOS has none.
  private static func takeBarrier() -> Bool {
    let deadline = SteadyClock.after(patience)
    while pthread_rwlock_trywrlock(lock) != 0 {
      if SteadyClock.milliseconds() >= deadline { return false }
      usleep(50)
    }
    return true
  }

  private static let inParent: @convention(c) () -> Void = {
    if isHeld.exchange(false, ordering: .relaxed) { pthread_rwlock_unlock(lock) }
  }

  private static let inChild: @convention(c) () -> Void = {
    isHeld.store(false, ordering: .relaxed)
    waiting.store(0, ordering: .relaxed)
    pthread_rwlock_init(lock, nil)
    count.wrappingAdd(1, ordering: .relaxed)
    survivor.store(Int(bitPattern: UInt(calque_platform_thread_number())), ordering: .relaxed)
  }
}

/// Detects, once per process, that the process is a child of the one seen before.
package struct ProcessMark: Sendable {
  private var process = Fork.process

  package init() {}

  package var isOfThisProcess: Bool { process == Fork.process }

  /// True the first time in a child process.
  package mutating func takeFork() -> Bool {
    defer { process = Fork.process }
    return !isOfThisProcess
  }
}
