package import CalqueBase
import CalqueStorage
import struct Synchronization.Atomic

/// Carries requests: over HTTP, from files, or by functions of the host.
package protocol Transport: AnyObject, Sendable {
  /// Begins a request. The response may come from any thread, also before this returns, by
  /// `exchange.complete`.
  func start(_ exchange: Exchange)

  /// The response is no longer wanted; the exchange is complete already. Comes after `start` has
  /// returned, once, and may come for one that is over.
  func cancel(_ exchange: Exchange)
}

/// A request under way. It is completed once: by the transport, by its timeout, or by `cancel`,
/// whichever comes first.
package final class Exchange: Sendable {
  package typealias Completion = @Sendable (Result<Response, Diagnostic>) -> Void

  private struct State: Sendable {
    var completion: Completion?
    var timer: UInt64 = 0
    /// Whether the transport has been started; until then it cannot be stopped.
    var isStarted = false
    var isUnwanted = false
  }

  package let request: Request
  /// Identifies the exchange within this process; never 0.
  package let number: UInt64
  private let transport: (any Transport)?
  private let worker: Worker
  private let state: Mutex<State>
  private let mark = ProcessMark()

  private static let lastNumber = Atomic<UInt64>(0)

  private init(
    _ request: Request, _ transport: (any Transport)?, _ worker: Worker,
    _ completion: @escaping Completion
  ) {
    self.request = request
    self.transport = transport
    self.worker = worker
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    state = Mutex(State(completion: completion))
  }

  /// Starts a request.
  ///
  /// - Parameters:
  ///   - transport: nil for a host that gave none: the request fails with `unsupported`.
  ///   - worker: where `completion` runs, once, and where the timeout is watched. When the worker is
  ///     stopped first, it does not run.
  package static func start(
    _ request: Request, over transport: (any Transport)?, on worker: Worker,
    _ completion: @escaping Completion
  ) -> Exchange {
    let exchange = Exchange(request, transport, worker, completion)
    if request.timeout > 0 {
      let timer = worker.run(after: request.timeout) { [exchange] in
        let late = Diagnostic(.timeout, "no response in time", source: exchange.request.url)
        exchange.end(.failure(late), cancelsTransport: true)
      }
      exchange.state.withLock { $0.timer = timer }
    }
    if let transport {
      transport.start(exchange)
    } else {
      let missing: Literal =
        "no transport for this URL: set one in the services, such as that of libcalque-http"
      exchange.complete(.failure(Diagnostic(.unsupported, missing, source: request.url)))
    }
    let isUnwanted = exchange.state.withLock { state in
      state.isStarted = true
      return state.isUnwanted
    }
    if isUnwanted { transport?.cancel(exchange) }
    return exchange
  }

  /// Takes the response of the transport. Only the first one counts.
  package func complete(_ result: Result<Response, Diagnostic>) {
    end(result, cancelsTransport: false)
  }

  /// Ends it with the failure `cancelled`.
  package func cancel() {
    let failure = Diagnostic(.cancelled, "the request was cancelled", source: request.url)
    end(.failure(failure), cancelsTransport: true)
  }

  private func end(_ result: Result<Response, Diagnostic>, cancelsTransport: Bool) {
    // In a child process it belongs to the parent, whose connection must not be touched.
    guard mark.isOfThisProcess else { return }
    let ended = state.withLock { state in
      let ended = state
      (state.completion, state.timer) = (nil, 0)
      if ended.completion != nil { state.isUnwanted = cancelsTransport }
      return ended
    }
    guard let completion = ended.completion else { return }
    if ended.timer != 0 { worker.cancel(ended.timer) }
    if cancelsTransport, ended.isStarted { transport?.cancel(self) }
    let checked = checked(result)
    worker.run { completion(checked) }
  }

  /// Enforces the size limit for transports that do not.
  private func checked(
    _ result: Result<Response, Diagnostic>
  ) -> Result<Response, Diagnostic> {
    guard case .success(let response) = result, response.body.count > request.maximumBytes else {
      return result
    }
    return .failure(
      Diagnostic(
        .limitExceeded, "the response exceeds the size limit", source: request.url))
  }
}

/// Answers from the file system: `file:` URLs and absolute paths. A file is answered with status 200
/// and one that is not there with 404; what is not a regular file fails with `io`.
final class FileTransport: Transport {
  /// Whether a URL is one for this transport.
  static func takes(_ url: Text) -> Bool {
    url.hasPrefix("/") || URLText.scheme(of: url) == "file"
  }

  func start(_ exchange: Exchange) {
    let request = exchange.request
    let answer = Result { () throws(Diagnostic) in try Self.answer(request) }
    exchange.complete(answer.mapError { $0.from(source: request.url) })
  }

  /// Does nothing: every request has ended when `start` returns.
  func cancel(_ exchange: Exchange) {}

  private static func answer(_ request: Request) throws(Diagnostic) -> Response {
    guard ["GET", "HEAD"].contains(request.method) else {
      throw Diagnostic(.unsupported, "files can only be read")
    }
    guard let path = request.url.hasPrefix("/") ? request.url : FileURL.path(of: request.url) else {
      throw Diagnostic(.invalidArgument, "the URL does not name a file of this machine")
    }
    guard let content = try File.readIfPresent(path, maximumBytes: request.maximumBytes) else {
      return Response(status: 404)
    }
    return Response(status: 200, body: request.method == "HEAD" ? "" : content)
  }
}
