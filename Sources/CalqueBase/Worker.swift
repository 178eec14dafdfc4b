import CPlatform

/// Runs jobs one after another on a thread of its own, which exists only while there are any.
///
/// Whatever happens over time (loading, retries, timers) happens on the worker of the object it
/// belongs to, so that its state needs no lock. A job may block; the next one waits then.
package final class Worker: Sendable {
  package typealias Job = @Sendable () -> Void

  private let queue = WorkerQueue()

  package init() {}

  deinit { queue.stop() }

  /// Runs a job after those that were given before. After `stop` it is dropped.
  package func run(_ job: @escaping Job) { queue.add(job) }

  /// Runs a job once a number of milliseconds has passed.
  ///
  /// - Returns: a number to cancel it with, never 0.
  package func run(after milliseconds: Int, _ job: @escaping Job) -> UInt64 {
    queue.add(job, at: SteadyClock.after(milliseconds))
  }

  /// Drops a job that waits for its time; false when it ran, or is running, or was dropped.
  @discardableResult
  package func cancel(_ number: UInt64) -> Bool { queue.remove(number) }

  /// Drops the jobs that wait, and ends the thread. On return no job is running and none will, but
  /// for the one that this was called from.
  package func stop() { queue.stop() }
}

/// What the thread of a worker holds on to, so that the worker itself can go.
private final class WorkerQueue: Sendable {
  private struct Timer {
    let number: UInt64
    let moment: Int64
    let job: Worker.Job
  }

  private struct State {
    /// Those before `taken` are gone: a job is never freed while the lock is held.
    var jobs: [Worker.Job?] = []
    var taken = 0
    /// By moment; those of one moment in the order they were given.
    var timers: [Timer] = []
    var lastTimer: UInt64 = 0
    var isStopped = false
    /// The thread that runs, or ran last and was not joined.
    var thread: pthread_t?
    var isRunning = false
  }

  private let monitor = Monitor(State())

  func add(_ job: @escaping Worker.Job) {
    start { $0.jobs.append(job) }
  }

  func add(_ job: @escaping Worker.Job, at moment: Int64) -> UInt64 {
    var number: UInt64 = 0
    start { state in
      state.lastTimer &+= 1
      number = state.lastTimer
      let timer = Timer(number: number, moment: moment, job: job)
      let place = state.timers.lastIndex { $0.moment <= moment }.map { $0 + 1 } ?? 0
      state.timers.insert(timer, at: place)
    }
    return number
  }

  func remove(_ number: UInt64) -> Bool {
    let removed = monitor.change { state -> Timer? in
      state.timers.firstIndex { $0.number == number }.map { state.timers.remove(at: $0) }
    }
    return removed != nil
  }

  /// Adds something to do and sees to it that a thread does it.
  private func start(_ add: (inout State) -> Void) {
    monitor.change { state in
      guard !state.isStopped else { return }
      add(&state)
      guard !state.isRunning else { return }
      // The last thread has nothing more to do but to end.
      if let ended = state.thread { pthread_join(ended, nil) }
      let reference = Unmanaged.passRetained(self)
      var thread = pthread_t()
      state.isRunning = calque_platform_thread_start(&thread, Self.body, reference.toOpaque()) == 0
      state.thread = state.isRunning ? thread : nil
      if !state.isRunning { reference.release() }
    }
  }

  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    if let pointer {
      let queue = Unmanaged<WorkerQueue>.fromOpaque(pointer).takeRetainedValue()
      while let job = queue.next() { job() }
    }
    return nil
  }

  /// The next job; nil when the thread is to end.
  private func next() -> Worker.Job? {
    monitor.wait { state in
      if !state.isStopped {
        if let timer = state.timers.first {
          if timer.moment <= SteadyClock.milliseconds() {
            state.timers.removeFirst()
            return .done(timer.job)
          }
        }
        if state.taken < state.jobs.count, let job = state.jobs[state.taken] {
          state.jobs[state.taken] = nil
          state.taken += 1
          if state.taken == state.jobs.count { (state.jobs, state.taken) = ([], 0) }
          return .done(job)
        }
        if let timer = state.timers.first { return .until(timer.moment) }
      }
      state.isRunning = false
      return .done(nil)
    }
  }

  func stop() {
    let (thread, dropped) = monitor.change { state in
      state.isStopped = true
      let dropped = (state.jobs, state.timers)
      (state.jobs, state.taken, state.timers) = ([], 0, [])
      let thread = state.thread
      state.thread = nil
      return (thread, dropped)
    }
    // What the jobs hold may be freed with them, and may come back here: not under the lock.
    withExtendedLifetime(dropped) {}
    guard let thread else { return }
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }
}
