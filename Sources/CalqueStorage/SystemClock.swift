import CPlatform

/// The system's clock.
package enum SystemClock {
  /// Milliseconds since 1970.
  package static func milliseconds() -> Int64 { calque_platform_milliseconds() }
}
