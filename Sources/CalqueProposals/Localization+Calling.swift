package import CalqueBase
package import CalqueTransport

/// Shared by all calls to the backend. They run on the worker.
extension Localization {
  /// Cancels a call. Its completion is called with `cancelled`, unless it has ended.
  ///
  /// - Returns: false when the call has ended.
  @discardableResult
  package func cancel(call number: UInt64) -> Bool {
    let call = work.withLock { work in work.calls.first { $0.number == number } }
    call?.cancel()
    if call?.proposes != nil { worker.run { [self] in withdrawCancelled() } }
    return call != nil
  }

  /// Builds the request of a call, for hosts that make requests themselves.
  ///
  /// - Throws: as `BackendCall` and `Backend.request`.
  package func request(_ name: Text, _ arguments: Members) throws(Diagnostic) -> Request {
    try backend.request(
      BackendCall(
        name: name, arguments, acceptLanguage: acceptLanguage, lastUpdated: lastUpdated))
  }

  /// Reads the response to a call as data; changes nothing here.
  ///
  /// - Throws: `invalidArgument` for an unknown name; as `Backend.read`.
  package func answer(_ name: Text, _ response: Response) throws(Diagnostic) -> Value {
    try backend.value(response, to: BackendCall.Kind(name: name))
  }

  /// A state of a proposal, as a transcript posts it.
  ///
  /// - Parameter proposal: as a call to the backend yields it.
  /// - Throws: `invalidArgument` for an unknown state, `invalidType` with the path.
  package func note(_ proposal: Value, state: Text) throws(Diagnostic) -> Value {
    let states: [Text] = ["stored", "replaced", "accepted", "rejected", "deleted"]
    guard states.contains(state) else {
      throw Diagnostic(.invalidArgument, "a proposal has no such state", source: state)
    }
    return try Proposal(proposal, path: "proposal").note(state, guid: guid)
  }

  /// Begins a call on the worker.
  ///
  /// - Returns: its number, to cancel it with.
  func begin(
    _ completion: @escaping BackendOutcome.Completion,
    _ body: @escaping @Sendable (PendingCall) -> Void
  ) -> UInt64 {
    let call = work.withLock { $0.begin(completion) }
    worker.run { body(call) }
    return call.number
  }

  /// Reports the outcome of a call to its completion, if it has one.
  func end(_ call: PendingCall, _ outcome: BackendOutcome) {
    work.withLock { work in work.calls.removeAll { $0 === call } }
    guard let completion = call.takeCompletion() else { return }
    services.dispatch { completion(outcome) }
  }

  func end(_ call: PendingCall, _ failure: Diagnostic) {
    end(call, BackendOutcome(failure: failure))
  }

  /// Ends a call with a failure, or with what `value` makes of its result.
  func end<Result>(
    _ call: PendingCall, _ result: Swift.Result<Result, Diagnostic>, _ value: (Result) -> Value
  ) {
    switch result {
    case .failure(let failure): end(call, failure)
    case .success(let result): end(call, BackendOutcome(result: value(result)))
    }
  }

  /// Asks the backend, and has `then` called on the worker with the response.
  ///
  /// - Parameter heed: gets the response before it is read.
  func ask<Result: Sendable>(
    _ request: BackendCall, for call: PendingCall,
    _ read: @escaping @Sendable (Text) throws(Diagnostic) -> Result,
    heed: @escaping @Sendable (Response) -> Void = { _ in },
    _ then: @escaping @Sendable (Swift.Result<Result, Diagnostic>) -> Void
  ) {
    guard !call.isCancelled else {
      return worker.run { then(.failure(Diagnostic(.cancelled, "the call was cancelled"))) }
    }
    let made: Request
    do throws(Diagnostic) {
      made = try backend.request(request)
    } catch {
      return worker.run { then(.failure(error)) }
    }
    let exchange = services.start(made, on: worker) { [self] result in
      do throws(Diagnostic) {
        let response = try result.get()
        heed(response)
        then(.success(try backend.read(response, to: request.kind, read)))
      } catch {
        then(.failure(error.from(source: made.url)))
      }
    }
    call.attach(exchange)
  }
}
