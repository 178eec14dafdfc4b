import CCalque
import CCurl
import CPlatform
import CalqueBase

/// The object behind `calque_http`: requests that run at the same time on one thread, by libcurl's
/// multi interface.
///
/// The thread is that of a worker with a single job, which lasts as long as there are requests.
final class HTTPClient: Sendable {
  private struct State: Sendable {
    var loop: HTTPLoop
    var mark = ProcessMark()
  }

  private let worker = Worker()
  private let options: HTTPOptions
  private let state: Mutex<State>

  private init(_ loop: HTTPLoop, _ options: HTTPOptions) {
    self.options = options
    state = Mutex(State(loop: loop))
  }

  // Not an initializer: Embedded Swift does not free an object whose initializer throws.
  /// - Throws: `unsupported` when libcurl cannot be used.
  static func make(_ options: HTTPOptions) throws(Diagnostic) -> HTTPClient {
    calque_curl_start()
    guard let loop = HTTPLoop.make(options) else {
      throw Diagnostic(.unsupported, "libcurl cannot be used")
    }
    return HTTPClient(loop, options)
  }

  /// The loop of this process. A child never touches that of its parent: closing its connections
  /// would close the parent's.
  private var loop: HTTPLoop {
    state.withLock { state in
      guard state.mark.takeFork() else { return state.loop }
      _ = Unmanaged.passRetained(state.loop)
      let isClosed = state.loop.isClosed
      state.loop = HTTPLoop.make(options) ?? HTTPLoop(nil, options)
      if isClosed { state.loop.close() }
      return state.loop
    }
  }

  deinit { close() }

  /// Takes over the exchange: it is ended once, on whatever path.
  func start(_ request: UnsafePointer<calque_request>, _ exchange: OpaquePointer) {
    let loop = loop
    guard let needsThread = loop.add(StartedRequest(request, exchange)) else {
      return Diagnostic.cancelled.end(exchange)
    }
    if needsThread { worker.run { [loop] in loop.run() } }
  }

  func cancel(_ number: UInt64) { loop.cancel(number) }

  func close() {
    let loop = loop
    loop.close()
    worker.stop()
    loop.cancelWaiting()
  }
}
