import Calque
import CalqueBase
import TestSupport
import Testing

@Suite struct TextFetcherTests {
  /// Answers from a table.
  private final class Server: Transport {
    private let pages: Mutex<[String: String]>

    init(_ pages: [String: String]) { self.pages = Mutex(pages) }

    func put(_ url: String, _ body: String) { pages.withLock { $0[url] = body } }

    func start(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
    ) {
      guard let body = pages.withLock({ $0[request.url] }) else {
        return completion(.failure(CalqueError(.unreachable, "no such server")))
      }
      completion(.success(TransportResponse(status: 200, body: Array(body.utf8))))
    }
  }

  private final class Screen: TextFetcherNotificationReceiver {
    let told = Latch<String>()

    func versionIncreased(to version: Version, for textSource: TextSource) {
      told.open("\(textSource.identifier) \(version.stringValue)")
    }
  }

  private enum TextType: String, CaseIterable, TextSourceProvider {
    case eula

    var textSource: TextSource {
      TextSource(
        identifier: rawValue, bundleFile: BundleFile(fileName: rawValue, fileExtension: "txt"),
        remoteFile: RemoteFile(urlString: "http://server/\(rawValue).txt"))
    }
  }

  private static let versions = VersionSource(
    bundleFile: BundleFile(fileName: "Versions", fileExtension: "json"),
    remoteFile: RemoteFile(urlString: "http://server/versions.json"))

  private func fetcher(_ folder: TestFolder, _ server: Server?) -> TextFetcher {
    let fetcher = TextFetcher(
      withSessionID: "Default", cacheDirectory: folder.path.string + "/cache")
    fetcher.setResourceBundle(to: folder.path.string)
    fetcher.setTransport(to: server)
    return fetcher
  }

