package import CalqueBase

/// The outcome of a call to the backend.
package struct BackendOutcome: Sendable {
  /// The result of the call; also for some that fail.
  package var result: Value = .null
  /// nil for success.
  package var failure: Diagnostic?
  /// Whether only a part of it was done; the result says which.
  package var isPartial = false

  package typealias Completion = @Sendable (BackendOutcome) -> Void
}
