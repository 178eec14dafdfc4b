import CalqueBase
public import CalqueTexts
import CalqueTransport
public import Foundation

/// Versioned texts, each the newest that cache, bundle and network have.
///
/// Safe from any thread. Requests that do not wait complete at once, on the calling thread; other
/// completions, and receivers, run on a thread of this object or where the dispatcher runs them.
public final class TextFetcher: Sendable {
  /// The result of a request; nil and nil when there is no text.
  public typealias TextRequestCompletion = @Sendable (_ text: String?, _ version: Version?) -> Void

  /// The texts of the default session.
  public static let `default` = TextFetcher(
    session: "Default", cacheDirectory: nil, transport: nil, dispatcher: nil)

  /// nil only if the platform has no cache directory.
  let texts: Texts?
  private let transport: TransportSlot
  let receivers = Mutex<[TextReceiver]>([])
  /// Sources by identifier, to be passed to receivers.
  let sources = Mutex<[String: TextSource]>([:])

  /// Opens a cache of its own. The session "Default" belongs to `default`; here it becomes
  /// "Default2".
  ///
  /// - Parameters:
  ///   - cacheDirectory: has a directory for each session; nil for that of the platform.
  ///   - transport: carries the requests; nil for URLSession.
  ///   - dispatcher: runs completions and receivers, for example on the main queue.
  public convenience init(
    withSessionID sessionID: String, cacheDirectory: String? = nil,
    transport: (any Transport)? = nil, dispatcher: Dispatcher? = nil
  ) {
    let session = sessionID == "Default" && cacheDirectory == nil ? "Default2" : sessionID
    self.init(
      session: session, cacheDirectory: cacheDirectory, transport: transport,
      dispatcher: dispatcher)
  }

  private init(
    session: String, cacheDirectory: String?, transport: (any Transport)?,
    dispatcher: Dispatcher?
  ) {
    var options = TextsOptions()
    options.sessionID = Text(session)
    options.cacheDirectory = cacheDirectory.map { Text($0) }
    self.transport = TransportSlot(transport)
    let services = Services.over(self.transport, dispatcher)
    var opened = try? Texts(options, services: services)
    if opened == nil {
      // Without a folder for a cache, texts are kept until the program ends.
      options.cacheDirectory = "/dev/null"
      opened = try? Texts(options, services: services)
    }
    texts = opened
  }

  // MARK: Configuration

  /// Sets the transport; nil for URLSession.
  public func setTransport(to transport: (any Transport)?) { self.transport.set(transport) }

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
    to versionSource: VersionSource, withCompletion completion: (@Sendable () -> Void)? = nil
  ) {
    texts?.setVersionSource(to: versionSource.engine) { _ in completion?() }
  }

  /// Sets the source of versions. The completion gets the error when the remote versions failed.
  public func setVersionSource(
    to versionSource: VersionSource,
    withCompletion completion: @escaping @Sendable (CalqueError?) -> Void
  ) {
    texts?.setVersionSource(to: versionSource.engine) { completion($0.map { CalqueError($0) }) }
  }

  /// Fetches the remote versions again, and retries the texts that failed.
  public func refreshVersions(
    withCompletion completion: (@Sendable (CalqueError?) -> Void)? = nil
  ) {
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
    completion: @escaping TextRequestCompletion
  ) -> UInt64 {
    guard awaitRemoteFetchIfNeeded, let texts else {
      let local = texts?.text(for: Text(resourceID))
      completion(local?.text.string, local?.version)
      return 0
    }
    return texts.latest(for: Text(resourceID)) { answer in
      completion(answer.local?.text.string, answer.local?.version)
    }
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, for the identifier of a source.
  @discardableResult
  public func text(
    for textSource: TextSource, awaitRemoteFetchIfNeeded: Bool = false,
    completion: @escaping TextRequestCompletion
  ) -> UInt64 {
    text(
      for: textSource.identifier, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded,
      completion: completion)
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, for the source of a provider.
  @discardableResult
  public func text(
    for provider: any TextSourceProvider, awaitRemoteFetchIfNeeded: Bool = false,
    completion: @escaping TextRequestCompletion
  ) -> UInt64 {
    text(
      for: provider.textSource, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded,
      completion: completion)
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, suspending instead of calling back.
  /// Cancelling the task cancels the request, which then returns the local copy.
  public func text(
    for resourceID: String, awaitRemoteFetchIfNeeded: Bool = false
  ) async -> (text: String, version: Version)? {
    await suspending { completion in
      let number = text(
        for: resourceID, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded
      ) { text, version in
        completion(text.flatMap { text in version.map { (text, $0) } })
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