  @Test func aTextRisesFromBundleToNetwork() async throws {
    let folder = TestFolder()
    try folder.write("bundled", to: "eula.txt")
    try folder.write(#"{"eula": "1.0.0"}"#, to: "Versions.json")
    let server = Server([
      "http://server/versions.json": #"{"eula": "1.1.007"}"#, "http://server/eula.txt": "served",
    ])
    let fetcher = fetcher(folder, server)
    let screen = Screen()
    TextType.allCases.forEach { fetcher.registerTextSource(fromProvider: $0) }
    let atOnce = try #require(await fetcher.text(for: "eula"))
    #expect(atOnce.text == "bundled")
    #expect(atOnce.version == nil)
    let known = Latch<CalqueError?>()
    fetcher.setVersionSource(to: Self.versions) { known.open($0) }
    #expect(known.wait() == nil)
    let latest = try #require(await fetcher.text(for: "eula", awaitRemoteFetchIfNeeded: true))
    #expect(latest.text == "served")
    #expect(latest.version?.stringValue == "1.1.007")
    #expect(latest.version == Version(1, 1, 7))
    fetcher.addNotificationReceiver(screen)
    server.put("http://server/versions.json", #"{"eula": "2.0.0"}"#)
    fetcher.refreshVersions()
    #expect(screen.told.wait() == "eula 2.0.0")
    fetcher.removeNotificationReceiver(screen)
    try fetcher.clearCaches()
    #expect(await fetcher.text(for: "eula") == nil)
  }

  @Test func completionsOfWhatIsAtHandComeAtOnce() throws {
    let folder = TestFolder()
    try folder.write("bundled", to: "eula.txt")
    let fetcher = fetcher(folder, Server([:]))
    fetcher.registerTextSource(fromProvider: TextType.eula)
    let told = Latch<String>()
    fetcher.text(for: TextType.eula) { text, version in
      told.open("\(text ?? "-") \(version?.stringValue ?? "-")")
    }
    #expect(told.wait(milliseconds: 0) == "bundled -")
    #expect(fetcher.unregisterTextSource("eula"))
    #expect(!fetcher.unregisterTextSource("eula"))
    let nothing = Latch<Bool>()
    fetcher.text(for: "eula") { text, version in nothing.open(text == nil && version == nil) }
    #expect(nothing.wait(milliseconds: 0) == true)
  }

  @Test func failuresSayWhy() throws {
    let folder = TestFolder()
    let fetcher = fetcher(folder, Server([:]))
    let told = Latch<CalqueError?>()
    fetcher.setVersionSource(to: Self.versions) { told.open($0) }
    #expect(told.wait().flatMap { $0 }?.status == .unreachable)
  }

  @Test @MainActor func aReceiverIsNotKeptAlive() throws {
    let folder = TestFolder()
    let fetcher = fetcher(folder, Server([:]))
    weak var gone: Screen?
    do {
      let screen = Screen()
      gone = screen
      fetcher.addNotificationReceiver(screen)
      fetcher.addNotificationReceiver(screen)
    }
    #expect(gone == nil)
  }

  @Test func versionsThatRoseAreAskedFor() async throws {
    let folder = TestFolder()
    try folder.write("bundled", to: "eula.txt")
    try folder.write(#"{"eula": "1.0.0"}"#, to: "Versions.json")
    let server = Server([
      "http://server/versions.json": #"{"eula": "1.0.0"}"#, "http://server/eula.txt": "served",
    ])
    let fetcher = fetcher(folder, server)
    fetcher.setVersionSource(to: Self.versions)
    fetcher.registerTextSource(fromProvider: TextType.eula)
    #expect(fetcher.unseen.map { $0.version.stringValue } == ["1.0.0"])
    #expect(fetcher.unseen.map { $0.source.identifier } == ["eula"])
    #expect(try fetcher.markSeen("eula"))
    #expect(try !fetcher.markSeen("none"))
    #expect(fetcher.unseen.isEmpty)
    #expect(try await fetcher.refetch("eula").text == "served")
  }

  /// "version?.stringValue ?? "No Version specified"": a version file may name 0.0.0.
  @Test func onlyTextsInAVersionFileHaveAVersion() async throws {
    let folder = TestFolder()
    try folder.write("one", to: "eula.txt")
    try folder.write("two", to: "Text2.txt")
    try folder.write(#"{"eula": "0.0.0"}"#, to: "Versions.json")
    let fetcher = fetcher(folder, Server([:]))
    fetcher.setVersionSource(to: VersionSource(bundleFile: Self.versions.bundleFile))
    fetcher.registerTextSource(fromProvider: TextType.eula)
    fetcher.registerTextSource(
      TextSource(
        identifier: "Text2", bundleFile: BundleFile(fileName: "Text2", fileExtension: "txt")))
    let told = Mutex<[String]>([])
    for name in ["eula", "Text2"] {
      fetcher.text(for: name) { text, version in
        let shown = "\(text ?? "None") \(version?.stringValue ?? "No Version specified")"
        told.withLock { $0.append(shown) }
      }
    }
    #expect(told.withLock { $0 } == ["one 0.0.0", "two No Version specified"])
  }

  /// `setDispatcher(to:)` stands beside `setTransport(to:)`, for the default fetcher as well.
  @Test func completionsRunWhereTheDispatcherRunsThem() async throws {
    let fetcher = fetcher(TestFolder(), Server([:]))
    let works = Mutex<[@Sendable () -> Void]>([])
    let isGiven = Latch<Bool>()
    fetcher.setDispatcher(to: { work in
      works.withLock { $0.append(work) }
      isGiven.open(true)
    })
    let isCalled = Mutex(false)
    fetcher.text(for: "eula", awaitRemoteFetchIfNeeded: true) { _, _ in
      isCalled.withLock { $0 = true }
    }
    #expect(isGiven.wait() == true)
    #expect(!isCalled.withLock { $0 })
    for work in works.withLock({ $0 }) { work() }
    #expect(isCalled.withLock { $0 })
    TextFetcher.default.setDispatcher(to: nil)
  }

  @Test func optionsAreThoseOfC() async throws {
    let folder = TestFolder()
    try folder.write("bundled", to: "eula.txt")
    let fetcher = try TextFetcher(options: [
      "sessionID": "s", "cacheDirectory": JSONValue(folder.path.string + "/cache"),
      "stateDirectory": JSONValue(folder.path.string + "/state"), "maximumBytes": 3,
      "resourceBundle": JSONValue(folder.path.string), "maxParallelReads": 2, "reloadInterval": 0,
    ])
    fetcher.registerTextSource(fromProvider: TextType.eula)
    // Longer than a text may be.
    #expect(await fetcher.text(for: "eula") == nil)
    #expect(throws: CalqueError.self) { try TextFetcher(options: ["maximumBytes": -1]) }
  }

  @Test func theDefaultIsOne() { #expect(TextFetcher.default === TextFetcher.default) }

  @Test func sessionsHaveCachesOfTheirOwn() async throws {
    let folder = TestFolder()
    try folder.write("bundled", to: "eula.txt")
    let one = TextFetcher(withSessionID: "one", cacheDirectory: folder.path.string)
    one.setResourceBundle(to: folder.path.string)
    one.registerTextSource(TextType.eula.textSource)
    let other = TextFetcher(withSessionID: "other", cacheDirectory: folder.path.string)
    other.registerTextSource(TextType.eula.textSource)
    #expect(await one.text(for: "eula")?.text == "bundled")
    #expect(await other.text(for: "eula") == nil)
    #expect(TextFetcher.default === TextFetcher.default)
  }
}
