import CalqueBase

/// Those who wait for the latest text.
extension TextsEngine {
  /// Takes a request, and has fetched what it needs.
  func request(
    _ identifier: Text, _ timeout: Int?, _ deliver: @escaping @Sendable (TextAnswer) -> Void
  ) -> UInt64 {
    change { state in
      let number = state.newNumber()
      guard state.entries.contains(identifier) else {
        let failure = Diagnostic(.refused, "the text is not registered", source: identifier)
        state.deliver { deliver(TextAnswer(held: nil, failure: failure)) }
        return number
      }
      // Without the versions it is not known which text is the latest.
      if !state.isInformed, state.versionSource?.remoteFile != nil { state.refreshVersions(nil) }
      state.seekBetter(identifier)
      let timer = worker.run(after: timeout ?? state.timeout) { [self] in
        expire(number, of: identifier)
      }
      let request = TextRequest(number: number) { [worker] answer in
        worker.cancel(timer)
        deliver(answer)
      }
      state.entries[identifier]?.requests.append(request)
      state.settle(identifier)
      return number
    }
  }

  /// Answers a request, whose time is over, with what is at hand.
  func expire(_ number: UInt64, of identifier: Text) {
    change { state in
      let answer = lateAnswer(of: identifier, state)
      guard let request = state.takeRequest(number) else { return }
      state.deliver { request.deliver(answer) }
    }
  }

  func lateAnswer(of identifier: Text, _ state: TextsState) -> TextAnswer {
    TextAnswer(
      held: state.entries[identifier]?.held,
      failure: Diagnostic(.timeout, "the latest text did not come in time", source: identifier))
  }

  func cancel(_ number: UInt64) -> Bool {
    change { state in
      guard let request = state.takeRequest(number) else { return false }
      let failure = Diagnostic(.cancelled, "the request was cancelled")
      state.deliver { request.deliver(TextAnswer(held: nil, failure: failure)) }
      return true
    }
  }

  /// Empties the cache, with `disk` held.
  func clear() -> Result<Void, Diagnostic> {
    let cleared = Result { () throws(Diagnostic) in try storage.clear() }
    state.withLock { state in
      state.recorded = VersionTable()
      for identifier in state.entries.keys { state.entries[identifier]?.held = nil }
    }
    return cleared
  }
}

extension TextsState {
  /// Removes a request that waits; nil when there is none of this number.
  mutating func takeRequest(_ number: UInt64) -> TextRequest? {
    for identifier in entries.keys {
      let place = entries[identifier]?.requests.firstIndex { $0.number == number }
      if let place { return entries[identifier]?.requests.remove(at: place) }
    }
    return nil
  }
}
