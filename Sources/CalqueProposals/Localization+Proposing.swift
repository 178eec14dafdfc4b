package import CalqueBase
import CalqueLocale
import CalqueTransport

/// Proposals of the backend: storing, listing, deleting.
extension Localization {
  /// Proposes a value for an identifier in the current locale. It is shown at once.
  ///
  /// The value that the backend stores is shown in the end. If the backend refuses, the earlier
  /// value is shown again, unless another value was proposed meanwhile. If the backend cannot be
  /// reached or is busy (429, 502, 503, 504), the proposal is queued; `completion` receives the
  /// failure and `queued` true.
  ///
  /// - Parameter completion: Called once, with the stored proposal. Failures: `conflict` when the
  ///   same value is proposed already, as the backend says or because it waits to be sent; `refused`
  ///   without a language; `limitExceeded`; those of the transport; `httpStatus`; `badResponse`.
  /// - Returns: the number of the call.
  @discardableResult
  package func propose(
    _ value: Text, for identifier: ItemIdentifier,
    _ completion: @escaping BackendOutcome.Completion
  ) -> UInt64 {
    let call = calls.begin(completion)
    do throws(Diagnostic) {
      try enqueue(value, identifier, call)
    } catch {
      end(call, error)
    }
    worker.run { [self] in drain(for: nil) }
    return call.number
  }

  private func enqueue(
    _ value: Text, _ identifier: ItemIdentifier, _ call: PendingCall
  ) throws(Diagnostic) {
    try Self.check(proposed: value)
    guard let locale = currentLocale else {
      throw Diagnostic(.refused, "there is no language to propose a text for")
    }
    try book.check(value, identifier, locale, options.limits)
    let shown = try put(value, identifier, locale)
    book.enqueue(value, identifier, locale, shown: shown, call)
    // A proposal that cannot be written to disk is still sent; a crash would lose it.
    try? saveProposals()
  }

  /// Sends the proposals that wait, in order.
  ///
  /// - Parameter completion: Called once none waits, or the backend could not be reached; the result
  ///   has the number that still wait as `queued`.
  @discardableResult
  package func sendQueued(_ completion: @escaping BackendOutcome.Completion) -> UInt64 {
    begin(completion) { [self] call in drain(for: call) }
  }

  /// Sends the queued proposals, on the worker.
  private func drain(for call: PendingCall?) {
    goOn(book.beginSending(call))
  }

  private func goOn(_ next: ProposalBook.Next) {
    switch next {
    case .busy: return
    case .proposal(let queued): transmit(queued)
    case .none(let waiting): endSending(waiting, nil)
    case .paused(let failure): wait(failure)
    }
  }

  private func transmit(_ queued: QueuedProposal) {
    let request = BackendCall.storeProposal(
      queued.identifier, locale: queued.locale, value: queued.value)
    let call = queued.call ?? calls.begin { _ in }
    ask(request, for: call, payload.proposal, heed: { [self] in heed($0) }) { [self] result in
      switch result {
      case .success(let proposal): stored(proposal, queued, call)
      case .failure(let failure): failed(failure, queued, call)
      }
    }
  }

  private func stored(_ proposal: Proposal, _ queued: QueuedProposal, _ call: PendingCall) {
    var proposal = proposal
    // The author of a proposal may delete it, even if the response does not say so.
    if proposal.canDelete == nil { proposal.canDelete = true }
    book.dequeue(queued.number)
    adopt(proposal, queued)
    let isReplaced = book.store(proposal)
    try? saveProposals()
    end(call, BackendOutcome(result: proposal.data))
    send(.proposal(proposal.note(isReplaced ? "replaced" : "stored", guid: guid)))
    goOn(book.nextToSend())
  }

  /// Shows what the backend stored, unless a newer value was proposed meanwhile.
  private func adopt(_ proposal: Proposal, _ queued: QueuedProposal) {
    let (identifier, locale) = (queued.identifier, queued.locale)
    let isSamePlace =
      proposal.identifier == identifier
      && LanguageTag.comparable(proposal.locale) == LanguageTag.comparable(locale)
    if isSamePlace {
      guard proposal.value != queued.value else { return }
      _ = take(identifier, locale, proposal.value, number: queued.entry)
    } else if take(identifier, locale, queued.previous, number: queued.entry) != nil {
      _ = try? put(proposal.value, proposal.identifier, proposal.locale)
    }
  }

  private func failed(_ failure: Diagnostic, _ queued: QueuedProposal, _ call: PendingCall) {
    switch failure.code {
    case .unreachable, .timeout: wait(failure)
    case .httpStatus where Backend.mayPass(failure): wait(failure)
    case .cancelled where calls.isClosed: wait(failure)
    case .conflict where queued.wasTried:
      // It had reached the backend in an earlier attempt.
      book.dequeue(queued.number)
      end(call, BackendOutcome(result: queued.data))
      goOn(book.nextToSend())
    case .conflict:
      book.dequeue(queued.number)
      end(call, failure)
      goOn(book.nextToSend())
    default:
      let refused = book.refuse(queued.number) ?? queued
      _ = take(refused.identifier, refused.locale, refused.previous, number: refused.entry)
      end(call, failure)
      goOn(book.nextToSend())
    }
    try? saveProposals()
  }

  /// Sends nothing for as long as a busy backend asks for, and then what waits.
  private func heed(_ response: Response) {
    guard let milliseconds = Backend.pause(askedFor: response, now: services.now()) else { return }
    var failure = Diagnostic(.httpStatus, "the backend is busy and asked to wait")
    failure.detail = Int32(clamping: response.status)
    let until = SteadyClock.after(milliseconds)
    let timer = worker.run(after: milliseconds) { [self] in drain(for: nil) }
    set(ProposalBook.Pause(until: until, failure: failure, timer: timer))
    if calls.isClosed { endPause() }
  }

  /// Drops the timer of a pause, which would keep a closed localization until it ends.
  func endPause() { set(nil) }

  private func set(_ pause: ProposalBook.Pause?) {
    if let last = book.set(pause) { worker.cancel(last.timer) }
  }

  /// Leaves all in the queue, and completes the calls that wait for a response.
  private func wait(_ failure: Diagnostic) {
    let (proposing, waiting) = book.stopSending()
    let result = Value.object(["queued": .bool(true)])
    for call in proposing { end(call, BackendOutcome(result: result, failure: failure)) }
    endSending(waiting, failure)
  }

  private func endSending(_ waiting: [PendingCall], _ failure: Diagnostic?) {
    let count = book.read { Int64($0.queue.count) }
    let result = Value.object(["queued": .int(count)])
    for call in waiting { end(call, BackendOutcome(result: result, failure: failure)) }
  }
}
