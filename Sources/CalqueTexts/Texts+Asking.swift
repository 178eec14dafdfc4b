package import CalqueBase
import CalqueTransport

/// The calls of a program.
extension Texts {
  /// Sets the directory of the bundle, and uses the newer texts in it.
  package func setResourceBundle(to path: Text?) {
    storage.withLock { storage in
      state.withLock { $0.bundleDirectory = path }
      readBundleVersions(storage)
    }
    change { $0.reevaluate() }
  }

  /// Sets the milliseconds for requests and for waiting that begin from now on.
  package func setResourceTimeout(to milliseconds: Int) {
    state.withLock { $0.timeout = max(1, milliseconds) }
  }

  /// Sets the source of versions, replacing an earlier one, whose completion reports that it was
  /// cancelled. The versions of the bundle count when this returns.
  package func setVersionSource(
    to source: VersionSource, completion: VersionCompletion? = nil
  ) {
    let delivery = completion.map { dispatched($0) }
    storage.withLock { storage in
      state.withLock { state in
        state.endFetch(Diagnostic(.cancelled, "another version source was set"))
        state.versionSource = source
        (state.isInformed, state.versionFailure) = (false, nil)
        state.refreshVersions(delivery)
      }
      readRecordedVersions(storage)
      readBundleVersions(storage)
    }
    change { state in
      state.needsRefreshTimer = true
      state.reevaluate()
    }
  }

  /// Fetches the remote versions again, or joins a request for them, and retries the texts that
  /// failed.
  package func refreshVersions(completion: VersionCompletion? = nil) {
    let delivery = completion.map { dispatched($0) }
    change { state in
      state.refreshVersions(delivery)
      state.reevaluate()
    }
  }

  /// As `refreshVersions`, and waits for the versions, for the resource timeout at most.
  ///
  /// - Returns: why they did not arrive; nil if they did.
  package func awaitVersions() -> Diagnostic? {
    let latch = Latch<Diagnostic?>()
    let milliseconds = state.withLock { $0.timeout }
    change { state in
      state.refreshVersions { latch.open($0) }
      state.reevaluate()
    }
    guard let answer = latch.wait(milliseconds: milliseconds) else {
      return Diagnostic(.timeout, "the versions did not arrive in time")
    }
    return answer
  }

  /// Registers a text, replacing the one of the same identifier. Texts of the cache and
  /// the bundle are available when this returns.
  ///
  /// - Throws: `invalidArgument` for an identifier that is empty or has a NUL in it, which a version
  ///   file cannot name.
  package func register(_ source: TextSource) throws(Diagnostic) {
    guard !source.identifier.isEmpty, !source.identifier.bytes.contains(0) else {
      throw Diagnostic(.invalidArgument, "the identifier is empty or contains a NUL")
    }
    storage.withLock { storage in
      let stored = storage.text(of: source.identifier)
      state.withLock { state in
        if let stored, stored.version > state.recorded.version(of: source.identifier) {
          // Another process has stored it since, and has notified its own receivers.
          state.recorded[source.identifier] = stored.version
        }
        state.register(source, stored)
      }
      takeFromBundle(source.identifier, storage)
    }
    change { state in
      state.scheduleDownload(source.identifier)
      state.settle(source.identifier)
    }
  }

  /// Unregisters a text; its file stays. Requests that wait for it end as cancelled.
  ///
  /// - Returns: false when it was not registered.
  @discardableResult
  package func unregister(_ identifier: Text) -> Bool {
    change { $0.unregister(identifier) }
  }

  /// The local text; nil when there is none, or when it is not registered.
  package func text(for identifier: Text) -> LocalText? {
    state.withLock { $0.entries[identifier]?.local }
  }

  /// Whether a version of a text is known: none is where its version is 0.0.0 for want of another.
  package func hasVersion(_ identifier: Text) -> Bool {
    state.withLock { state in
      [state.recorded, state.bundleVersions, state.remoteVersions].contains {
        $0[identifier] != nil
      }
    }
  }

  /// Requests the latest text, or the local text when it does not arrive in time. Requests
  /// for one text complete in the order in which they were made.
  ///
  /// - Parameter timeout: milliseconds; nil for the resource timeout.
  /// - Returns: a number for `cancel`.
  @discardableResult
  package func latest(
    for identifier: Text, timeout: Int? = nil, completion: @escaping Completion
  ) -> UInt64 {
    request(identifier, timeout, dispatched(completion))
  }

  /// Fetches the remote text even if no newer version is known: for a text without a version, or
  /// one that was corrected without a new version. Otherwise as `latest`.
  @discardableResult
  package func refetch(
    _ identifier: Text, timeout: Int? = nil, completion: @escaping Completion
  ) -> UInt64 {
    request(identifier, timeout, isForced: true, dispatched(completion))
  }

  /// The registered texts whose version is higher than the one that was last seen.
  package var unseen: [VersionIncrease] { state.withLock { $0.unseen } }

  /// The latest text, or the local text when it does not arrive in time.
  ///
  /// Waits. In a callback on the worker it would only time out.
  package func awaitLatest(for identifier: Text, timeout: Int? = nil) -> TextAnswer {
    if let answer = state.withLock({ $0.settledAnswer(of: identifier) }) { return answer }
    let milliseconds = timeout ?? state.withLock { $0.timeout }
    let latch = Latch<TextAnswer>()
    let number = request(identifier, milliseconds) { latch.open($0) }
    if let answer = latch.wait(milliseconds: milliseconds) { return answer }
    expire(number, of: identifier)
    return state.withLock { lateAnswer(of: identifier, $0) }
  }

  /// Calls a receiver whenever the version of a registered text increases.
  ///
  /// - Returns: a number for `removeReceiver`.
  package func addReceiver(_ receiver: @escaping (VersionIncrease) -> Void) -> UInt64 {
    receivers.add(receiver)
  }

  /// Removes a receiver. When this returns, it is not running, unless the call came from it.
  @discardableResult
  package func removeReceiver(_ number: UInt64) -> Bool { receivers.remove(number) }

  private func dispatched<Answer: Sendable>(
    _ completion: @escaping @Sendable (Answer) -> Void
  ) -> @Sendable (Answer) -> Void {
    let dispatch = services.dispatch
    return { answer in dispatch { completion(answer) } }
  }
}
