package import CalqueBase

/// Requests that wait for the latest text.
extension Texts {
  /// Adds a request, and starts the fetches that it needs.
  ///
  /// - Parameter isForced: the remote text is fetched although nothing newer is known.
  func request(
    _ identifier: Text, _ timeout: Int?, isForced: Bool = false,
    _ deliver: @escaping @Sendable (TextAnswer) -> Void
  ) -> UInt64 {
    let (number, time) = change { state -> (UInt64, Int) in
      let number = state.newNumber()
      let time = timeout ?? state.timeout
      guard state.entries.contains(identifier) else {
        state.deliver { deliver(TextsState.unregistered(identifier)) }
        return (number, time)
      }
      // Without the versions it is not known which text is the latest.
      if !state.isInformed, state.versionSource?.remoteFile != nil { state.refreshVersions(nil) }
      if isForced { state.entries[identifier]?.isForced = true }
      state.scheduleDownload(identifier)
      let request = TextRequest(number: number, deliver: deliver)
      state.entries[identifier]?.requests.append(request)
      state.settle(identifier)
      return (number, time)
    }
    if state.withLock({ $0.isWaiting(number, for: identifier) }) {
      let timer = worker.run(after: time) { [self] in expire(number, of: identifier) }
      change { $0.setTimer(timer, of: number, for: identifier) }
    }
    return number
  }

  /// Completes a request that timed out with the local text.
  func expire(_ number: UInt64, of identifier: Text) {
    change { state in
      let answer = lateAnswer(of: identifier, state)
      guard let request = state.takeRequest(number) else { return }
      state.give(answer, to: request)
    }
  }

  func lateAnswer(of identifier: Text, _ state: TextsState) -> TextAnswer {
    TextAnswer(
      local: state.entries[identifier]?.local,
      failure: Diagnostic(.timeout, "the latest text did not arrive in time", source: identifier))
  }

  /// Ends a request with the failure `cancelled`.
  ///
  /// - Returns: false when it has its answer already.
  @discardableResult
  package func cancel(_ number: UInt64) -> Bool {
    change { state in
      guard let request = state.takeRequest(number) else { return false }
      let failure = Diagnostic(.cancelled, "the request was cancelled")
      state.give(TextAnswer(failure: failure), to: request)
      return true
    }
  }

  /// Removes the texts and versions from the cache; the versions of the bundle and the network stay
  /// known.
  ///
  /// - Throws: `io`; some files may be gone then.
  package func clearCaches() throws(Diagnostic) {
    try storage.withLock { (storage) throws(Diagnostic) in
      // Also when not all files could be removed.
      state.withLock { state in
        state.recorded = VersionTable()
        for entry in state.entries.values { entry.local = nil }
      }
      try storage.clear()
    }
  }
}

extension TextsState {
  /// Removes a request that waits; nil for an unknown number.
  mutating func takeRequest(_ number: UInt64) -> TextRequest? {
    for entry in entries.values {
      let place = entry.requests.firstIndex { $0.number == number }
      if let place { return entry.requests.remove(at: place) }
    }
    return nil
  }

  func isWaiting(_ number: UInt64, for identifier: Text) -> Bool {
    entries[identifier]?.requests.contains { $0.number == number } ?? false
  }

  /// Records the timer of a request, unless the request has completed.
  mutating func setTimer(_ timer: UInt64, of number: UInt64, for identifier: Text) {
    guard let entry = entries[identifier],
      let place = entry.requests.firstIndex(where: { $0.number == number })
    else { return stop(timer: timer) }
    entry.requests[place].timer = timer
  }
}
