import CalqueBase
import CalqueTransport

/// The state and the pending work of a collection of texts. Changed under a lock; what must happen
/// without the lock is left as a step for the worker.
struct TextsState: Sendable {
  /// Something that calls the host, or waits.
  enum Step {
    case deliver(@Sendable () -> Void)
    case cancel(Exchange)
    case stop(timer: UInt64)
    case setRefreshTimer
    case fetchVersions
    case fetchText(Text)
  }

  var entries = TextTable<TextEntry>()
  /// The highest version that each text ever had.
  var recorded = VersionTable()
  /// The version of each text that the user has seen.
  var seen = VersionTable()
  var bundleVersions = VersionTable()
  var remoteVersions = VersionTable()
  /// The validators of the version file that `remoteVersions` was read from.
  var validators = Validators()
  var versionSource: VersionSource?
  /// Whether the remote versions of the version source have arrived.
  var isInformed = false
  /// Why they did not, the last time.
  var versionFailure: Diagnostic?
  var fetch: VersionFetch?
  /// The timer of the next refresh, 0 for none.
  var refreshTimer: UInt64 = 0
  /// Whether that timer has to be restarted.
  var needsRefreshTimer = false
  var bundleDirectory: Text?
  var timeout: Int
  let maxParallelReads: Int
  private(set) var isClosed = false

  private var deliveries: [@Sendable () -> Void] = []
  private var cancelled: [Exchange] = []
  private var stoppedTimers: [UInt64] = []
  /// Texts that wait for their turn to be fetched.
  private var queue: [Text] = []
  private var runningDownloads = 0
  private var lastNumber: UInt64 = 0
  private var mark = ProcessMark()

  init(_ options: TextsOptions) {
    bundleDirectory = options.resourceBundle
    timeout = options.resourceTimeout
    maxParallelReads = options.maxParallelReads
  }

  /// In a child process the parent's fetches and requests are dropped.
  ///
  /// - Returns: what is to be freed without the lock.
  mutating func noticeFork() -> TextsState? {
    guard mark.takeFork() else { return nil }
    let before = self
    (fetch, refreshTimer, needsRefreshTimer) = (nil, 0, false)
    (deliveries, cancelled, stoppedTimers) = ([], [], [])
    (queue, runningDownloads) = ([], 0)
    for identifier in entries.keys {
      guard var entry = entries[identifier] else { continue }
      (entry.wanted, entry.download, entry.requests) = (nil, nil, [])
      entries[identifier] = entry
    }
    return before
  }

  mutating func newNumber() -> UInt64 {
    lastNumber &+= 1
    return lastNumber
  }

  mutating func deliver(_ delivery: @escaping @Sendable () -> Void) { deliveries.append(delivery) }

  /// Completes a request; its timer is no longer needed.
  mutating func give(_ answer: TextAnswer, to request: TextRequest) {
    stop(timer: request.timer)
    deliver { request.deliver(answer) }
  }

  mutating func stop(timer: UInt64) {
    if timer != 0 { stoppedTimers.append(timer) }
  }

  /// The next thing to do without the lock. Calls to the host come first.
  mutating func nextStep() -> Step? {
    if !deliveries.isEmpty { return .deliver(deliveries.removeFirst()) }
    if let exchange = cancelled.popLast() { return .cancel(exchange) }
    if let timer = stoppedTimers.popLast() { return .stop(timer: timer) }
    guard !isClosed else { return nil }
    if needsRefreshTimer {
      needsRefreshTimer = false
      return .setRefreshTimer
    }
    if let fetch, !fetch.isStarted {
      self.fetch?.isStarted = true
      return .fetchVersions
    }
    while runningDownloads < maxParallelReads, !queue.isEmpty {
      let identifier = queue.removeFirst()
      guard var entry = entries[identifier], let version = entry.wanted else { continue }
      entry.wanted = nil
      entry.download = TextDownload(number: newNumber(), version: version)
      entries[identifier] = entry
      runningDownloads += 1
      return .fetchText(identifier)
    }
    return nil
  }

  // MARK: - Texts

  /// Starts to fetch a remote text that is better than the local copy. While versions are on their
  /// way, the best one is not known yet.
  mutating func seekBetter(_ identifier: Text) {
    guard fetch == nil, var entry = entries[identifier], entry.source.remoteFile != nil else {
      return
    }
    let version = remoteVersions.version(of: identifier)
    let isForced = entry.isForced && version >= entry.held?.version ?? .zero
    guard isForced || entry.isImproved(by: version) else {
      entries[identifier]?.wanted = nil
      return
    }
    if let download = entry.download {
      // A download that began under an older version may bring either text: it is of no use.
      guard download.version < version else { return }
      endDownload(of: &entry)
    }
    if entry.wanted == nil { queue.append(identifier) }
    entry.wanted = version
    entries[identifier] = entry
  }

  /// Completes the requests for a text, unless a newer one is being fetched.
  mutating func settle(_ identifier: Text) {
    guard fetch == nil, var entry = entries[identifier], entry.wanted == nil,
      entry.download == nil, !entry.requests.isEmpty
    else { return }
    let requests = entry.requests
    entry.requests = []
    entries[identifier] = entry
    let answer = answer(of: entry)
    for request in requests { give(answer, to: request) }
  }

