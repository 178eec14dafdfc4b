import CalqueBase
import CalqueTransport

/// A pending call of the host: its requests and its completion. It completes once.
final class PendingCall: Sendable {
  private struct State: Sendable {
    var completion: BackendOutcome.Completion?
    var exchanges: [Exchange] = []
    var isCancelled = false
  }

  let number: UInt64
  private let state: Mutex<State>

  init(_ number: UInt64, _ completion: @escaping BackendOutcome.Completion) {
    self.number = number
    state = Mutex(State(completion: completion))
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds a request of the call; it ends at once if the call was cancelled.
  func attach(_ exchange: Exchange) {
    let isCancelled = state.withLock { state in
      state.exchanges.append(exchange)
      return state.isCancelled
    }
    if isCancelled { exchange.cancel() }
  }

  /// Ends the requests of the call, those to come as well.
  func cancel() {
    let exchanges = state.withLock { state in
      state.isCancelled = true
      return state.exchanges
    }
    for exchange in exchanges { exchange.cancel() }
  }

  /// The completion, for the first who asks.
  func takeCompletion() -> BackendOutcome.Completion? {
    state.withLock { state in
      defer { state.completion = nil }
      return state.completion
    }
  }
}
