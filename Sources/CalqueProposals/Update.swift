import CalqueBase

/// An update under way: what has arrived.
final class Update: Sendable {
  private struct State: Sendable {
    var ended = 0
    var tables: [Table] = []
    var failures: [(id: Int64, locale: Text, failure: Diagnostic)] = []
  }

  let entries: [IndexEntry]
  let acceptLanguage: Text
  private let state = Mutex(State())

  init(_ entries: [IndexEntry], _ acceptLanguage: Text) {
    self.entries = entries
    self.acceptLanguage = acceptLanguage
  }

  var tables: [Table] { state.withLock { $0.tables } }

  var hasFailures: Bool { state.withLock { !$0.failures.isEmpty } }

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

  func report(bestFit: Text?, notKept: Diagnostic?) -> Value {
    let failures = state.withLock { $0.failures }
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
