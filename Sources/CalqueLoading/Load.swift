import CalqueBase
import CalqueTransport
import struct Synchronization.Atomic

/// A load under way. It ends once: when it is done, cancelled or superseded, or with its
/// translator.
package final class Load: @unchecked Sendable {
  // Unchecked: what changes, but for `needs`, is only touched by the jobs of one worker, and by the
  // loader once that worker has stopped.
  package typealias Completion = @Sendable (LoadReport) -> Void
  package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  /// The functions that are called when it ends, and meanwhile.
  package struct Callbacks: Sendable {
    /// Runs before `completion` on the loader's thread, unless the load was cancelled.
    package var settle: Completion = { _ in }
    package var progress: Progress?
    package var completion: Completion = { _ in }

    package init() {}
  }

  /// The objects that it needs until it ends and then releases: a reference to a load that has
  /// ended keeps nothing else alive.
  private struct Needs: Sendable {
    let loader: Loader
    let callbacks: Callbacks
  }

  let number: UInt64
  let request: LoadRequest
  /// The number of failed loads in a row before it that could not reach a server.
  let retries: Int
  let mark = ProcessMark()
  private let wasCancelled = Atomic<Bool>(false)
  private let needs: Mutex<Needs?>

  var works: [FileWork] = []
  /// The errors of bundles and the cache.
  var problems: [FileReport] = []
  var fetches: [Fetch] = []
  var exchanges: [Exchange] = []
  var timers: [UInt64] = []
  /// Older loads that also load files of this one.
  var awaited: [UInt64] = []
  var hasBegun = false
  var isOver = false

  init(
    _ number: UInt64, _ request: LoadRequest, retries: Int, _ callbacks: Callbacks,
    _ loader: Loader
  ) {
    self.number = number
    self.request = request
    self.retries = retries
    needs = Mutex(Needs(loader: loader, callbacks: callbacks))
  }

  /// Ends the load as cancelled, soon; does nothing if it has ended. The current work stops before
  /// its next file.
  package func cancel() {
    wasCancelled.store(true, ordering: .relaxed)
    needs.withLock { $0?.loader }?.cancel(self)
  }

  var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

  /// Reports how many of all files are done.
  func tell(done: Int, of total: Int) {
    needs.withLock { $0?.callbacks.progress }?(done, total)
  }

  /// Does the work that precedes the completion.
  func settle(_ report: LoadReport) { needs.withLock { $0?.callbacks.settle }?(report) }

  /// Whether nothing is left to wait for.
  var isReady: Bool { hasBegun && awaited.isEmpty && fetches.allSatisfy { $0.isDone } }

  /// Completes it. Only the first time counts.
  func end(_ report: LoadReport) {
    needs.exchange(nil)?.callbacks.completion(report)
  }

  /// Stops the requests and drops the loaded files. Called only by the loader.
  func leave(_ worker: Worker) {
    isOver = true
    for timer in timers { worker.cancel(timer) }
    for exchange in exchanges { exchange.cancel() }
    (works, problems, fetches, exchanges, timers) = ([], [], [], [], [])
  }
}
