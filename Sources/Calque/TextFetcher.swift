import CalqueBase
import CalqueStorage
import CalqueTexts
import CalqueTransport

/// Texts that have versions, each the best that cache, bundle and network have.
///
/// Safe from any thread. Asking without waiting completes at once, on the calling thread; other
/// completions and receivers are called on a thread of this object.
public final class TextFetcher: Sendable {
  /// What a request came to; nil and nil when there is no text.
  public typealias TextRequestCompletion = @Sendable (_ text: String?, _ version: Version?) -> Void

  /// The texts of the session that most programs have.
  public static let `default` = TextFetcher(session: "Default", cacheDirectory: nil)

  /// nil only when not even an unusable cache directory could be had.
  private let texts: Texts?
  private let transport = TransportSlot()
  let receivers = Mutex<[TextReceiver]>([])
  /// Sources by identifier, as receivers are told them.
  let sources = Mutex<[String: TextSource]>([:])

  /// Opens a cache of its own; the session of `default` cannot be taken: "Default" is "Default2".
  ///
  /// - Parameter cacheDirectory: has a directory for each session; nil for that of the platform.
  public convenience init(withSessionID sessionID: String, cacheDirectory: String? = nil) {
    let session = sessionID == "Default" && cacheDirectory == nil ? "Default2" : sessionID
    self.init(session: session, cacheDirectory: cacheDirectory)
  }

  private init(session: String, cacheDirectory: String?) {
    var options = TextsOptions()
    options.sessionID = Text(session)
    options.cacheDirectory = cacheDirectory.map { Text($0) }
    var services = Services(now: { SystemClock.milliseconds() })
    services.transport = transport
    var opened = try? Texts(options, services: services)
    if opened == nil {
      // Without a place for a cache texts are at hand until the program ends.
      options.cacheDirectory = "/dev/null"
      opened = try? Texts(options, services: services)
    }
    texts = opened
  }

  /// Sets what carries requests out; without one only `file:` URLs can be read.
  public func setTransport(to transport: (any Transport)?) { self.transport.set(transport) }

  /// Sets the directory of bundle files, and takes what is newer there.
  public func setResourceBundle(to path: String?) {
    texts?.setResourceBundle(to: path.map { Text($0) })
  }

  /// Sets the seconds for requests and for waiting that begin from now on.
  public func setResourceTimeout(to seconds: Double) {
    let milliseconds = (seconds * 1000).rounded()
    texts?.setResourceTimeout(to: Int(exactly: min(max(milliseconds, 1), 2_147_483_647)) ?? 1)
  }

  /// Sets where versions are told. The completion is called when the remote versions have come, or
  /// have not.
  public func setVersionSource(
    to versionSource: VersionSource,
    withCompletion completion: (@Sendable (TextFetcherError?) -> Void)? = nil
  ) {
    texts?.setVersionSource(to: versionSource.engine, completion: Self.telling(completion))
  }

  /// Fetches the remote versions again, and tries again what failed.
  public func refreshVersions(
    withCompletion completion: (@Sendable (TextFetcherError?) -> Void)? = nil
  ) {
    texts?.refreshVersions(completion: Self.telling(completion))
  }

  /// Has a text kept at hand, in place of the source of the same identifier. A source that cannot be
  /// one (an empty identifier, a digest that is none) is ignored.
  public func registerTextSource(_ textSource: TextSource) {
    var sha256: SHA256?
    if let digits = textSource.sha256 {
      sha256 = SHA256(hexadecimal: Text(digits))
      guard sha256 != nil else { return }
    }
    sources.withLock { $0[textSource.identifier] = textSource }
    try? texts?.register(
      CalqueTexts.TextSource(
        identifier: Text(textSource.identifier), bundleFile: textSource.bundleFile?.path,
        remoteFile: textSource.remoteFile.map { Text($0.urlString) }, sha256: sha256))
  }

  /// Has the text of a provider kept at hand.
  public func registerTextSource(fromProvider provider: any TextSourceProvider) {
    registerTextSource(provider.textSource)
  }

  /// Forgets a text; false when it was not registered.
  @discardableResult
  public func unregisterTextSource(_ resourceID: String) -> Bool {
    sources.withLock { $0[resourceID] = nil }
    return texts?.unregister(Text(resourceID)) ?? false
  }

  /// Gives the text that is at hand, at once; or, awaiting, the latest, and what is at hand when it
  /// does not come in time.
  public func text(
    for resourceID: String, awaitRemoteFetchIfNeeded: Bool = false,
    completion: @escaping TextRequestCompletion
  ) {
    guard awaitRemoteFetchIfNeeded, let texts else {
      let held = texts?.text(for: Text(resourceID))
      return completion(held?.text.string, held.map { Version($0.version) })
    }
    texts.latest(for: Text(resourceID)) { answer in
      completion(answer.held?.text.string, answer.held.map { Version($0.version) })
    }
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, for the identifier of a source.
  public func text(
    for textSource: TextSource, awaitRemoteFetchIfNeeded: Bool = false,
    completion: @escaping TextRequestCompletion
  ) {
    text(
      for: textSource.identifier, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded,
      completion: completion)
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, for the source of a provider.
  public func text(
    for provider: any TextSourceProvider, awaitRemoteFetchIfNeeded: Bool = false,
    completion: @escaping TextRequestCompletion
  ) {
    text(
      for: provider.textSource, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded,
      completion: completion)
  }

  /// As `text(for:awaitRemoteFetchIfNeeded:completion:)`, suspending instead of calling back.
  public func text(
    for resourceID: String, awaitRemoteFetchIfNeeded: Bool = false
  ) async -> (text: String, version: Version)? {
    await withCheckedContinuation { continuation in
      text(for: resourceID, awaitRemoteFetchIfNeeded: awaitRemoteFetchIfNeeded) { text, version in
        continuation.resume(returning: text.flatMap { text in version.map { (text, $0) } })
      }
    }
  }

  /// Forgets the texts and versions of the cache.
  ///
  /// - Throws: `TextFetcherError` when files could not be removed.
  public func clearCaches() throws(TextFetcherError) {
    do throws(Diagnostic) {
      try texts?.clearCaches()
    } catch {
      throw TextFetcherError(error)
    }
  }

  func subscribe(_ told: @escaping (VersionIncrease) -> Void) -> UInt64? {
    texts?.addReceiver(told)
  }

  func unsubscribe(_ number: UInt64) { texts?.removeReceiver(number) }

  private static func telling(
    _ completion: (@Sendable (TextFetcherError?) -> Void)?
  ) -> Texts.VersionCompletion? {
    guard let completion else { return nil }
    return { failure in completion(failure.map { TextFetcherError($0) }) }
  }
}
