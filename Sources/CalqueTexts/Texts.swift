package import CalqueBase
import CalqueStorage
package import CalqueTransport

/// Versioned texts, each the newest that the cache, the bundle and the network have.
///
/// Safe from any thread. Reading the local text never waits for the network or for a file.
/// Completions and receivers run where `Services.dispatch` has them, by default on the worker of
/// this object, with no lock held.
package final class Texts: Sendable {
  /// The receiver of an answer, called once.
  package typealias Completion = @Sendable (TextAnswer) -> Void
  /// Called once: with nil when the versions have arrived, otherwise with the reason.
  package typealias VersionCompletion = @Sendable (Diagnostic?) -> Void

  private let engine: TextsEngine

  /// Opens the cache of a session.
  ///
  /// - Throws: `io` when the platform has no directory for caches and none is given.
  package convenience init(_ options: TextsOptions, services: Services) throws(Diagnostic) {
    self.init(try TextsEngine(options, services))
  }

  private init(_ engine: TextsEngine) { self.engine = engine }

  deinit { engine.close() }

  /// Sets the directory of the bundle, and uses the newer texts in it.
  package func setResourceBundle(to path: Text?) {
    engine.storage.withLock { storage in
      engine.state.withLock { $0.bundleDirectory = path }
      engine.readBundleVersions(storage)
    }
    engine.change { $0.reevaluate() }
  }

  /// Sets the milliseconds for requests and for waiting that begin from now on.
  package func setResourceTimeout(to milliseconds: Int) {
    engine.state.withLock { $0.timeout = max(1, milliseconds) }
  }

  /// Sets the source of versions, replacing an earlier one, whose completion reports that it was
  /// cancelled. The versions of the bundle count when this returns.
  package func setVersionSource(
    to source: VersionSource, completion: VersionCompletion? = nil
  ) {
    let delivery = completion.map { dispatched($0) }
    engine.storage.withLock { storage in
      engine.state.withLock { state in
        state.endFetch(Diagnostic(.cancelled, "another version source was set"))
        state.versionSource = source
        (state.isInformed, state.versionFailure) = (false, nil)
        state.refreshVersions(delivery)
      }
      engine.readRecordedVersions(storage)
      engine.readBundleVersions(storage)
    }
    engine.change { state in
      state.needsRefreshTimer = true
      state.reevaluate()
    }
  }

  /// Fetches the remote versions again, or joins a request for them, and retries the texts that
  /// failed.
  package func refreshVersions(completion: VersionCompletion? = nil) {
    let delivery = completion.map { dispatched($0) }
    engine.change { state in
      state.refreshVersions(delivery)
      state.reevaluate()
    }
  }

  /// As `refreshVersions`, and waits for the versions, for the resource timeout at most.
  ///
  /// - Returns: why they did not arrive; nil if they did.
  package func awaitVersions() -> Diagnostic? {
    let latch = Latch<Diagnostic?>()
    let milliseconds = reading { $0.timeout }
    engine.change { state in
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
    engine.register(source)
    engine.change { state in
      state.scheduleDownload(source.identifier)
      state.settle(source.identifier)
    }
  }

  /// Unregisters a text; its file stays. Requests that wait for it end as cancelled.
  ///
  /// - Returns: false when it was not registered.
  @discardableResult
  package func unregister(_ identifier: Text) -> Bool {
    engine.change { $0.unregister(identifier) }
  }

  /// The local text; nil when there is none, or when it is not registered.
  package func text(for identifier: Text) -> LocalText? {
    engine.state.withLock { $0.entries[identifier]?.local }
  }

  /// Whether a version of a text is known: none is where its version is 0.0.0 for want of another.
  package func hasVersion(_ identifier: Text) -> Bool {
    reading { state in
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
    request(identifier, timeout, isForced: false, completion)
  }

  /// Fetches the remote text even if no newer version is known: for a text without a version, or
  /// one that was corrected without a new version. Otherwise as `latest`.
  @discardableResult
  package func refetch(
    _ identifier: Text, timeout: Int? = nil, completion: @escaping Completion
  ) -> UInt64 {
    request(identifier, timeout, isForced: true, completion)
  }

  private func request(
    _ identifier: Text, _ timeout: Int?, isForced: Bool, _ completion: @escaping Completion
  ) -> UInt64 {
    engine.request(identifier, timeout, isForced: isForced, dispatched(completion))
  }

  // MARK: Seen versions

  /// Records that the user has seen the current text, such as an accepted licence. Kept where files
  /// last.
  ///
  /// - Returns: false when there is no local text.
  /// - Throws: `io` when the record cannot be written; it is kept until the process ends.
  package func markSeen(_ identifier: Text) throws(Diagnostic) -> Bool {
    try engine.markSeen(identifier)
  }

  /// The registered texts whose version is higher than the one that was last seen.
  package var unseen: [VersionIncrease] { reading { $0.unseen } }

  /// The latest text, or the local text when it does not arrive in time.
  ///
  /// Waits. In a callback on the worker it would only time out.
  package func awaitLatest(for identifier: Text, timeout: Int? = nil) -> TextAnswer {
    if let answer = engine.state.withLock({ $0.settledAnswer(of: identifier) }) { return answer }
    let milliseconds = timeout ?? engine.state.withLock { $0.timeout }
    let latch = Latch<TextAnswer>()
    let number = engine.request(identifier, milliseconds) { latch.open($0) }
    if let answer = latch.wait(milliseconds: milliseconds) { return answer }
    engine.expire(number, of: identifier)
    return engine.state.withLock { engine.lateAnswer(of: identifier, $0) }
  }

  /// Ends a request with the failure `cancelled`.
  ///
  /// - Returns: false when it has its answer already.
  @discardableResult
  package func cancel(_ number: UInt64) -> Bool { engine.cancel(number) }

  /// Calls a receiver whenever the version of a registered text increases.
  ///
  /// - Returns: a number for `removeReceiver`.
  package func addReceiver(_ receiver: @escaping (VersionIncrease) -> Void) -> UInt64 {
    engine.receivers.add(receiver)
  }

  /// Removes a receiver. When this returns, it is not running, unless the call came from it.
  @discardableResult
  package func removeReceiver(_ number: UInt64) -> Bool { engine.receivers.remove(number) }

  /// Removes the texts and versions from the cache; the versions of the bundle and the network stay
  /// known.
  ///
  /// - Throws: `io`; some files may be gone then.
  package func clearCaches() throws(Diagnostic) {
    try engine.clear()
  }

  /// Reads the state of this moment.
  func reading<Result>(_ body: (TextsState) -> Result) -> Result {
    engine.state.withLock { body($0) }
  }

  private func dispatched<Answer: Sendable>(
    _ completion: @escaping @Sendable (Answer) -> Void
  ) -> @Sendable (Answer) -> Void {
    let dispatch = engine.services.dispatch
    return { answer in dispatch { completion(answer) } }
  }
}
