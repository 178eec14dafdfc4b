import CPlatform

/// A clock that never steps: for timeouts and timers, not for the time of day.
package enum SteadyClock {
  /// Milliseconds since some moment before the process began.
  package static func milliseconds() -> Int64 { calque_platform_steady_milliseconds() }

  /// The moment that comes after a number of milliseconds; a negative number is none.
  package static func after(_ milliseconds: Int) -> Int64 {
    let (moment, overflows) = Self.milliseconds()
      .addingReportingOverflow(Int64(max(0, milliseconds)))
    return overflows ? Int64.max : moment
  }
}
