import CPlatform

/// A lock around state, with a way to wait for a change of that state.
///
/// No callback of a host may run inside the closures.
package final class Monitor<State>: @unchecked Sendable {
  // Unchecked: `state` is only accessed while `lock` is held.
  private let lock = Lock()
  private var state: State

  package init(_ state: State) { self.state = state }

  deinit { lock.destroy() }

  /// Reads or changes the state, then wakes all waiting threads to check it again.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    lock.enter()
    defer {
      lock.notify()
      lock.leave()
    }
    return body(&state)
  }

  /// Calls `body` now and after each change, until it reports that it is done.
  package func wait<Result>(_ body: (inout State) -> Waiting<Result>) -> Result {
    lock.enter()
    defer { lock.leave() }
    while true {
      switch body(&state) {
      case .done(let result):
        // The change that ended this wait may be one that another thread waits for.
        lock.notify()
        return result
      case .forever: lock.wait(until: nil)
      case .until(let moment): lock.wait(until: moment)
      }
    }
  }
}

/// A monitor of state that a child of `fork()` does not take over as it is; see `ProcessMutex`.
package final class ProcessMonitor<State: ProcessState>: Sendable {
  private let guarded: Monitor<(state: State, mark: ProcessMark)>

  package init(_ state: State) { guarded = Monitor((state, ProcessMark())) }

  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    // Freed after the lock is left, for freeing the parent's objects may call the host.
    var parents: State?
    defer { withExtendedLifetime(parents) {} }
    return guarded.change { guarded in
      parents = Self.dropWorkOfParent(&guarded)
      return body(&guarded.state)
    }
  }

  package func wait<Result>(_ body: (inout State) -> Waiting<Result>) -> Result {
    var parents: State?
    defer { withExtendedLifetime(parents) {} }
    return guarded.wait { guarded in
      if let dropped = Self.dropWorkOfParent(&guarded) { parents = dropped }
      return body(&guarded.state)
    }
  }

  private static func dropWorkOfParent(_ guarded: inout (state: State, mark: ProcessMark)) -> State?
  {
    guard guarded.mark.takeFork() else { return nil }
    defer { guarded.state.dropWorkOfParent() }
    return guarded.state
  }
}

/// The decision of a thread that waits on a monitor.
package enum Waiting<Result> {
  case done(Result)
  /// Check again after a change.
  case forever
  /// Check again after a change, or at this time of `SteadyClock`.
  case until(Int64)
}

/// A value that one thread sets once and others wait for.
package final class Latch<Value: Sendable>: Sendable {
  // An array of at most one value. To recognise nil, Embedded Swift would also compare unwritten
  // bytes, which is harmless but reported by valgrind.
  private let monitor = Monitor<[Value]>([])

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
