import CalqueBase

/// Stands where the host gave no transport: every request fails with `unsupported`.
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
