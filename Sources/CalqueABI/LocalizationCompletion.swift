import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

/// The completion of a call to the backend, in the host.
struct LocalizationCompletion {
  private let function: calque_localization_completion?
  private let context: HostContext

  init(
    _ function: calque_localization_completion?, _ userData: UnsafeMutableRawPointer?,
    _ free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.function = function
    context = HostContext(userData, free)
  }

  /// Runs the body of a call that takes a completion.
  ///
  /// - Parameter prepare: checks the parameters; yields what starts the call and returns its number.
  func begin(
    _ localization: OpaquePointer?, _ call: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ prepare: (Localization) throws(Diagnostic) -> (@escaping BackendOutcome.Completion) -> UInt64
  ) -> calque_status {
    Reply.number(call, error) { () throws(Diagnostic) in
      let localization = try Input.localization(localization)
      let start = try prepare(localization)
      // The completion may come before the call is started here.
      context.own()
      return start(tell)
    }
  }

  private var tell: BackendOutcome.Completion {
    let (function, context) = (function, context)
    return { outcome in
      guard let function else { return }
      let result = CText(JSON.text(of: outcome.result))
      let status =
        outcome.failure?.code.rawValue ?? (outcome.isPartial ? CALQUE_PARTIAL : CALQUE_OK)
      let failure = outcome.failure.map { Failure($0) }
      let error = failure.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
      withExtendedLifetime((result, failure)) {
        function(context.userData, status, result.lent, error)
      }
    }
  }
}
