package import CalqueBase

/// One request that somebody waits for.
package final class Fetch: Sendable {
  private let worker = Worker()
  private let answer = Latch<Result<Response, Diagnostic>>()
  private let exchange: Exchange

  /// Starts the request.
  package init(_ request: Request, _ services: Services) {
    let answer = answer
    exchange = services.start(request, on: worker) { answer.open($0) }
  }

  /// No thread is left when this returns.
  deinit {
    exchange.cancel()
    worker.stop()
  }

  /// Ends it with the failure `cancelled`, unless it is over.
  package func cancel() { exchange.cancel() }

  /// Waits for the answer.
  package func wait() -> Result<Response, Diagnostic> { answer.wait() }
}
