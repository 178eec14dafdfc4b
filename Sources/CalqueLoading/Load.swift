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
    package var onApplied: Completion = { _ in }
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

  package let number: UInt64
  let request: LoadRequest
  /// The number of failed loads in a row before it that could not reach a server.
  let retries: Int
  let mark = ProcessMark()
  private let wasCancelled = Atomic<Bool>(false)
  private let needs: Mutex<Needs?>

  var works: [FileWork] = []
  /// The errors of bundles and the cache.
  var problems: [FileReport] = []
  var requests: [FileRequest] = []
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
  func applied(_ report: LoadReport) { needs.withLock { $0?.callbacks.onApplied }?(report) }

  /// Whether nothing is left to wait for.
  var isReady: Bool { hasBegun && awaited.isEmpty && requests.allSatisfy { $0.isDone } }

  /// Completes it. Only the first time counts.
  func end(_ report: LoadReport) {
    needs.exchange(nil)?.callbacks.completion(report)
  }

  /// Stops the requests and drops the loaded files. Called only by the loader.
  func leave() {
    isOver = true
    for request in requests { request.handle?.cancel() }
    (works, problems, requests) = ([], [], [])
  }
}

extension LoadRequest {
  /// Whether a load of this request supersedes an older one.
  func covers(_ older: LoadRequest) -> Bool {
    guard !onlyMissing, changesLanguage || !older.changesLanguage else { return false }
    return older.languages.allSatisfy { languages.contains($0) }
      && older.namespaces.allSatisfy { namespaces.contains($0) }
  }

  /// Each file once, language by language.
  var files: [FileName] {
    var files: [FileName] = []
    for lng in Self.unique(languages) {
      for ns in Self.unique(namespaces) { files.append(FileName(lng, ns)) }
    }
    return files
  }

  func wants(_ name: FileName) -> Bool {
    languages.contains(name.lng) && namespaces.contains(name.ns)
  }

  private static func unique(_ names: [Text]) -> [Text] {
    TextSet(names.filter { !$0.isEmpty }).texts
  }
}
