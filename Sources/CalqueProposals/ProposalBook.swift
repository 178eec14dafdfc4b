import CalqueBase
import CalqueLocale

/// The proposals that are known: listed by the backend, or waiting to be sent.
final class ProposalBook: Sendable {
  struct State: Sendable {
    var listed: [Proposal] = []
    var queue: [QueuedProposal] = []
    var lastNumber: UInt64 = 0
    var isSending = false
    /// Calls that wait until all is sent.
    var waiting: [PendingCall] = []
    /// Proposals stored and deleted while a list was under way: its response may be older.
    var stored: [Proposal] = []
    var deleted: [Int64] = []
    var listsUnderWay = 0
    /// What the backend asked for last.
    var pause: Pause?
    var mark = ProcessMark()
    /// Calls of the parent process: not freed under the lock, for that may call the host.
    private var dropped: [PendingCall] = []

    /// In a child process nothing is under way. Waiting proposals still wait, and are the parent's
    /// too: the backend may have them when they are sent.
    mutating func noticeFork() {
      guard mark.takeFork() else { return }
      dropped = waiting + queue.compactMap { $0.call }
      (isSending, waiting, stored, deleted, listsUnderWay) = (false, [], [], [], 0)
      for place in queue.indices { (queue[place].call, queue[place].wasTried) = (nil, true) }
    }
  }

  /// The backend asked to wait.
  struct Pause: Sendable {
    /// The time of `SteadyClock` that it ends at.
    let until: Int64
    /// The response that asked for it.
    let failure: Diagnostic
    /// The worker's timer that goes on sending.
    let timer: UInt64
  }

  private let state: Mutex<State>

  init(_ queue: [QueuedProposal]) {
    var state = State()
    (state.queue, state.lastNumber) = (queue, UInt64(queue.count))
    self.state = Mutex(state)
  }

  func read<Result>(_ body: (State) -> Result) -> Result { state.withLock { body($0) } }

  func change<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      state.noticeFork()
      return body(&state)
    }
  }

  func summary(proposedValues: Int) -> ProposalSummary {
    read {
      ProposalSummary(listed: $0.listed.count, shown: proposedValues, queued: $0.queue.count)
    }
  }

  /// Proposals grouped by key, the groups sorted by it.
  func list(_ filter: ProposalFilter) -> Value {
    let (listed, queue) = read { ($0.listed, $0.queue) }
    var groups = TextTable<[Value]>()
    for proposal in listed where filter.includes(proposal.identifier) {
      let key = proposal.identifier.key
      groups[key] = (groups[key] ?? []) + [proposal.data]
    }
    let keys = groups.keys.inOrder()
    return .object([
      "title": .text(filter.title),
      "groups": .array(
        keys.map { key in
          .object(["key": .text(key), "proposals": .array(groups[key] ?? [])])
        }), "queued": .array(queue.filter { filter.includes($0.identifier) }.map { $0.data }),
    ])
  }

  // MARK: Lists of the backend

  func beginList() { change { $0.listsUnderWay += 1 } }

  /// Takes a list, or nil for one that failed. Proposals stored or deleted meanwhile stay so.
  ///
  /// - Returns: the list as it is now.
  func endList(_ proposals: [Proposal]?) -> [Proposal] {
    change { state in
      if let proposals {
        let stored = state.stored
        let deleted = state.deleted
        state.listed = proposals.filter { proposal in
          !deleted.contains(proposal.id) && !stored.contains { $0.id == proposal.id }
        }
        state.listed += stored
      }
      state.listsUnderWay -= 1
      if state.listsUnderWay == 0 { (state.stored, state.deleted) = ([], []) }
      return state.listed
    }
  }

  /// Records a proposal that the backend has stored.
  ///
  /// - Returns: whether it replaced another of the same person.
  func store(_ proposal: Proposal) -> Bool {
    change { state in
      let before = state.listed.count
      state.listed.removeAll { listed in
        listed.id == proposal.id
          || listed.canDelete ?? false && listed.identifier == proposal.identifier
            && LanguageTag.comparable(listed.locale) == LanguageTag.comparable(proposal.locale)
      }
      let isReplaced = state.listed.count < before
      state.listed.append(proposal)
      if state.listsUnderWay > 0 {
        state.stored.removeAll { $0.id == proposal.id }
        state.stored.append(proposal)
      }
      return isReplaced
    }
  }

  func proposal(_ id: Int64) -> Proposal? { read { $0.listed.first { $0.id == id } } }

  /// Records a proposal that the backend has deleted.
  ///
  /// - Returns: the proposal, when it was known.
  func delete(_ id: Int64) -> Proposal? {
    change { state in
      let proposal = state.listed.first { $0.id == id }
      state.listed.removeAll { $0.id == id }
      state.stored.removeAll { $0.id == id }
      if state.listsUnderWay > 0 { state.deleted.append(id) }
      return proposal
    }
  }
}
