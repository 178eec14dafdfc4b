import CCalque
import CCurl
import CPlatform
import CalqueBase

/// What is behind `calque_http`: requests that run at the same time on one thread, by libcurl's
/// multi interface.
///
/// The thread is that of a worker with a single job, which lasts as long as there are requests.
final class HTTPClient: Sendable {
  private let worker = Worker()
  private let loop: HTTPLoop

  private init(_ loop: HTTPLoop) { self.loop = loop }

  // Not an initializer: Embedded Swift does not free an object whose initializer throws.
  /// - Throws: `unsupported` when libcurl cannot be used.
  static func make(_ options: HTTPOptions) throws(Diagnostic) -> HTTPClient {
    calque_curl_start()
    guard let multi = curl_multi_init() else {
      throw Diagnostic(.unsupported, "libcurl cannot be used")
    }
    return HTTPClient(HTTPLoop(multi, options))
  }

  deinit { close() }

  /// Takes over the exchange: it is ended once, on whatever path.
  func start(_ request: UnsafePointer<calque_request>, _ exchange: OpaquePointer) {
    switch loop.add(StartedRequest(request, exchange)) {
    case .needsThread: worker.run { [loop] in loop.run() }
    case .isRunning: break
    case .isClosed: TransferFailure.cancelled.end(exchange)
    }
  }

  func cancel(_ number: UInt64) { loop.cancel(number) }

  func close() {
    loop.close()
    worker.stop()
    loop.cancelWaiting()
  }
}
