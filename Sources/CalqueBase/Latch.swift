import CPlatform

/// A value that one thread sets once and others wait for.
package final class Latch<Value: Sendable>: Sendable {
  // An array of at most one value. To recognise nil, Embedded Swift would also compare unwritten
  // bytes, which is harmless but reported by valgrind.
  private let monitor = Mutex<[Value]>([])

  package init() {}

  /// Sets the value; later values are ignored.
  package func open(_ value: Value) {
    monitor.change { if $0.isEmpty { $0.append(value) } }
  }

  /// Waits for the value.
  package func wait() -> Value {
    monitor.wait { values in values.first.map { .done($0) } ?? .forever }
  }

  /// Waits for the value for a number of milliseconds; nil when it was not set in that time.
  package func wait(milliseconds: Int) -> Value? {
    let deadline = SteadyClock.after(milliseconds)
    return monitor.wait { values in
      if let value = values.first { return .done(value) }
      return SteadyClock.milliseconds() >= deadline ? .done(nil) : .until(deadline)
    }
  }
}

/// A monotonic clock for timeouts and timers, not for the time of day.
package enum SteadyClock {
  /// The milliseconds since an arbitrary moment before the process began.
  package static func milliseconds() -> Int64 { calque_platform_steady_milliseconds() }

  /// The time after a number of milliseconds, where a negative number counts as 0.
  package static func after(_ milliseconds: Int) -> Int64 {
    let (moment, overflows) = Self.milliseconds()
      .addingReportingOverflow(Int64(max(0, milliseconds)))
    return overflows ? Int64.max : moment
  }
}
