import CalqueBase

/// Collects what callbacks are told.
final class Journal: Sendable {
  private let state = Mutex<[String]>([])

  func note(_ line: String) { state.withLock { $0.append(line) } }

  var lines: [String] { state.withLock { $0 } }
}
