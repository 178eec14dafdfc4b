package import CalqueBase

/// What a call to the backend came to.
package struct BackendOutcome: Sendable {
  /// What the call yields; also for some that fail.
  package var result: Value = .null
  /// nil for success.
  package var failure: Diagnostic?
  /// Whether only a part of it was done; the result says which.
  package var isPartial = false

  package typealias Completion = @Sendable (BackendOutcome) -> Void
}
