import CPlatform

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
