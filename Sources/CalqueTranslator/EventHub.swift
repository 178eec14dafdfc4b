package import CalqueBase

/// Who wants to hear of what happens to a translator.
package final class EventHub: Sendable {
  package typealias Handler = @Sendable (_ name: Text, _ arguments: [Value]) -> Void

  private struct Subscription: Sendable {
    let number: UInt64
    /// Names, or one "*" for all.
    let names: [Text]
    let gate: Gate
    let handler: Handler
  }

  private struct State: Sendable {
    var subscriptions: [Subscription] = []
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// - Parameter names: event names with spaces between them.
  /// - Returns: the number to unsubscribe with, never 0.
  package func subscribe(_ names: Text, _ handler: @escaping Handler) -> UInt64 {
    let wanted = names.split(" ").filter { !$0.isEmpty }
    return state.withLock { state in
      state.last += 1
      state.subscriptions.append(
        Subscription(number: state.last, names: wanted, gate: Gate(), handler: handler))
      return state.last
    }
  }

  /// - Returns: false when there is no such subscription.
  package func unsubscribe(_ number: UInt64) -> Bool {
    let found = state.withLock { (state: inout State) -> Subscription? in
      guard let position = state.subscriptions.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.subscriptions.remove(at: position)
    }
    found?.gate.close()
    return found != nil
  }

  /// Whether anyone listens to an event.
  package func isHeard(_ name: Text) -> Bool { !listening(to: name).isEmpty }

  private func listening(to name: Text) -> [Subscription] {
    state.withLock { state in
      state.subscriptions.filter { $0.names.contains(name) || $0.names.contains("*") }
    }
  }

  /// - Parameter arguments: not asked for when nobody listens.
  package func emit(_ name: Text, _ arguments: @autoclosure () -> [Value]) {
    let listening = listening(to: name)
    if listening.isEmpty { return }
    let arguments = arguments()
    for subscription in listening {
      subscription.gate.pass { subscription.handler(name, arguments) }
    }
  }
}
