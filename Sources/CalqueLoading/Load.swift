import CalqueBase
import CalqueTransport

/// One load under way. It ends once: done, cancelled, superseded, or with its translator.
package final class Load: @unchecked Sendable {
  // Unchecked: what changes, but for `ending`, is only touched by the jobs of one worker, and by the
  // loader once that worker has stopped.
  package typealias Completion = @Sendable (LoadReport) -> Void
  package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  /// What is called when it ends, and meanwhile.
  package struct Callbacks: Sendable {
    /// Runs before `completion` on the loader's thread, unless the load was cancelled.
    package var settle: Completion = { _ in }
    package var progress: Progress?
    package var completion: Completion = { _ in }

    package init() {}
  }

  let number: UInt64
  let request: LoadRequest
  let settle: Completion
  let progress: Progress?
  private let ending: Mutex<Completion?>
  private let loader: Loader

  var works: [FileWork] = []
  /// What went wrong with bundles and the cache.
  var problems: [FileReport] = []
  var fetches: [Fetch] = []
  var exchanges: [Exchange] = []
  var timers: [UInt64] = []
  /// Older loads that bring files which this one wants too.
  var awaited: [UInt64] = []
  var hasBegun = false
  var isOver = false

  init(_ number: UInt64, _ request: LoadRequest, _ callbacks: Callbacks, _ loader: Loader) {
    self.number = number
    self.request = request
    settle = callbacks.settle
    progress = callbacks.progress
    ending = Mutex(callbacks.completion)
    self.loader = loader
  }

  /// Ends it as cancelled, soon; nothing when it is over.
  package func cancel() { loader.cancel(self) }

  /// Whether nothing is left to wait for.
  var isReady: Bool { hasBegun && awaited.isEmpty && fetches.allSatisfy { $0.isDone } }

  /// Completes it. Only the first time counts.
  func end(_ report: LoadReport) {
    let completion = ending.withLock { ending -> Completion? in
      defer { ending = nil }
      return ending
    }
    completion?(report)
  }
}
