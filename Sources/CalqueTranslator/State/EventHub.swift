package import CalqueBase

/// The subscribers to the events of a translator.
package final class EventHub: Sendable {
  package typealias Handler = @Sendable (_ name: Text, _ arguments: [Value]) -> Void

  private struct Listener {
    /// Names; "*" is all but `changed`, which comes with every other one.
    let names: [Text]
    let handler: Handler

    func hears(_ name: Text) -> Bool {
      names.contains(name) || (names.contains("*") && !name.equals("changed"))
    }
  }

  private let listeners = Subscriptions<Listener>()

  package init() {}

  /// - Parameter names: event names with spaces between them.
  /// - Returns: the number to unsubscribe with, never 0.
  package func subscribe(_ names: Text, _ handler: @escaping Handler) -> UInt64 {
    let wanted = names.split(" ").filter { !$0.isEmpty }
    return listeners.add(Listener(names: wanted, handler: handler))
  }

  /// - Returns: false when there is no such subscription.
  package func unsubscribe(_ number: UInt64) -> Bool { listeners.remove(number) }

  /// Whether anyone listens to an event.
  package func isHeard(_ name: Text) -> Bool { listeners.contains { $0.hears(name) } }

  /// - Parameter arguments: not evaluated without a handler.
  package func emit(_ name: Text, _ arguments: @autoclosure () -> [Value]) {
    guard isHeard(name) else { return }
    let arguments = arguments()
    listeners.each { if $0.hears(name) { $0.handler(name, arguments) } }
  }
}
