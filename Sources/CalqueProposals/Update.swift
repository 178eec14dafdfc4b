import CalqueBase

/// An update under way: what is still to be fetched and what came.
final class Update: Sendable {
  /// How many resources are fetched at a time.
  static let width = 4

  enum Step {
    case fetch(IndexEntry)
    /// Others are under way; the last of them continues.
    case wait
    /// All is there. Yielded once.
    case end
  }

  private struct State: Sendable {
    var left: [IndexEntry]
    var underWay = 0
    var isOver = false
    var tables: [Table] = []
    var failures: [(id: Int64, locale: Text, failure: Diagnostic)] = []
  }

  let entries: [IndexEntry]
  let acceptLanguage: Text
  private let state: Mutex<State>

  init(_ entries: [IndexEntry], _ acceptLanguage: Text) {
    self.entries = entries
    self.acceptLanguage = acceptLanguage
    state = Mutex(State(left: entries.filter { $0.shouldUpdate }.reversed()))
  }

  var tables: [Table] { state.withLock { $0.tables } }

  var hasFailures: Bool { state.withLock { !$0.failures.isEmpty } }

  func next() -> Step {
    state.withLock { state in
      if let entry = state.left.popLast() {
        state.underWay += 1
        return .fetch(entry)
      }
      guard state.underWay == 0, !state.isOver else { return .wait }
      state.isOver = true
      return .end
    }
  }

  func note(_ result: Result<Resource, Diagnostic>, of entry: IndexEntry) {
    state.withLock { state in
      state.underWay -= 1
      switch result {
      case .success(let resource): state.tables += resource.tables
      case .failure(let failure):
        state.failures.append((entry.id, entry.language.locale, failure))
      }
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
