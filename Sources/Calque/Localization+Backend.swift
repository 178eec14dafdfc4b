import CalqueBase
public import CalqueProposals

/// Calls to the backend. Each returns a number for `cancel`, or suspends until it has ended;
/// cancelling the task cancels the call.
extension Localization {
  /// Cancels a call to the backend; false when it has ended.
  @discardableResult
  public func cancel(_ call: UInt64) -> Bool { engine.cancel(call: call) }

  /// Fetches the index and newer texts; the result is a report.
  @discardableResult
  public func updateLocalizations(@_inheritActorContext _ completion: @escaping Completion)
    -> UInt64
  {
    engine.update(Self.telling(completion))
  }

  public func updateLocalizations() async throws(CalqueError) -> JSONValue {
    try await waiting { engine.update($0) }
  }

  /// Fetches the languages of the platform.
  @discardableResult
  public func fetchAvailableLanguages(@_inheritActorContext _ completion: @escaping Completion)
    -> UInt64
  {
    engine.fetchAvailableLanguages(Self.telling(completion))
  }

  public func fetchAvailableLanguages() async throws(CalqueError) -> JSONValue {
    try await waiting { engine.fetchAvailableLanguages($0) }
  }

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

  /// Sends the queued proposals in order.
  @discardableResult
  public func sendQueued(@_inheritActorContext _ completion: @escaping Completion) -> UInt64 {
    engine.sendQueued(Self.telling(completion))
  }

  public func sendQueued() async throws(CalqueError) -> JSONValue {
    try await waiting { engine.sendQueued($0) }
  }

  /// Fetches proposals, by default those that have not been accepted.
  @discardableResult
  public func fetchProposals(
    _ state: ProposalListState = .unaccepted,
    @_inheritActorContext _ completion: @escaping Completion
  ) -> UInt64 {
    engine.fetchProposals(state: state, Self.telling(completion))
  }

  @discardableResult
  public func fetchProposals(
    _ state: ProposalListState = .unaccepted
  ) async throws(CalqueError) -> JSONValue {
    try await waiting { engine.fetchProposals(state: state, $0) }
  }

  /// Deletes a proposal of this installation and shows the normal value again.
  @discardableResult
  public func deleteProposal(_ id: Int64, @_inheritActorContext _ completion: @escaping Completion)
    -> UInt64
  {
    engine.deleteProposal(id, Self.telling(completion))
  }

  @discardableResult
  public func deleteProposal(_ id: Int64) async throws(CalqueError) -> JSONValue {
    try await waiting { engine.deleteProposal(id, $0) }
  }

  private static func telling(
    _ completion: @escaping Completion
  ) -> BackendOutcome.Completion {
    let completion = delivered(completion)
    return { outcome in completion(result(of: outcome)) }
  }

  private static func result(of outcome: BackendOutcome) -> Result<JSONValue, CalqueError> {
    outcome.failure.map { .failure(CalqueError($0)) } ?? .success(JSONValue(outcome.result))
  }

  private func waiting(
    _ begin: @Sendable (@escaping BackendOutcome.Completion) -> UInt64
  ) async throws(CalqueError) -> JSONValue {
    let outcome = await suspending { completion in
      let number = begin(completion)
      return { self.cancel(number) }
    }
    return try Self.result(of: outcome).get()
  }
}
