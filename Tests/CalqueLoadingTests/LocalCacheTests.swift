import CalqueBase
import CalqueJSON
import CalqueStorage
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueLoading

@Suite struct LocalCacheTests {
  private let folder = TestFolder()

  private var cache: LocalCache { LocalCache(CacheDirectory(folder.path + "/c"), JSONLimits()) }

  private func entry(_ etag: Text) -> CacheEntry {
    let entry = CacheEntry()
    entry.url = "http://h/x"
    entry.validators = Validators(etag: etag)
    entry.stamp = 1000
    entry.version = "v1"
    return entry
  }

  private func tree(_ text: Text) -> Members { Members([("k", .text(text))]) }

  /// A file that the server sent, or without a text said is still current.
  private func work(_ ns: Text, _ text: Text?, _ entry: CacheEntry) -> FileWork {
    let work = FileWork(FileName("en", ns))
    work.fetched = text.map { tree($0) }
    work.entry = entry
    return work
  }

  private func put(_ ns: Text, _ text: Text, _ etag: Text) throws {
    try cache.update("en", [work(ns, text, entry(etag))])
  }

  @Test func whatWasPutIsThereWithWhatIsKnownOfIt() throws {
    try put("a", "A", "\"1\"")
    let language = try #require(try cache.read("en"))
    #expect(language.trees["a"] == tree("A"))
    #expect(language.entries["a"]?.value == entry("\"1\"").value)
    #expect(folder.read("c/en.json") == #"{"a":{"k":"A"}}"#)
    #expect(try cache.read("de") == nil)
  }

  @Test func otherNamespacesStay() throws {
    try put("a", "A", "\"1\"")
    try put("b", "B", "\"2\"")
    let language = try #require(try cache.read("en"))
    #expect(language.trees["a"] == tree("A"))
    #expect(language.entries["a"]?.value == entry("\"1\"").value)
    #expect(language.entries["b"]?.value == entry("\"2\"").value)
  }

  @Test func whatIsConfirmedIsStampedOnlyIfItIsStillThere() throws {
    try put("a", "A", "\"1\"")
    let confirmed = entry("\"1\"")
    confirmed.stamp = 2000
    try cache.update("en", [work("a", nil, confirmed)])
    #expect(try cache.read("en")?.entries["a"]?.stamp == 2000)
    try put("a", "B", "\"2\"")
    try cache.update("en", [work("a", nil, confirmed)])
    #expect(try cache.read("en")?.entries["a"]?.value == entry("\"2\"").value)
  }

  /// As after a crash between the two files.
  @Test func aStateThatBelongsToOtherContentCountsAsNone() throws {
    try put("a", "A", "\"1\"")
    try folder.write(#"{"a":{"k":"B"}}"#, to: "c/en.json")
    let language = try #require(try cache.read("en"))
    #expect(language.trees["a"] == tree("B"))
    #expect(language.entries.isEmpty)
  }

  @Test(arguments: ["", "{", "[]", "{\"content\":1}", "\u{FF}"] as [Text])
  func aDamagedStateCountsAsNone(state: Text) throws {
    try put("a", "A", "\"1\"")
    try folder.write(state, to: "c/en.state")
    let language = try #require(try cache.read("en"))
    #expect(language.trees["a"] == tree("A"))
    #expect(language.entries.isEmpty)
  }

  @Test(arguments: ["", "{", "[]", "1", "\u{FF}", "{\"a\":{}"] as [Text])
  func damagedContentIsReportedAndReplaced(content: Text) throws {
    try folder.write(content, to: "c/en.json")
    let failure = #expect(throws: Diagnostic.self) { try cache.read("en") }
    #expect(failure?.code == .corrupt)
    #expect(failure?.detail == 10)
    #expect(failure?.source == folder.path + "/c/en.json")
    try put("a", "A", "\"1\"")
    #expect(try cache.read("en")?.trees["a"] == tree("A"))
  }

  @Test func namespacesThatAreNoObjectsAreLeftOut() throws {
    try folder.write(#"{"a":1,"b":{"k":"B"},"c":null}"#, to: "c/en.json")
    #expect(try cache.read("en")?.trees.keys == ["b"])
  }

  @Test func aLanguageThatIsNoFileNameIsEncoded() throws {
    try cache.update("../en", [work("a", "A", entry("\"1\""))])
    #expect(folder.read("c/%2E%2E%2Fen.json") != nil)
    #expect(try cache.read("../en")?.trees["a"] == tree("A"))
  }

  @Test func whatCannotBeWrittenIsReported() throws {
    try folder.write("x", to: "c")
    let failure = #expect(throws: Diagnostic.self) { try put("a", "A", "\"1\"") }
    #expect(failure?.code == .io)
    #expect(failure?.detail == 11)
  }

  // MARK: Use

  private func use(
    url: Text? = "http://h/x", version: Text? = "v1", expirationTime: Int64 = 100, now: Int64 = 1050
  ) throws -> CachedLanguage.Use {
    try put("a", "A", "\"1\"")
    let language = try #require(try cache.read("en"))
    return language.use(
      of: "a", url: url, version: version, expirationTime: expirationTime, now: now)
  }

  @Test(
    arguments: [
      (999, false), (1000, true), (1099, true), (1100, false), (1101, false), (.min, false),
    ] as [(Int64, Bool)])
  func cachedTextsAgeOnceTheirTimeIsOver(now: Int64, isFresh: Bool) throws {
    #expect(try use(now: now) == (isFresh ? .fresh : .outdated))
    #expect(try use(expirationTime: 0, now: now) == .fresh)
  }

  @Test func anotherVersionIsOutdated() throws {
    #expect(try use(version: "v2") == .outdated)
    #expect(try use(version: nil) == .fresh)
  }

  @Test func whatCameFromElsewhereIsNotUsed() throws {
    #expect(try use(url: "http://other/") == .foreign)
    #expect(try use(url: nil) == .fresh)
  }

  @Test func anEndOfTimeIsNoOverflow() throws {
    #expect(try use(expirationTime: .max) == .fresh)
  }
}
