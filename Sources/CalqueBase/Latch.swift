/// A value that one thread gives once and others wait for.
package final class Latch<Value: Sendable>: Sendable {
  private let monitor = Monitor<Value?>(nil)

  package init() {}

  /// Gives the value; a later one is ignored.
  package func open(_ value: Value) {
    monitor.change { if $0 == nil { $0 = value } }
  }

  /// Waits for the value.
  package func wait() -> Value {
    monitor.wait { value in value.map { .done($0) } ?? .forever }
  }

  /// Waits for the value, up to a number of milliseconds; nil when it did not come.
  package func wait(milliseconds: Int) -> Value? {
    let deadline = SteadyClock.after(milliseconds)
    return monitor.wait { value in
      if let value { return .done(Optional(value)) }
      return SteadyClock.milliseconds() >= deadline ? .done(nil) : .until(deadline)
    }
  }
}