  /// The latest text if it is local; nil if it has to be fetched.
  func settledAnswer(of identifier: Text) -> TextAnswer? {
    guard let entry = entries[identifier] else { return Self.unregistered(identifier) }
    guard fetch == nil, isInformed || versionSource?.remoteFile == nil, entry.wanted == nil,
      entry.download == nil, !isBetterKnown(than: entry)
    else { return nil }
    return answer(of: entry)
  }

  /// The answer for a text that is not registered.
  static func unregistered(_ identifier: Text) -> TextAnswer {
    TextAnswer(
      held: nil,
      failure: Diagnostic(.refused, "the text is not registered", source: identifier))
  }

  /// Whether the network has a newer text than the current one.
  private func isBetterKnown(than entry: TextEntry) -> Bool {
    entry.source.remoteFile != nil
      && entry.isImproved(by: remoteVersions.version(of: entry.source.identifier))
  }

  /// The current answer for a text.
  func answer(of entry: TextEntry) -> TextAnswer {
    let isWanting = isBetterKnown(than: entry) || entry.held == nil || entry.isForced
    var failure = isWanting ? entry.failure : nil
    if failure == nil, versionSource?.remoteFile != nil, !isInformed { failure = versionFailure }
    if failure == nil, entry.held == nil {
      failure = Diagnostic(
        .loadFailed, "the text is in none of its places", source: entry.source.identifier)
    }
    return TextAnswer(held: entry.held, failure: failure)
  }

  /// Replaces the source of the same identifier.
  mutating func register(_ source: TextSource, _ stored: HeldText?) {
    var entry = entries[source.identifier] ?? TextEntry(source)
    if entry.source.remoteFile != source.remoteFile || entry.source.sha256 != source.sha256 {
      endDownload(of: &entry)
      entry.failure = nil
    }
    entry.source = source
    if entry.held.map({ !source.accepts($0.text) }) ?? false { entry.held = nil }
    if let stored, entry.isImproved(by: stored.version), source.accepts(stored.text) {
      entry.held = stored
    }
    entries[source.identifier] = entry
  }

  /// Removes a source and ends its requests.
  mutating func unregister(_ identifier: Text) -> Bool {
    guard var entry = entries[identifier] else { return false }
    endDownload(of: &entry)
    entries.remove(identifier)
    let failure = Diagnostic(.cancelled, "the text is no longer registered", source: identifier)
    for request in entry.requests { give(TextAnswer(held: nil, failure: failure), to: request) }
    return true
  }

  private mutating func endDownload(of entry: inout TextEntry) {
    entry.wanted = nil
    guard let download = entry.download else { return }
    if let exchange = download.exchange { cancelled.append(exchange) }
    entry.download = nil
    runningDownloads -= 1
  }

  /// Ends a download; false if it was abandoned before.
  mutating func downloadEnded(_ identifier: Text, _ number: UInt64, _ failure: Diagnostic?) -> Bool
  {
    guard isCurrent(identifier, number) else { return false }
    entries[identifier]?.download = nil
    entries[identifier]?.failure = failure
    if failure == nil { entries[identifier]?.isForced = false }
    runningDownloads -= 1
    return true
  }

  func isCurrent(_ identifier: Text, _ number: UInt64) -> Bool {
    entries[identifier]?.download?.number == number
  }

  // MARK: - Versions

  /// The validators that make a request for the version file conditional.
  var conditions: Validators { isInformed ? validators : Validators() }

  /// Starts to fetch the remote versions, or joins a fetch under way.
  mutating func refreshVersions(_ delivery: (@Sendable (Diagnostic?) -> Void)?) {
    guard let url = versionSource?.remoteFile else {
      if let delivery { deliver { delivery(nil) } }
      return
    }
    if fetch == nil { fetch = VersionFetch(number: newNumber(), url: url) }
    if let delivery { fetch?.deliveries.append(delivery) }
  }

  /// Ends the fetch of versions for all that wait for it.
  mutating func endFetch(_ failure: Diagnostic?) {
    guard let fetch else { return }
    self.fetch = nil
    if let exchange = fetch.exchange, failure?.code == .cancelled { cancelled.append(exchange) }
    for delivery in fetch.deliveries { deliver { delivery(failure) } }
  }

  /// Examines every text again after the fetch of versions has ended.
  mutating func reconsider() {
    for identifier in entries.keys {
      seekBetter(identifier)
      settle(identifier)
    }
  }

  // MARK: - The end

  /// Ends everything that is under way, leaving steps that notify the callers.
  mutating func close() {
    isClosed = true
    let failure = Diagnostic(.cancelled, "the texts were released")
    endFetch(failure)
    for identifier in entries.keys {
      guard var entry = entries[identifier] else { continue }
      endDownload(of: &entry)
      for request in entry.requests { give(TextAnswer(held: nil, failure: failure), to: request) }
      entry.requests = []
      entries[identifier] = entry
    }
  }
}
