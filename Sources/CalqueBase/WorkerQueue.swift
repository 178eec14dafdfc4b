import CPlatform

/// The state that a worker's thread retains, so that the worker itself can be freed.
final class WorkerQueue: Sendable {
  private struct Timer {
    let number: UInt64
    let moment: Int64
    let job: Worker.Job
  }

  private struct State: ProcessState {
    /// Jobs before `taken` have been taken out: a job is never freed while the lock is held.
    var jobs: [Worker.Job?] = []
    var taken = 0
    /// Ordered by time, and at the same time by the order in which they were added.
    var timers: [Timer] = []
    var lastTimer: UInt64 = 0
    var isStopped = false
    /// The thread that was created last, until it is joined.
    var thread: calque_platform_thread?
    /// The thread that runs the jobs now: the worker's own, or one that called `run` when no thread
    /// could be created.
    var runner: calque_platform_thread?

    /// Discards the jobs and timers, and the thread unless it is the one that forked.
    mutating func dropWorkOfParent() {
      if runner != calque_platform_thread_current() {
        (thread, runner) = (nil, nil)
      }
      _ = dropAll()
    }

    mutating func dropAll() -> ([Worker.Job?], [Timer]) {
      defer { (jobs, taken, timers) = ([], 0, []) }
      return (jobs, timers)
    }
  }

  private let monitor = ProcessMutex(State())
  private let makeThread: Worker.ThreadMaker

  init(_ makeThread: @escaping Worker.ThreadMaker) { self.makeThread = makeThread }

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

  var isRunningThis: Bool {
    monitor.change { $0.runner == calque_platform_thread_current() }
  }

  /// Adds a job or a timer and makes sure that a thread will run it.
  private func start(_ add: (inout State) -> Void) {
    let isLeftToCaller = monitor.change { state in
      guard !state.isStopped else { return false }
      add(&state)
      guard state.runner == nil else { return false }
      // The last thread has nothing left to do but end.
      if let ended = exchange(&state.thread, with: nil) { calque_platform_thread_join(ended) }
      let reference = Unmanaged.passRetained(self)
      var thread = calque_platform_thread()
      if makeThread(&thread, Self.body, reference.toOpaque()) == 0 {
        state.thread = thread
        state.runner = thread
        return false
      }
      reference.release()
      state.runner = calque_platform_thread_current()
      return true
    }
    if isLeftToCaller { runJobs(waitingForTimers: false) }
  }

  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    if let pointer {
      Unmanaged<WorkerQueue>.fromOpaque(pointer).takeRetainedValue().runJobs(waitingForTimers: true)
    }
    return nil
  }

  private func runJobs(waitingForTimers: Bool) {
    while let job = next(waitingForTimers) { job() }
  }

  /// The next job; nil when the thread is to end.
  private func next(_ waitsForTimers: Bool) -> Worker.Job? {
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
        if waitsForTimers, let timer = state.timers.first { return .until(timer.moment) }
      }
      state.runner = nil
      return .done(nil)
    }
  }

  func stop() {
    let (isRunner, dropped) = monitor.change { state in
      state.isStopped = true
      return (state.runner == calque_platform_thread_current(), state.dropAll())
    }
    // Freeing a job may free objects that call back here, so it must not happen under the lock.
    withExtendedLifetime(dropped) {}
    if !isRunner { monitor.wait { $0.runner == nil ? .done(()) : .forever } }
    guard let thread = monitor.change({ exchange(&$0.thread, with: nil) }) else { return }
    if thread == calque_platform_thread_current() {
      calque_platform_thread_detach(thread)
    } else {
      calque_platform_thread_join(thread)
    }
  }
}
