package import CalqueBase

/// A single request that a caller waits for.
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

  /// Ends it with the failure `cancelled`, unless it has ended.
  package func cancel() { exchange.cancel() }

  /// Waits for the response.
  package func wait() -> Result<Response, Diagnostic> { answer.wait() }
}
