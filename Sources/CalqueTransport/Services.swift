/// What loading, texts and proposals use of their surroundings.
package struct Services: Sendable {
  /// nil: requests for anything but files fail with `unsupported`.
  package var transport: (any Transport)?
  /// Milliseconds since 1970, for what is kept with a date.
  package var now: @Sendable () -> Int64
  /// Runs a callback of the host where the host wants it.
  package var dispatch: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
    dispatch = { $0() }
  }
}
