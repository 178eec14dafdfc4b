import CalqueBase
import CalqueProposals

/// Calls to the backend. Each returns a number for `cancel`, or suspends until it has ended;
/// cancelling the task cancels the call.
extension Localization {
  /// Cancels a call to the backend; false when it has ended.
  @discardableResult
  public func cancel(_ call: UInt64) -> Bool { engine.cancel(call: call) }

  /// Proposes a value in the current locale: it is shown at once and sent to the backend, or queued
  /// if the backend is unreachable.
  ///
  /// - Throws: `CalqueError` when the identifier does not have two parts.
  @discardableResult
  public func propose(
    _ value: String, for identifier: TranslationIdentifier,
    @_inheritActorContext _ completion: @escaping Completion
  ) throws(CalqueError) -> UInt64 {
    engine.propose(Text(value), for: try identifier.engine(), Self.telling(completion))
  }

  @discardableResult
  public func propose(
    _ value: String, for identifier: TranslationIdentifier
  ) async throws(CalqueError) -> JSONValue {
    let item = try identifier.engine()
    return try await waiting { engine.propose(Text(value), for: item, $0) }
  }

  static func telling(_ completion: @escaping Completion) -> BackendOutcome.Completion {
    let completion = delivered(completion)
    return { outcome in completion(result(of: outcome)) }
  }

  private static func result(of outcome: BackendOutcome) -> Result<JSONValue, CalqueError> {
    outcome.failure.map { .failure(CalqueError($0)) } ?? .success(JSONValue(outcome.result))
  }

  func waiting(
    _ begin: @Sendable (@escaping BackendOutcome.Completion) -> UInt64
  ) async throws(CalqueError) -> JSONValue {
    let outcome = await suspending { completion in
      let number = begin(completion)
      return { self.cancel(number) }
    }
    return try Self.result(of: outcome).get()
  }
}
