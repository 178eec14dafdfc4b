import CalqueBase
import CalqueTransport

/// Results of exchanges, as their completions bring them.
final class Answers: Sendable {
  private let monitor = Mutex<[Result<Response, Diagnostic>]>([])

  var count: Int { monitor.change { $0.count } }

  var completion: Exchange.Completion {
    { result in self.monitor.change { $0.append(result) } }
  }

  /// Waits for the first one.
  func first() -> Result<Response, Diagnostic> {
    monitor.wait { $0.first.map { .done($0) } ?? .forever }
  }

  /// Waits until so many have come.
  func wait(for count: Int) {
    monitor.wait { $0.count >= count ? .done(()) : .forever }
  }
}

extension Worker {
  /// Returns when all that was given before has run.
  func drain() {
    let done = Latch<Bool>()
    run { done.open(true) }
    _ = done.wait()
  }
}

extension Result<Response, Diagnostic> {
  var code: DiagnosticCode? {
    guard case .failure(let failure) = self else { return nil }
    return failure.code
  }

  var response: Response? { try? get() }
}
