import CalqueBase
import CalqueTransport

/// A pending call of the host: its requests and its completion. It completes once.
final class PendingCall: Sendable {
  private struct State: Sendable {
    var completion: BackendOutcome.Completion?
    var requests: [RequestHandle] = []
    var isCancelled = false
  }

  let number: UInt64
  /// The number of the value that it proposes; nil for other calls.
  let proposes: UInt64?
  private let state: Mutex<State>

  init(
    _ number: UInt64, proposes: UInt64? = nil, _ completion: @escaping BackendOutcome.Completion
  ) {
    self.number = number
    self.proposes = proposes
    state = Mutex(State(completion: completion))
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds a request of the call; it ends at once if the call was cancelled.
  func attach(_ request: RequestHandle) {
    let isCancelled = state.withLock { state in
      state.requests.append(request)
      return state.isCancelled
    }
    if isCancelled { request.cancel() }
  }

  /// Ends the requests of the call, those to come as well.
  func cancel() {
    let requests = state.withLock { state in
      state.isCancelled = true
      return state.requests
    }
    for request in requests { request.cancel() }
  }

  /// The completion, for the first who asks.
  func takeCompletion() -> BackendOutcome.Completion? {
    state.withLock { exchange(&$0.completion, with: nil) }
  }
}

/// The work under way between a localization and its backend: calls, updates, sending.
struct BackendWork: ProcessState, Sendable {
  /// The backend asked to wait.
  struct Pause: Sendable {
    /// The time of `SteadyClock` that it ends at.
    let until: Int64
    /// The response that asked for it.
    let failure: Diagnostic
    /// The worker's timer that goes on sending.
    let timer: UInt64
  }

  var calls: [PendingCall] = []
  private var lastNumber: UInt64 = 0
  var isClosed = false
  /// Whether an update runs.
  var isUpdating = false
  /// Updates that run after it.
  var waitingUpdates: [PendingCall] = []
  /// The number of the value that is on its way.
  var sending: UInt64?
  /// Calls that wait until no proposal waits.
  var waitingForSent: [PendingCall] = []
  var pause: Pause?
  /// Whether the parent of this process may have sent what waits.
  var isForked = false
  var listed = ListedProposals()

  mutating func dropWorkOfParent() {
    (calls, isUpdating, waitingUpdates) = ([], false, [])
    (sending, waitingForSent, isForked) = (nil, [], true)
    listed.endAll()
  }

  /// Makes a call; after `close` it is cancelled from the beginning.
  mutating func begin(
    proposes: UInt64? = nil, _ completion: @escaping BackendOutcome.Completion
  ) -> PendingCall {
    lastNumber &+= 1
    let call = PendingCall(lastNumber, proposes: proposes, completion)
    if isClosed { call.cancel() }
    calls.append(call)
    return call
  }
}

/// The proposals that the backend listed.
struct ListedProposals: Sendable {
  private(set) var list: [Proposal] = []
  /// Proposals stored and deleted while a list was under way: its response may be older.
  private var stored: [Proposal] = []
  private var deleted: [Int64] = []
  private var underWay = 0

  mutating func begin() { underWay += 1 }

  /// Takes a list, or nil for one that failed. Proposals stored or deleted meanwhile stay so.
  mutating func end(_ proposals: [Proposal]?) {
    if let proposals {
      list = proposals.filter { proposal in
        !deleted.contains(proposal.id) && !stored.contains { $0.id == proposal.id }
      }
      list += stored
    }
    underWay -= 1
    if underWay == 0 { endAll() }
  }

  mutating func endAll() { (stored, deleted, underWay) = ([], [], 0) }

  /// Records a proposal that the backend has stored.
  ///
  /// - Returns: whether it replaced an earlier one.
  mutating func store(_ proposal: Proposal) -> Bool {
    let isReplaced = self[proposal.id] != nil
    remove(proposal.id)
    list.append(proposal)
    if underWay > 0 { stored.append(proposal) }
    return isReplaced
  }

  /// Records a proposal that the backend has deleted.
  mutating func delete(_ id: Int64) {
    remove(id)
    if underWay > 0 { deleted.append(id) }
  }

  @inline(never)
  private mutating func remove(_ id: Int64) {
    list = list.filter { $0.id != id }
    stored = stored.filter { $0.id != id }
  }

  subscript(id: Int64) -> Proposal? { list.first { $0.id == id } }
}
