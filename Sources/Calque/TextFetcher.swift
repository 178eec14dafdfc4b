import CalqueBase
public import CalqueTexts
import CalqueTransport
public import Foundation

/// Versioned texts, each the newest that cache, bundle and network have.
///
/// Safe from any thread. A completion that belongs to an actor, such as one written in a view
/// controller, is called there, as receivers are on the main actor; any other on a thread of this
/// object or where the dispatcher runs it. Requests that do not wait complete at once.
public final class TextFetcher: Sendable {
  /// The result of a request: nil and nil when there is no text, a text and nil when it has no
  /// version.
  public typealias TextRequestCompletion =
    @Sendable @isolated(any) (_ text: String?, _ version: Version?) -> Void

  /// The texts of the default session.
  public static let `default` = TextFetcher(TextsOptions(), nil, nil)

  /// nil only if the platform has no cache directory.
  let texts: Texts?
  private let transport: TransportSlot
  private let dispatcher: Mutex<Dispatcher?>
  let receivers = WeakReceivers()
  /// Sources by identifier, to be passed to receivers.
  let sources = Mutex<[String: TextSource]>([:])

  /// Opens a cache of its own. The session "Default" belongs to `default`; here it becomes
  /// "Default2".
  ///
  /// - Parameters:
  ///   - cacheDirectory: has a directory for each session; nil for that of the platform.
  ///   - transport: carries the requests; nil for URLSession.
  ///   - dispatcher: runs completions that belong to no actor, for example on the main queue.
  public convenience init(
    withSessionID sessionID: String, cacheDirectory: String? = nil,
    transport: (any Transport)? = nil, dispatcher: Dispatcher? = nil
  ) {
    var options = TextsOptions()
    options.sessionID = Text(
      sessionID == "Default" && cacheDirectory == nil ? "Default2" : sessionID)
    options.cacheDirectory = cacheDirectory.map { Text($0) }
    self.init(options, transport, dispatcher)
  }

  /// Opens a cache with any of the options of docs/texts.md: directories, limits, times.
  ///
  /// - Throws: `CalqueError` with the option's name as the path.
  public convenience init(
    options: JSONObject, transport: (any Transport)? = nil, dispatcher: Dispatcher? = nil
  ) throws(CalqueError) {
    self.init(
      try CalqueError.rethrowing(TextsOptions(options.members)), transport, dispatcher)
  }

  private init(
    _ options: TextsOptions, _ transport: (any Transport)?, _ dispatcher: Dispatcher?
  ) {
    self.transport = TransportSlot(transport)
    self.dispatcher = Mutex(dispatcher)
    var services = Services.over(self.transport)
    services.dispatch = { [dispatcher = self.dispatcher] work in
      if let dispatch = dispatcher.withLock({ $0 }) { dispatch(work) } else { work() }
    }
    var opened = try? Texts(options, services: services)
    if opened == nil {
      // Without a folder for a cache, texts are kept until the program ends.
      var options = options
      (options.cacheDirectory, options.stateDirectory) = ("/dev/null", nil)
      opened = try? Texts(options, services: services)
    }
    texts = opened
  }

  deinit { texts?.close() }

  // MARK: Configuration

  /// Sets the transport; nil for URLSession.
  public func setTransport(to transport: (any Transport)?) { self.transport.set(transport) }

  /// Sets what runs the completions that belong to no actor, for example on the main queue; nil for
  /// a thread of this object.
  public func setDispatcher(to dispatcher: Dispatcher?) {
    self.dispatcher.withLock { $0 = dispatcher }
  }

  /// Sets the bundle with the files, and uses the newer texts in it.
  public func setResourceBundle(to bundle: Foundation.Bundle) {
    setResourceBundle(to: bundle.folder)
  }

  /// Sets the directory of the bundle, and uses the newer texts in it; nil for none.
  public func setResourceBundle(to path: String?) {
    texts?.setResourceBundle(to: path.map { Text($0) })
  }

  /// Sets the time limit of requests, and of calls that wait, from now on.
  public func setResourceTimeout(to seconds: TimeInterval) {
    let milliseconds = (seconds * 1000).rounded()
    texts?.setResourceTimeout(to: Int(exactly: min(max(milliseconds, 1), 2_147_483_647)) ?? 1)
  }

  // MARK: Versions

  /// Sets the source of versions. The completion is called when the remote versions have arrived or
  /// failed.
  public func setVersionSource(
    to versionSource: VersionSource,
    @_inheritActorContext withCompletion completion: (@Sendable @isolated(any) () -> Void)? = nil
  ) {
    let completion = completion.map { delivered($0) }
    texts?.setVersionSource(to: versionSource.engine) { _ in completion?() }
  }

