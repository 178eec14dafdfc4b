import CalqueBase
import CalqueTransport

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
    work.withLock { work in work.calls = work.calls.filter { $0 !== call } }
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
  /// - Parameters:
  ///   - queue: nil for that of all calls but updates.
  ///   - onResponse: gets the response before it is read.
  func ask<Result: Sendable>(
    _ backendCall: BackendCall, for call: PendingCall, in queue: RequestQueue? = nil,
    _ read: @escaping @Sendable (Text) throws(Diagnostic) -> Result,
    onResponse: @escaping @Sendable (Response) -> Void = { _ in },
    _ then: @escaping @Sendable (Swift.Result<Result, Diagnostic>) -> Void
  ) {
    guard !call.isCancelled else {
      return worker.run { then(.failure(.callCancelled)) }
    }
    let request: Request
    do throws(Diagnostic) {
      request = try backend.request(backendCall)
    } catch {
      return worker.run { then(.failure(error)) }
    }
    let handle = (queue ?? requests).add(request) { [self] result, _ in
      do throws(Diagnostic) {
        let response = try result.get()
        onResponse(response)
        then(.success(try backend.read(response, to: backendCall, read)))
      } catch {
        then(.failure(error.from(source: request.url)))
      }
    }
    call.attach(handle)
  }
}
