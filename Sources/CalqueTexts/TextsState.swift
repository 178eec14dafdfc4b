import CalqueBase
import CalqueTransport

/// The state and the pending work of a collection of texts. Changed under a lock; what must happen
/// without the lock is left as a step for the worker.
struct TextsState: ProcessState, Sendable {
  /// Something that calls the host, or waits.
  enum Step {
    case deliver(@Sendable () -> Void)
    case cancel(RequestHandle)
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
  private(set) var isClosed = false

  private var deliveries: [@Sendable () -> Void] = []
  private var cancelled: [RequestHandle] = []
  private var stoppedTimers: [UInt64] = []
  /// Texts whose downloads are to be started.
  private var downloads: [Text] = []
  private var lastNumber: UInt64 = 0

  init(_ options: TextsOptions) {
    bundleDirectory = options.resourceBundle
    timeout = options.resourceTimeout
  }

  mutating func dropWorkOfParent() {
    (fetch, refreshTimer, needsRefreshTimer) = (nil, 0, false)
    (deliveries, cancelled, stoppedTimers, downloads) = ([], [], [], [])
    for entry in entries.values { (entry.download, entry.requests) = (nil, []) }
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
    if let request = cancelled.popLast() { return .cancel(request) }
    if let timer = stoppedTimers.popLast() { return .stop(timer: timer) }
    guard !isClosed else { return nil }
    if exchange(&needsRefreshTimer, with: false) { return .setRefreshTimer }
    if let fetch, !fetch.isStarted {
      self.fetch?.isStarted = true
      return .fetchVersions
    }
    while !downloads.isEmpty {
      let identifier = downloads.removeFirst()
      guard entries[identifier]?.download?.isStarted == false else { continue }
      entries[identifier]?.download?.isStarted = true
      return .fetchText(identifier)
    }
    return nil
  }

  // MARK: - Texts

  /// Schedules the download of a remote text that is newer than the local copy. While versions are on
  /// their way, the newest one is not known yet.
  mutating func scheduleDownload(_ identifier: Text) {
    guard fetch == nil, let entry = entries[identifier], entry.source.remoteFile != nil else {
      return
    }
    let version = remoteVersions.version(of: identifier)
    let isForced = entry.isForced && version >= entry.local?.version ?? .zero
    guard isForced || entry.isOlder(than: version) else { return }
    if let download = entry.download {
      // A download that began under an older version may bring either text: it is of no use.
      guard download.version < version else { return }
      endDownload(of: entry)
    }
    entry.download = TextDownload(number: newNumber(), version: version)
    downloads.append(identifier)
  }

  /// Completes the requests for a text, unless a newer one is being fetched.
  mutating func settle(_ identifier: Text) {
    guard fetch == nil, let entry = entries[identifier], entry.download == nil,
      !entry.requests.isEmpty
    else { return }
    let answer = answer(of: entry)
    for request in exchange(&entry.requests, with: []) { give(answer, to: request) }
  }

  /// The latest text if it is local; nil if it has to be fetched.
  func settledAnswer(of identifier: Text) -> TextAnswer? {
    guard let entry = entries[identifier] else { return Self.unregistered(identifier) }
    guard fetch == nil, isInformed || versionSource?.remoteFile == nil, entry.download == nil,
      !isNewerKnown(than: entry)
    else { return nil }
    return answer(of: entry)
  }

  /// The answer for a text that is not registered.
  static func unregistered(_ identifier: Text) -> TextAnswer {
    TextAnswer(failure: Diagnostic(.refused, "the text is not registered", source: identifier))
  }

  /// Whether the network has a newer text than the current one.
  private func isNewerKnown(than entry: TextEntry) -> Bool {
    entry.source.remoteFile != nil
      && entry.isOlder(than: remoteVersions.version(of: entry.source.identifier))
  }

  /// The current answer for a text.
  func answer(of entry: TextEntry) -> TextAnswer {
    let isWanting = isNewerKnown(than: entry) || entry.local == nil || entry.isForced
    var failure = isWanting ? entry.failure : nil
    if failure == nil, versionSource?.remoteFile != nil, !isInformed { failure = versionFailure }
    if failure == nil, entry.local == nil {
      failure = Diagnostic(
        .loadFailed, "the text is neither in the cache, nor in the bundle, nor on the server",
        source: entry.source.identifier)
    }
    return TextAnswer(local: entry.local, failure: failure)
  }

  /// Replaces the source of the same identifier.
  mutating func register(_ source: TextSource, _ stored: LocalText?) {
    let entry = entries[source.identifier] ?? TextEntry(source)
    if entry.source.remoteFile != source.remoteFile || entry.source.sha256 != source.sha256 {
      endDownload(of: entry)
      entry.failure = nil
    }
    entry.source = source
    if entry.local.map({ !source.accepts($0.text) }) ?? false { entry.local = nil }
    if let stored, entry.isOlder(than: stored.version), source.accepts(stored.text) {
      entry.local = stored
    }
    entries[source.identifier] = entry
  }

  /// Removes a source and ends its requests.
  mutating func unregister(_ identifier: Text) -> Bool {
    guard let entry = entries[identifier] else { return false }
    let failure = Diagnostic(.cancelled, "the text is no longer registered", source: identifier)
    endWork(of: entry, failure)
    entries.remove(identifier)
    return true
  }

  /// Ends the download of a text and the requests for it.
  private mutating func endWork(of entry: TextEntry, _ failure: Diagnostic) {
    endDownload(of: entry)
    for request in exchange(&entry.requests, with: []) {
      give(TextAnswer(failure: failure), to: request)
    }
  }

  private mutating func endDownload(of entry: TextEntry) {
    if let request = entry.download?.request { cancelled.append(request) }
    entry.download = nil
  }

  /// Ends a download, unless it was abandoned before, and completes the requests for its text.
  mutating func downloadEnded(_ identifier: Text, _ number: UInt64, _ failure: Diagnostic?) {
    guard isCurrent(identifier, number), let entry = entries[identifier] else { return }
    (entry.download, entry.failure) = (nil, failure)
    // It may have been forced after its text was found to be no newer.
    if failure == nil { scheduleDownload(identifier) }
    settle(identifier)
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
    guard let fetch = exchange(&self.fetch, with: nil) else { return }
    if let request = fetch.request, failure?.code == .cancelled { cancelled.append(request) }
    for delivery in fetch.deliveries { deliver { delivery(failure) } }
  }

  /// Examines every text again after the fetch of versions has ended.
  mutating func reevaluate() {
    for identifier in entries.keys {
      scheduleDownload(identifier)
      settle(identifier)
    }
  }

  // MARK: - The end

  /// Ends everything that is under way, leaving steps that notify the callers.
  mutating func close() {
    isClosed = true
    let failure = Diagnostic(.cancelled, "the texts were released")
    endFetch(failure)
    for entry in entries.values { endWork(of: entry, failure) }
  }
}
