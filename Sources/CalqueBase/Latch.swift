/// A value that one thread gives once and others wait for.
package final class Latch<Value: Sendable>: Sendable {
  // An array of one: to tell nil, Embedded Swift compares unwritten bytes too, which is harmless
  // and yet all that valgrind would report.
  private let monitor = Monitor<[Value]>([])

  package init() {}

  /// Gives the value; a later one is ignored.
  package func open(_ value: Value) {
    monitor.change { if $0.isEmpty { $0.append(value) } }
  }

  /// Waits for the value.
  package func wait() -> Value {
    monitor.wait { values in values.first.map { .done($0) } ?? .forever }
  }

  /// Waits for the value, up to a number of milliseconds; nil when it did not come.
  package func wait(milliseconds: Int) -> Value? {
    let deadline = SteadyClock.after(milliseconds)
    return monitor.wait { values in
      if let value = values.first { return .done(value) }
      return SteadyClock.milliseconds() >= deadline ? .done(nil) : .until(deadline)
    }
  }
}
