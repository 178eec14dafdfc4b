import CCalque
import CCurl
import CalqueBase

/// The requests of a client, and the job that carries them out.
final class HTTPLoop: @unchecked Sendable {
  // Unchecked: all but `state` is used by the job alone, of which there is one at a time, and
  // `curl_multi_wakeup` may be called from any thread.
  /// nil: libcurl had no memory for one, in a child process; every request is cancelled then.
  private let multi: UnsafeMutableRawPointer?
  private let options: HTTPOptions
  private var transfers: [Transfer] = []
  /// Requests that wait for earlier ones to the same host. libcurl could queue them, but the next in
  /// line may then wait until some timer of libcurl runs out.
  private var waiting: [StartedRequest] = []
  private let state: Mutex<State>

  private struct State {
    var started: [StartedRequest] = []
    var cancelled: [UInt64] = []
    var isRunning = false
    var isClosed = false
  }

  /// - Parameter multi: freed with this object.
  init(_ multi: UnsafeMutableRawPointer?, _ options: HTTPOptions) {
    self.multi = multi
    self.options = options
    state = Mutex(State(isClosed: multi == nil))
  }

  /// nil when libcurl cannot be used.
  static func make(_ options: HTTPOptions) -> HTTPLoop? {
    curl_multi_init().map { HTTPLoop($0, options) }
  }

  deinit { curl_multi_cleanup(multi) }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// - Returns: whether a job has to be started for the request; nil when none can be added.
  func add(_ request: StartedRequest) -> Bool? {
    let needsThread = state.withLock { state -> Bool? in
      guard !state.isClosed else { return nil }
      state.started.append(request)
      return !exchange(&state.isRunning, with: true)
    }
    if needsThread == false { curl_multi_wakeup(multi) }
    return needsThread
  }

  func cancel(_ number: UInt64) {
    let isRunning = state.withLock { state in
      if state.isRunning { state.cancelled.append(number) }
      return state.isRunning
    }
    if isRunning { curl_multi_wakeup(multi) }
  }

  /// Makes the job end all requests; none can be added afterwards.
  func close() {
    state.withLock { $0.isClosed = true }
    curl_multi_wakeup(multi)
  }

  /// Ends the requests that no job has begun with: when there will be none any more.
  func cancelWaiting() {
    for started in state.withLock({ exchange(&$0.started, with: []) }) {
      Diagnostic.cancelled.end(started.exchange)
    }
  }

  /// The job: returns when there are no requests left.
  func run() {
    while takeRequests() {
      var running: Int32 = 0
      _ = curl_multi_perform(multi, &running)
      // When one has ended, another may start.
      if !endFinished(), !transfers.isEmpty { _ = curl_multi_poll(multi, nil, 0, 60_000, nil) }
    }
  }

  /// Starts and cancels requests as asked meanwhile; false when nothing is left to do.
  private func takeRequests() -> Bool {
    let taken = state.withLock { state in
      let isRunning = !(state.started.isEmpty && waiting.isEmpty && transfers.isEmpty)
      let taken = state
      state = State(isRunning: isRunning, isClosed: state.isClosed)
      return taken
    }
    waiting += taken.started
    let isLeft = !(waiting.isEmpty && transfers.isEmpty)
    let isUnwanted: (StartedRequest) -> Bool = {
      taken.isClosed || taken.cancelled.contains($0.number)
    }
    let dropped = waiting.filter(isUnwanted)
    waiting = waiting.filter { !isUnwanted($0) }
    for request in dropped { Diagnostic.cancelled.end(request.exchange) }
    for transfer in transfers where isUnwanted(transfer.started) { end(transfer, .cancelled) }
    beginWaiting()
    return isLeft
  }

  private func beginWaiting() {
    var held: [StartedRequest] = []
    for request in waiting {
      let running = transfers.filter { $0.started.origin == request.origin }.count
      if running < options.maxConnectionsPerHost { begin(request) } else { held.append(request) }
    }
    waiting = held
  }

  private func begin(_ started: StartedRequest) {
    guard let transfer = Transfer(started) else {
      Diagnostic(.unreachable, "libcurl cannot make a request").end(started.exchange)
      return
    }
    if let failure = transfer.prepare(options) {
      transfer.end(failure)
    } else if curl_multi_add_handle(multi, transfer.easy) == CURLM_OK {
      transfers.append(transfer)
    } else {
      transfer.end(Diagnostic(.unreachable, "libcurl cannot start a request"))
    }
  }

  /// - Returns: whether there were any.
  private func endFinished() -> Bool {
    let count = transfers.count
    var code = CURLE_OK
    while let easy = calque_curl_next_done(multi, &code) {
      guard let transfer = transfers.first(where: { $0.easy == easy }) else { continue }
      end(transfer, transfer.failure(code))
    }
    return transfers.count < count
  }

  /// The receiver of the response is called last: that may free the client.
  private func end(_ transfer: Transfer, _ failure: Diagnostic?) {
    curl_multi_remove_handle(multi, transfer.easy)
    transfers = transfers.filter { $0 !== transfer }
    transfer.end(failure)
  }
}
