package import CalqueBase

/// Functions of the host that a translator calls. Each is optional; one that returns nil leaves the
/// translator to its own behaviour. They run on the thread of the call, with no lock held.
package final class HostCallbacks: @unchecked Sendable {
  // Unchecked: changed only before a translator has it.
  package typealias Formatter =
    @Sendable (_ value: Value, _ lng: Text, _ options: Members) -> Value?
  package typealias PostProcessor =
    @Sendable (_ value: Text, _ keys: [Text], _ options: Members) -> Text?

  package var missingKey: (@Sendable (MissingKey) -> Void)?
  package var parseMissingKey: (@Sendable (_ key: Text, _ defaultValue: Text?) -> Text?)?
  package var missingInterpolation:
    (@Sendable (_ text: Text, _ match: Text, _ variable: Text) -> Text?)?
  package var returnedObject:
    (@Sendable (_ key: Text, _ value: Value, _ options: Members) -> Text?)?
  package var fallbackLng: (@Sendable (_ code: Text) -> Value?)?
  package var escape: (@Sendable (_ value: Text) -> Text?)?
  package var log: (@Sendable (_ message: Text) -> Void)?
  /// `interpolation.format`: replaces all formatters.
  ///
  /// - Parameter format: as written after the variable; nil for a variable without a format.
  package var formatValue:
    (@Sendable (_ value: Value, _ format: Text?, _ lng: Text, _ options: Members) -> Value?)?

  package init() {}
}

/// A translation that was not found.
package struct MissingKey: Sendable {
  package let lngs: [Text]
  package let ns: Text
  package let key: Text
  /// The text to save; nil for undefined.
  package let fallbackValue: Value?
  package let updateMissing: Bool
  package let options: Members
}

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
  package func isHeard(_ name: Literal) -> Bool { listeners.contains { $0.hears(Text(name)) } }

  /// - Parameter arguments: not evaluated without a handler.
  package func emit(_ name: Literal, _ arguments: @autoclosure () -> [Value]) {
    guard isHeard(name) else { return }
    let (name, arguments) = (Text(name), arguments())
    listeners.each { if $0.hears(name) { $0.handler(name, arguments) } }
  }
}
