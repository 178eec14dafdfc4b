import CalqueBase
import CalqueTransport

/// Sends proposals on the worker: one at a time, the oldest first.
extension Localization {
  /// Sends the proposals that wait, in order.
  ///
  /// - Parameter completion: Called once none waits, or the backend could not be reached; the result
  ///   has the number that still wait as `queued`.
  @discardableResult
  package func sendQueued(_ completion: @escaping BackendOutcome.Completion) -> UInt64 {
    begin(completion) { [self] call in
      work.withLock { $0.waitingForSent.append(call) }
      sendNext()
    }
  }

  private enum Next {
    case proposal(ProposedValue, PendingCall)
    /// One is on its way.
    case busy
    /// None waits.
    case none
    /// The backend asked to wait; why.
    case paused(Diagnostic)
  }

  func sendNext() {
    switch nextToSend() {
    case .busy: return
    case .none: endSending(nil)
    case .paused(let failure): stopSending(failure)
    case .proposal(let value, let call):
      let request = BackendCall.storeProposal(
        value.identifier, locale: value.locale, value: value.value)
      ask(request, for: call, payload.proposal, onResponse: { [self] in applyRetryAfter($0) }) {
        [self] result in received(result, value, call)
      }
    }
  }

  private func nextToSend() -> Next {
    change(of: []) { parts, work in
      if work.sending != nil { return .busy }
      guard let next = parts.proposed.nextToSend else { return .none }
      if let pause = work.pause, SteadyClock.milliseconds() < pause.until {
        return .paused(pause.failure)
      }
      work.sending = next.number
      let call = work.calls.first { $0.proposes == next.number }
      return .proposal(next, call ?? work.begin(proposes: next.number) { _ in })
    }
  }

  // MARK: Responses

  private func received(
    _ result: Result<Proposal, Diagnostic>, _ value: ProposedValue, _ call: PendingCall
  ) {
    switch result {
    case .success(let proposal): stored(proposal, value, call)
    case .failure(let failure) where isTemporary(failure): stopSending(failure)
    case .failure(let failure) where failure.code == .conflict:
      // One that was tried had reached the backend in an earlier attempt.
      let wasTried = value.number <= state.parts.proposed.triedThrough
      settle([value.identifier]) { parts, _ in
        parts.proposed.acceptAgain(value)
      }
      report(
        wasTried
          ? BackendOutcome(result: .object(value.members)) : BackendOutcome(failure: failure),
        to: [call])
      sendNext()
    case .failure(let failure):
      settle([value.identifier]) { parts, _ in parts.proposed.replace(value.number) { _ in nil } }
      report(BackendOutcome(failure: failure), to: [call])
      sendNext()
    }
  }

  private func stored(_ proposal: Proposal, _ value: ProposedValue, _ call: PendingCall) {
    var proposal = proposal
    // The author of a proposal may delete it, even if the response does not say so.
    if proposal.canDelete == nil { proposal.canDelete = true }
    var isReplaced = false
    settle([value.identifier, proposal.identifier]) { parts, work in
      isReplaced = work.listed.store(proposal)
      return parts.accept(value, as: proposal, options.limits)
    }
    report(BackendOutcome(result: proposal.data), to: [call])
    send("proposal", proposal.note(isReplaced ? "replaced" : "stored", guid: guid))
    sendNext()
  }

  /// Changes the values after a response, so that the next proposal can be sent.
  private func settle(
    _ identifiers: [ItemIdentifier],
    _ body: (inout LocalizationParts, inout BackendWork) -> [ProposedValue]
  ) {
    changeProposed(identifiers) { parts, work in
      work.sending = nil
      return body(&parts, &work)
    }
  }

  /// Ends calls with an outcome once it is on disk.
  private func report(_ outcome: BackendOutcome, to calls: [PendingCall]) {
    var outcome = outcome
    do throws(Diagnostic) {
      try saveProposals()
    } catch {
      var members = outcome.result.object ?? Members()
      members["notKept"] = error.data
      outcome.result = .object(members)
    }
    for call in calls { end(call, outcome) }
  }

  // MARK: Waiting

  /// Whether a proposal that failed waits, to be sent again.
  private func isTemporary(_ failure: Diagnostic) -> Bool {
    switch failure.code {
    case .unreachable, .timeout: true
    case .httpStatus: Response.isBusy(status: Int(failure.detail))
    case .unsupported: services.transport == nil
    case .cancelled: work.withLock { $0.isClosed }
    default: false
    }
  }

  /// Leaves all that waits in the queue, and ends the calls that wait for it.
  private func stopSending(_ failure: Diagnostic) {
    let calls = change(of: []) { parts, work in
      // It may have reached the backend.
      parts.proposed.markTried(through: work.sending ?? 0)
      work.sending = nil
      return work.calls.filter { $0.proposes != nil && (work.isClosed || !$0.isCancelled) }
    }
    let result = Value.object(["queued": .bool(true)])
    report(BackendOutcome(result: result, failure: failure), to: calls)
    endSending(failure)
    withdrawCancelled()
  }

  /// Ends the calls that wait until all is sent.
  private func endSending(_ failure: Diagnostic?) {
    let calls = work.withLock { exchange(&$0.waitingForSent, with: []) }
    let count = Int64(state.parts.proposed.waiting.count)
    let outcome = BackendOutcome(result: .object(["queued": .int(count)]), failure: failure)
    for call in calls { end(call, outcome) }
  }

  /// Withdraws proposals whose calls were cancelled before they were sent.
  func withdrawCancelled() {
    let calls = work.withLock { work in
      work.calls.filter { call in
        call.proposes != nil && call.proposes != work.sending && call.isCancelled && !work.isClosed
      }
    }
    for call in calls {
      changeProposed(nil) { parts, _ in
        parts.proposed.replace(call.proposes ?? 0) { _ in nil }
      }
      report(BackendOutcome(failure: .callCancelled), to: [call])
    }
  }

  /// Sends nothing for as long as a busy backend asks for, and then what waits.
  private func applyRetryAfter(_ response: Response) {
    guard let milliseconds = Backend.pause(askedFor: response, now: services.now()) else { return }
    var failure = Diagnostic(.httpStatus, "the backend is busy and asked to wait")
    failure.detail = Int32(clamping: response.status)
    let until = SteadyClock.after(milliseconds)
    let timer = worker.run(after: milliseconds) { [self] in sendNext() }
    pause(BackendWork.Pause(until: until, failure: failure, timer: timer))
  }

  /// Pauses sending; nil ends the pause, whose timer would keep a closed localization.
  func pause(_ pause: BackendWork.Pause?) {
    let timers = work.withLock { work in
      defer { work.pause = work.isClosed ? nil : pause }
      return [work.pause?.timer, work.isClosed ? pause?.timer : nil]
    }
    for timer in timers { if let timer { worker.cancel(timer) } }
  }
}
