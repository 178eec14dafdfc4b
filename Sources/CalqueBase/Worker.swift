package import CPlatform

/// Runs jobs one after another on a thread of its own, which exists only while there are jobs.
///
/// Everything asynchronous (loading, retries, timers) runs on the worker of the object it belongs
/// to, so that its state needs no lock. A job may block, which delays the next one.
package final class Worker: Sendable {
  package typealias Job = @Sendable () -> Void

  /// Creates a thread as `pthread_create` does; returns 0 on success.
  package typealias ThreadMaker =
    @Sendable (
      UnsafeMutablePointer<calque_platform_thread>,
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer
    ) -> Int32

  private let queue: WorkerQueue

  /// - Parameter makeThread: creates a thread that blocks all signals; replaced in tests.
  package init(
    makingThreadsWith makeThread: @escaping ThreadMaker = {
      calque_platform_thread_start($0, $1, $2)
    }
  ) {
    queue = WorkerQueue(makeThread)
  }

  deinit { queue.stop() }

  /// Runs a job after those added earlier, or discards it after `stop`. If the system cannot create
  /// a thread, the job runs before this returns, so the caller must not hold a lock, and timers are
  /// delayed until the next call.
  package func run(_ job: @escaping Job) { queue.add(job) }

  /// Runs a job once a number of milliseconds has passed.
  ///
  /// - Returns: a number to cancel it with, never 0.
  package func run(after milliseconds: Int, _ job: @escaping Job) -> UInt64 {
    queue.add(job, at: SteadyClock.after(milliseconds))
  }

  /// Cancels a job that waits for its time; false when it has run, is running or was cancelled.
  @discardableResult
  package func cancel(_ number: UInt64) -> Bool { queue.remove(number) }

  /// Whether the caller is one of the worker's jobs, which must not wait for another job.
  package var isRunningThis: Bool { queue.isRunningThis }

  /// Discards the waiting jobs and ends the thread. On return no job is running or will run, except
  /// a job that made the call itself.
  package func stop() { queue.stop() }
}

/// A value that one thread sets once and others wait for.
package final class Latch<Value: Sendable>: Sendable {
  // An array of at most one value. To recognise nil, Embedded Swift would also compare unwritten
  // bytes, which is harmless but reported by valgrind.
  private let monitor = Mutex<[Value]>([])

  package init() {}

  /// Sets the value; later values are ignored.
  package func open(_ value: Value) {
    monitor.change { if $0.isEmpty { $0.append(value) } }
  }

  /// Waits for the value.
  package func wait() -> Value {
    monitor.wait { values in values.first.map { .done($0) } ?? .forever }
  }

  /// Waits for the value for a number of milliseconds; nil when it was not set in that time.
  package func wait(milliseconds: Int) -> Value? {
    let deadline = SteadyClock.after(milliseconds)
    return monitor.wait { values in
      if let value = values.first { return .done(value) }
      return SteadyClock.milliseconds() >= deadline ? .done(nil) : .until(deadline)
    }
  }
}

/// A monotonic clock for timeouts and timers, not for the time of day.
package enum SteadyClock {
  /// The milliseconds since an arbitrary moment before the process began.
  package static func milliseconds() -> Int64 { calque_platform_steady_milliseconds() }

  /// The time after a number of milliseconds, where a negative number counts as 0.
  package static func after(_ milliseconds: Int) -> Int64 {
    let (moment, overflows) = Self.milliseconds()
      .addingReportingOverflow(Int64(max(0, milliseconds)))
    return overflows ? Int64.max : moment
  }
}
