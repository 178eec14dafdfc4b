import CalqueBase

/// Carries requests: over HTTP, from files, or by functions of the host.
package protocol Transport: AnyObject, Sendable {
  /// Begins a request. The response may come from any thread, also before this returns, by
  /// `exchange.complete`.
  func start(_ exchange: Exchange)

  /// The response is no longer wanted; the exchange is complete already. Comes after `start` has
  /// returned, once, and may come for one that is over.
  func cancel(_ exchange: Exchange)
}

/// The transport of a host that gave none: every request fails with `unsupported`.
final class NoTransport: Transport {
  func start(_ exchange: Exchange) {
    exchange.complete(
      .failure(
        Diagnostic(
          .unsupported,
          "no transport for this URL: give one in the services, such as that of libcalque-http",
          source: exchange.request.url)))
  }

  func cancel(_ exchange: Exchange) {}
}
