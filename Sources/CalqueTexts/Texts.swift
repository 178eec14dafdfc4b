package import CalqueBase
import CalqueStorage
package import CalqueTransport

/// Texts that have versions, each the best that the cache, the bundle and the network have.
///
/// Safe from any thread. Asking for what is at hand never waits for the network or for a file.
/// Completions and receivers run where `Services.dispatch` has them, by default on the worker of
/// this object, with no lock held.
package final class Texts: Sendable {
  /// The receiver of an answer, called once.
  package typealias Completion = @Sendable (TextAnswer) -> Void
  /// Told once when the versions have come: nil; or why they did not.
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

  /// Sets where files of the bundle are looked for, and takes what is newer there.
  package func setResourceBundle(to path: Text?) {
    engine.storage.withLock { storage in
      engine.state.withLock { $0.bundleDirectory = path }
      engine.readBundleVersions(storage)
    }
    engine.change { $0.reconsider() }
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
    engine.dropWorkOfParent()
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
      state.reconsider()
    }
  }

  /// Fetches the remote versions again, or joins what is fetching them, and tries again what failed.
  package func refreshVersions(completion: VersionCompletion? = nil) {
    let delivery = completion.map { dispatched($0) }
    engine.change { state in
      state.refreshVersions(delivery)
      state.reconsider()
    }
  }

  /// As `refreshVersions`, and waits for the versions, for the resource timeout at most.
  ///
  /// - Returns: why they did not come; nil when they did.
  package func awaitVersions() -> Diagnostic? {
    let latch = Latch<Diagnostic?>()
    let milliseconds = reading { $0.timeout }
    engine.change { state in
      state.refreshVersions { latch.open($0) }
      state.reconsider()
    }
    guard let answer = latch.wait(milliseconds: milliseconds) else {
      return Diagnostic(.timeout, "the versions did not come in time")
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
      throw Diagnostic(.invalidArgument, "the identifier is empty or has a NUL in it")
    }
    engine.register(source)
    engine.change { state in
      state.seekBetter(source.identifier)
      state.settle(source.identifier)
    }
  }

  /// Forgets a text; its file stays. Requests that wait for it end as cancelled.
  ///
  /// - Returns: false when it was not registered.
  @discardableResult
  package func unregister(_ identifier: Text) -> Bool {
    engine.change { $0.unregister(identifier) }
  }

  /// The text that is at hand; nil when there is none, or when it is not registered.
  package func text(for identifier: Text) -> HeldText? {
    engine.state.withLock { $0.entries[identifier]?.held }
  }

  /// Asks for the latest text, and takes what is at hand when it does not come in time. Those who
  /// ask for one text get their answers in the order they asked.
  ///
  /// - Parameter timeout: milliseconds; nil for the resource timeout.
  /// - Returns: a number for `cancel`.
  @discardableResult
  package func latest(
    for identifier: Text, timeout: Int? = nil, completion: @escaping Completion
  ) -> UInt64 {
    let dispatch = engine.services.dispatch
    return engine.request(identifier, timeout) { answer in dispatch { completion(answer) } }
  }

  /// Fetches the remote text again, also when nothing newer is known: one without a version, or one
  /// that was put right under its old version. Otherwise as `latest`.
  @discardableResult
  package func refetch(
    _ identifier: Text, timeout: Int? = nil, completion: @escaping Completion
  ) -> UInt64 {
    let dispatch = engine.services.dispatch
    return engine.request(identifier, timeout, isForced: true) { answer in
      dispatch { completion(answer) }
    }
  }

  // MARK: Seen versions

  /// Notes that somebody has seen the text at hand, such as a licence that was accepted. Kept with
  /// the cache.
  ///
  /// - Returns: false when there is no text at hand.
  /// - Throws: `io` when it cannot be kept; it counts until the end of the process.
  package func markSeen(_ identifier: Text) throws(Diagnostic) -> Bool {
    try engine.markSeen(identifier).get()
  }

  /// The registered texts whose version is higher than the one that was seen last: what receivers
  /// that come late have missed.
  package var unseen: [VersionIncrease] { reading { $0.unseen } }

  /// The latest text, or what is at hand when it does not come in time.
  ///
  /// Waits; from inside a callback that runs on the worker it only uses up the time.
  package func awaitLatest(for identifier: Text, timeout: Int? = nil) -> TextAnswer {
    engine.dropWorkOfParent()
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

  /// Calls a receiver whenever the version of a registered text rises.
  ///
  /// - Returns: a number for `removeReceiver`.
  package func addReceiver(_ receiver: @escaping (VersionIncrease) -> Void) -> UInt64 {
    engine.receivers.add(receiver)
  }

  /// Removes a receiver. On return it is not running, but for the one that this was called from.
  @discardableResult
  package func removeReceiver(_ number: UInt64) -> Bool { engine.receivers.remove(number) }

  /// Forgets the texts and versions of the cache; what the bundle and the network say stays known.
  ///
  /// - Throws: `io`; some files may be gone then.
  package func clearCaches() throws(Diagnostic) {
    try engine.clear().get()
  }

  /// Reads the state of this moment.
  func reading<Result>(_ body: (TextsState) -> Result) -> Result {
    engine.state.withLock { body($0) }
  }

  private func dispatched(_ completion: @escaping VersionCompletion) -> VersionCompletion {
    let dispatch = engine.services.dispatch
    return { failure in dispatch { completion(failure) } }
  }
}
