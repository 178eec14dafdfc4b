package import CalqueBase

/// The requests of one noun: at most so many at a time, in the order in which they were added. One
/// that fails for a while is made again after a pause.
///
/// Safe from any thread. Completions run on the worker, once for each request, unless the worker is
/// stopped or the process is a child of the one that added the request.
package final class RequestQueue: Sendable {
  private struct State: ProcessState, Sendable {
    var waiting: [RequestHandle] = []
    var underWay = 0

    mutating func dropWorkOfParent() { (waiting, underWay) = ([], 0) }
  }

  private let services: Services
  private let worker: Worker
  private let width: Int
  private let retries: RetryPolicy
  private let state = ProcessMutex(State())

  /// - Parameter width: the number of requests that may be under way.
  package init(
    _ services: Services, on worker: Worker, width: Int = .max, retries: RetryPolicy = .none
  ) {
    self.services = services
    self.worker = worker
    self.width = width
    self.retries = retries
  }

  /// Adds a request.
  ///
  /// - Parameter validators: of the content that is known; the response may be that it has not changed.
  package func add(
    _ request: Request, unless validators: Validators = Validators(),
    _ completion: @escaping RequestHandle.Completion
  ) -> RequestHandle {
    var request = request
    request.headers += validators.headers
    let handle = RequestHandle(request, worker, completion)
    enqueue(handle)
    return handle
  }

  private func enqueue(_ handle: RequestHandle) {
    state.withLock { $0.waiting.append(handle) }
    startNext()
  }

  private func startNext() {
    while let next = takeNext() {
      let exchange = services.start(next.request, on: worker) { [self] result in
        state.withLock { $0.underWay -= 1 }
        received(result, next)
        startNext()
      }
      next.started(exchange)
    }
  }

  private func takeNext() -> RequestHandle? {
    state.withLock { state in
      while state.underWay < width, !state.waiting.isEmpty {
        let next = state.waiting.removeFirst()
        guard next.begin() else { continue }
        state.underWay += 1
        return next
      }
      return nil
    }
  }

  private func received(_ result: Result<Response, Diagnostic>, _ handle: RequestHandle) {
    // Before the request is examined, because the host's clock may cancel it.
    let now = services.now()
    guard !handle.isEnded,
      let pause = retries.pause(after: result, retries: handle.attempts - 1, now: now)
    else { return handle.end(result) }
    handle.wait(pause) { [self] in enqueue(handle) }
  }
}

/// A request in a queue, which can be cancelled.
package final class RequestHandle: Sendable {
  /// - Parameter attempts: how often the request was made.
  package typealias Completion =
    @Sendable (_ result: Result<Response, Diagnostic>, _ attempts: Int) -> Void

  private struct State: Sendable {
    var completion: Completion?
    var exchange: Exchange?
    var timer: UInt64 = 0
    var attempts = 0
    var isCancelled = false
  }

  package let request: Request
  private let worker: Worker
  private let state: Mutex<State>

  init(_ request: Request, _ worker: Worker, _ completion: @escaping Completion) {
    self.request = request
    self.worker = worker
    state = Mutex(State(completion: completion))
  }

  var attempts: Int { state.withLock { $0.attempts } }

  var isEnded: Bool { state.withLock { $0.isCancelled || $0.completion == nil } }

  /// Ends it with the failure `cancelled`, unless it has ended.
  package func cancel() {
    let ended = state.withLock { state in
      defer { (state.completion, state.isCancelled) = (nil, true) }
      return state
    }
    worker.cancel(ended.timer)
    ended.exchange?.cancel()
    guard let completion = ended.completion else { return }
    let failure = Diagnostic(.cancelled, "the request was cancelled", source: request.url)
    // Taken out before: a worker that is stopped frees it, and with it all that it refers to.
    worker.run { completion(.failure(failure), ended.attempts) }
  }

  /// Begins an attempt; false when the request has ended.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isCancelled, state.completion != nil else { return false }
      state.attempts += 1
      return true
    }
  }

  func started(_ exchange: Exchange) {
    let isCancelled = state.withLock { state in
      state.exchange = exchange
      return state.isCancelled
    }
    if isCancelled { exchange.cancel() }
  }

  /// Makes the request again after a number of milliseconds.
  func wait(_ milliseconds: Int, _ again: @escaping @Sendable () -> Void) {
    let timer = worker.run(after: milliseconds, again)
    let isCancelled = state.withLock { state in
      state.timer = timer
      return state.isCancelled
    }
    if isCancelled { worker.cancel(timer) }
  }

  func end(_ result: Result<Response, Diagnostic>) {
    let ended = state.withLock { state in
      defer { (state.completion, state.exchange) = (nil, nil) }
      return state
    }
    ended.completion?(result, ended.attempts)
  }
}
