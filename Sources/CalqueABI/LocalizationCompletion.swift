import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

extension HostContext {
  /// The completion of a call to the backend, in the host.
  ///
  /// Owns the user data from here on: the completion may come before the call has returned.
  func completion(
    _ function: calque_localization_completion?
  ) -> BackendOutcome.Completion {
    own()
    return { outcome in
      guard let function else { return }
      let result = CText(JSON.text(of: outcome.result))
      let status =
        outcome.failure?.code.rawValue ?? (outcome.isPartial ? CALQUE_PARTIAL : CALQUE_OK)
      let failure = outcome.failure.map { Failure($0) }
      let error = failure.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
      withExtendedLifetime((result, failure)) {
        function(self.userData, status, result.lent, error)
      }
    }
  }
}
