import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

/// How operations that were started end, in the host.
extension HostContext {
  /// Calls a completion.
  ///
  /// - Parameters:
  ///   - result: JSON.
  ///   - failure: what failed, also in part; no completion gets it with `ok` or `unchanged`.
  func complete(
    _ function: calque_completion?, _ status: calque_status, _ result: Text?,
    _ failure: Diagnostic?
  ) {
    guard let function else { return }
    let result = result.map { CText($0) }
    let failure =
      [CALQUE_OK, CALQUE_UNCHANGED].contains(status) ? nil : failure.map { Failure($0) }
    let error = failure.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
    withExtendedLifetime((result, failure)) {
      function(userData, status, result.lent, error)
    }
  }

  /// The completion of a call to the backend.
  ///
  /// Owns the user data from here on: the completion may come before the call has returned.
  func completion(_ function: calque_completion?) -> BackendOutcome.Completion {
    own()
    return { outcome in
      let status =
        outcome.failure?.code.rawValue ?? (outcome.isPartial ? CALQUE_PARTIAL : CALQUE_OK)
      self.complete(function, status, JSON.text(of: outcome.result), outcome.failure)
    }
  }
}
