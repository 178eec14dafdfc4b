import CalqueBase
import CalqueTransport

/// Fetching texts.
extension Localization {
  /// Updates in automatic mode. Call this after components were registered, and when the program
  /// enters the foreground.
  package func start() {
    guard options.updateMode == .automatic else { return }
    update { _ in }
    sendQueued { _ in }
  }

  /// Fetches the index and newer resources. Updates run one after another.
  ///
  /// - Parameter completion: Called once, after the texts are in place, with a report: `languages`,
  ///   each with `locale`, `status` (`updated`, `unchanged`, `failed`) and for one that failed
  ///   `error`; `bestFit`. It is partial when a language failed.
  /// - Returns: the number of the call.
  @discardableResult
  package func update(_ completion: @escaping BackendOutcome.Completion) -> UInt64 {
    begin(completion) { [self] call in
      let isFirst = work.withLock { work in
        if work.isUpdating { work.waitingUpdates.append(call) }
        return !exchange(&work.isUpdating, with: true)
      }
      if isFirst { run(call) }
    }
  }

  private func run(_ call: PendingCall) {
    let acceptLanguage = acceptLanguage
    let index = BackendCall.index(lastUpdated: lastUpdated, acceptLanguage: acceptLanguage)
    ask(index, for: call, payload.index) { [self] result in
      switch result {
      case .failure(let failure): finish(call, BackendOutcome(failure: failure))
      case .success(let entries):
        fetchResources(of: Update(entries, acceptLanguage), for: call)
      }
    }
  }

  /// Fetches the newer resources; the last one ends the update.
  private func fetchResources(of update: Update, for call: PendingCall) {
    let newer = update.entries.filter { $0.shouldUpdate }
    if newer.isEmpty { return apply(update, call) }
    let read: @Sendable (Text) throws(Diagnostic) -> Resource = {
      [payload] (body) throws(Diagnostic) in try payload.resource(body)
    }
    for entry in newer {
      let resource = BackendCall.resource(url: entry.url, acceptLanguage: update.acceptLanguage)
      ask(resource, for: call, in: resourceRequests, read) { [self] result in
        if update.record(result, of: entry) == newer.count { apply(update, call) }
      }
    }
  }

  /// Puts everything in place at once, then reports.
  private func apply(_ update: Update, _ call: PendingCall) {
    guard !call.isCancelled else {
      return finish(call, BackendOutcome(failure: .callCancelled))
    }
    let (tables, failures) = update.arrived
    let isWhole = failures.isEmpty
    let now = services.now()
    put(tables) { parts in
      parts.take(update.entries)
      parts.acceptLanguage = update.acceptLanguage
      // Failed calls are sent again.
      if isWhole { parts.lastUpdated = now }
    }
    let failure = save(tables)
    send("loaded")
    let report = update.report(failures, bestFit: bestFitLanguage?.locale, notKept: failure)
    finish(call, BackendOutcome(result: report, isPartial: !isWhole || failure != nil))
    sendQueued { _ in }
  }

  private func save(_ tables: [Table]) -> Diagnostic? {
    do throws(Diagnostic) {
      for table in tables { try files?.save(table) }
      try saveLanguages()
      return nil
    } catch {
      return error
    }
  }

  private func finish(_ call: PendingCall, _ outcome: BackendOutcome) {
    end(call, outcome)
    let next = work.withLock { work in
      work.isUpdating = !work.waitingUpdates.isEmpty
      return work.isUpdating ? work.waitingUpdates.removeFirst() : nil
    }
    if let next { run(next) }
  }

  /// Asks for the languages of the platform; the result is an array of them.
  @discardableResult
  package func fetchAvailableLanguages(
    _ completion: @escaping BackendOutcome.Completion
  ) -> UInt64 {
    begin(completion) { [self] call in
      ask(.languages, for: call, payload.languages) { [self] result in
        end(call, result) { languages in .array(languages.map { $0.value }) }
      }
    }
  }
}

/// An update under way: what has arrived.
final class Update: Sendable {
  typealias Failure = (id: Int64, locale: Text, failure: Diagnostic)

  private struct State: Sendable {
    var ended = 0
    var tables: [Table] = []
    var failures: [Failure] = []
  }

  let entries: [IndexEntry]
  let acceptLanguage: Text
  private let state = Mutex(State())

  init(_ entries: [IndexEntry], _ acceptLanguage: Text) {
    self.entries = entries
    self.acceptLanguage = acceptLanguage
  }

  var arrived: ([Table], [Failure]) { state.withLock { ($0.tables, $0.failures) } }

  /// - Returns: how many resources have ended.
  func record(_ result: Result<Resource, Diagnostic>, of entry: IndexEntry) -> Int {
    state.withLock { state in
      switch result {
      case .success(let resource): state.tables += resource.tables
      case .failure(let failure):
        state.failures.append((entry.id, entry.language.locale, failure))
      }
      state.ended += 1
      return state.ended
    }
  }

  func report(_ failures: [Failure], bestFit: Text?, notKept: Diagnostic?) -> Value {
    var languages: [Value] = []
    for entry in entries {
      let failure = failures.first { $0.id == entry.id && $0.locale == entry.language.locale }
      let status: Text =
        failure != nil ? "failed" : entry.shouldUpdate ? "updated" : "unchanged"
      var members: Members = ["locale": .text(entry.language.locale), "status": .text(status)]
      members["error"] = failure.map { $0.failure.data }
      languages.append(.object(members))
    }
    var report: Members = [
      "languages": .array(languages), "bestFit": bestFit.map { .text($0) } ?? .null,
    ]
    report["notKept"] = notKept?.data
    return .object(report)
  }
}
