package import CPlatform

/// Runs jobs one after another on a thread of its own, which exists only while there are any.
///
/// Everything that happens over time (loading, retries, timers) happens on the worker of the object
/// it belongs to, so that its state needs no lock. A job may block; the next one waits then.
package final class Worker: Sendable {
  package typealias Job = @Sendable () -> Void

  /// Makes a thread as `pthread_create` does: 0 when it runs.
  package typealias ThreadMaker =
    @Sendable (
      UnsafeMutablePointer<calque_platform_thread>,
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer
    ) -> Int32

  private let queue: WorkerQueue

  /// - Parameter makeThread: for tests; a thread that takes no signals.
  package init(
    makingThreadsWith makeThread: @escaping ThreadMaker = {
      calque_platform_thread_start($0, $1, $2)
    }
  ) {
    queue = WorkerQueue(makeThread)
  }

  deinit { queue.stop() }

  /// Runs a job after those that were given before. After `stop` it is dropped. Where the system
  /// has no thread to give, the job runs before this returns, so no lock may be held; timers wait
  /// for the next call then.
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

  /// Whether this is called from one of its jobs, which must not wait for another one.
  package var isRunningThis: Bool { queue.isRunningThis }

  /// Drops the jobs that wait, and ends the thread. On return no job is running and none will, but
  /// for the one that this was called from.
  package func stop() { queue.stop() }
}