  /// Sets the source of versions. The completion gets the error when the remote versions failed.
  public func setVersionSource(
    to versionSource: VersionSource,
    @_inheritActorContext withCompletion completion:
      @escaping @Sendable @isolated(any) (CalqueError?) -> Void
  ) {
    let completion = delivered(completion)
    texts?.setVersionSource(to: versionSource.engine) { completion($0.map { CalqueError($0) }) }
  }

  /// Fetches the remote versions again, and retries the texts that failed.
  public func refreshVersions(
    @_inheritActorContext withCompletion completion:
      (@Sendable @isolated(any) (CalqueError?) -> Void)? = nil
  ) {
    let completion = completion.map { delivered($0) }
    texts?.refreshVersions { completion?($0.map { CalqueError($0) }) }
  }

  /// As `refreshVersions`, suspending until the versions have arrived.
  ///
  /// - Throws: `CalqueError` when they do not.
  public func awaitVersions() async throws(CalqueError) {
    let failure = await withCheckedContinuation { continuation in
      refreshVersions { continuation.resume(returning: $0) }
    }
    if let failure { throw failure }
  }

  // MARK: Texts

  /// Registers a text, replacing the source of the same identifier. An invalid source (an empty
  /// identifier, a malformed digest) is ignored; `register` throws instead.
  public func registerTextSource(_ textSource: TextSource) { try? register(textSource) }

  /// Registers the text of a provider.
  public func registerTextSource(fromProvider provider: any TextSourceProvider) {
    registerTextSource(provider.textSource)
  }

  /// As `registerTextSource`.
  ///
  /// - Throws: `CalqueError` for an invalid source.
  public func register(_ textSource: TextSource) throws(CalqueError) {
    let source = try CalqueError.rethrowing(textSource.engine())
    sources.withLock { $0[textSource.identifier] = textSource }
    try CalqueError.rethrowing(texts?.register(source))
  }

  /// Unregisters a text; false when it was not registered.
  @discardableResult
  public func unregisterTextSource(_ resourceID: String) -> Bool {
    sources.withLock { $0[resourceID] = nil }
    return texts?.unregister(Text(resourceID)) ?? false
  }

  /// Passes the local copy at once; or, if it awaits, the latest text, or the local copy if that
  /// does not arrive in time.
  ///
  /// - Returns: a number for `cancel`; 0 for a request that has ended.
  @discardableResult
  public func text(
    for resourceID: String, awaitRemoteFetchIfNeeded: Bool = false,
    @_inheritActorContext completion: @escaping TextRequestCompletion
  ) -> UInt64 {
    let completion = delivered(completion)
    let identifier = Text(resourceID)
    guard awaitRemoteFetchIfNeeded, let texts else {
      let local = texts?.text(for: identifier)
      completion(local?.text.string, local.flatMap { version(of: $0, identifier) })
      return 0
    }
    return texts.latest(for: identifier) { [self] answer in
      completion(answer.local?.text.string, answer.local.flatMap { version(of: $0, identifier) })
    }
  }

  private func version(of local: LocalText, _ identifier: Text) -> Version? {
    local.version == .zero && texts?.hasVersion(identifier) == false ? nil : local.version
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, for the identifier of a source.
  @discardableResult
  public func text(
    for textSource: TextSource, awaitRemoteFetchIfNeeded: Bool = false,
    @_inheritActorContext completion: @escaping TextRequestCompletion
  ) -> UInt64 {
    text(
      for: textSource.identifier, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded,
      completion: completion)
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, for the source of a provider.
  @discardableResult
  public func text(
    for provider: any TextSourceProvider, awaitRemoteFetchIfNeeded: Bool = false,
    @_inheritActorContext completion: @escaping TextRequestCompletion
  ) -> UInt64 {
    text(
      for: provider.textSource, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded,
      completion: completion)
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, suspending instead of calling back.
  /// Cancelling the task cancels the request, which then returns the local copy.
  ///
  /// - Returns: nil when there is no text; a version of nil when it has none.
  public func text(
    for resourceID: String, awaitRemoteFetchIfNeeded: Bool = false
  ) async -> (text: String, version: Version?)? {
    await suspending { completion in
      let number = text(
        for: resourceID, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded
      ) { text, version in
        completion(text.map { ($0, version) })
      }
      return { self.cancel(number) }
    }
  }

  /// Ends a request with the local copy; false when it has ended.
  @discardableResult
  public func cancel(_ request: UInt64) -> Bool { texts?.cancel(request) ?? false }

  /// Describes the versions and texts.
  public var status: JSONObject { JSONObject(texts?.status ?? Members()) }

  /// Removes the texts and versions from the cache.
  ///
  /// - Throws: `CalqueError` when files could not be removed.
  public func clearCaches() throws(CalqueError) {
    try CalqueError.rethrowing(texts?.clearCaches())
  }
}
