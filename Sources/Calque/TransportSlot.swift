import CalqueBase
import CalqueTransport

/// The place of a transport that a program may set, and replace, at any time.
final class TransportSlot: CalqueTransport.Transport {
  private let transport: Mutex<(any Transport)?>

  init(_ transport: (any Transport)? = nil) { self.transport = Mutex(transport) }

  func set(_ transport: (any Transport)?) { self.transport.withLock { $0 = transport } }

  func start(_ exchange: Exchange) {
    guard let transport = transport.withLock({ $0 }) else {
      exchange.complete(
        .failure(Diagnostic(.unsupported, "no transport is set", source: exchange.request.url)))
      return
    }
    transport.start(TransportRequest(exchange.request)) { result in
      exchange.complete(result.map { $0.engine }.mapError { $0.diagnostic })
    }
  }

  func cancel(_ exchange: Exchange) {}
}
