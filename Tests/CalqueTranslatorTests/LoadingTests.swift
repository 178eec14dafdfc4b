import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import TestSupport
import Testing

/// Layers, retries, cache and languages, with options of modern i18next.
@Suite struct LoadingTests {
  private let fixture = LoadingFixture()

  /// German alone, from `http://h/de/translation`, with the cache in the folder.
  private func german(_ more: Text = "") throws -> Translator {
    try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"retryTimeout":1,"backend":{"loadPath":"http://h/{{lng}}/"#
        + #"{{ns}}","loadFromLocalCache":true,"updateLocalCache":true,"localCachePath":"FOLDER/c"}"#
        + more + "}")
  }

  private let url: Text = "http://h/de/translation"

  // MARK: Layers

  @Test func layersAreMergedKeyByKey() throws {
    try fixture.folder.write(
      #"{"translation":{"a":"bundle","b":"bundle","n":{"x":"bundle","y":"bundle"},"c":"bundle"}}"#,
      to: "de.lproj/i18next.json")
    try fixture.folder.write(
      #"{"translation":{"b":"cache","c":"cache","n":{"y":"cache"}}}"#, to: "c/de.json")
    fixture.answer(url, #"{"c":"network","d":"network","n":{"z":"network"}}"#)
    let translator = try german(
      #","loadFromLanguageBundles":true,"languageBundlesPath":"FOLDER","#
        + #""partialBundledLanguages":true,"resources":{"de":{"translation":{"a":"passed","p":"passed"}}}"#
    )
    #expect(try translator.load().status == .ok)
    #expect(
      try ["p", "a", "b", "c", "d", "n.x", "n.y", "n.z"].map { try translator.t($0) } == [
        "passed", "bundle", "cache", "network", "network", "bundle", "cache", "network",
      ])
  }

  @Test func resourcesWithoutPartialBundlesAreAll() throws {
    let translator = try german(#","resources":{"de":{"translation":{"a":"passed"}}}"#)
    #expect(try translator.load().files.isEmpty)
    #expect(translator.hasLoadedNamespace("other", lng: nil))
    #expect(fixture.urls.isEmpty)
  }

  @Test func filesAreReadFromPaths() throws {
    try fixture.folder.write(#"{"k":"file"}"#, to: "de/translation.json")
    for prefix: Text in ["", "file://"] {
      let translator = try fixture.translator(
        .v4,
        #"{"lng":"de","fallbackLng":"en","backend":{"loadPath":""# + prefix
          + #"FOLDER/{{lng}}/{{ns}}.json"}}"#)
      let report = try translator.load()
      #expect(report.status == .partial)
      #expect(report.lines == ["de/translation file loaded", "en/translation file failed"])
      #expect(report.files[1].failure?.code == .io)
      #expect(try translator.t("k") == "file")
    }
  }

  @Test func initAsyncFalseReadsWhileTheTranslatorIsMade() throws {
    try fixture.folder.write(#"{"k":"file"}"#, to: "de.json")
    let translator = try fixture.translator(
      .v4, #"{"lng":"de","initAsync":false,"backend":{"loadPath":"FOLDER/{{lng}}.json"}}"#)
    #expect(try translator.t("k") == "file")
  }

  // MARK: Requests

  @Test func requestsCarryHeadersAndQuery() throws {
    let translator = try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"backend":{"loadPath":"http://h/{{lng}}","#
        + #""customHeaders":{"X-Key":"value"},"queryStringParams":{"v":"1 2","n":3}}}"#)
    _ = try translator.load()
    let request = try #require(fixture.server.requests.first)
    #expect(request.url == "http://h/de?v=1%202&n=3")
    #expect(request.headers == [Header("X-Key", "value")])
  }

  @Test(arguments: [#"{"A":"x\ny"}"#, #"{"":"x"}"#, #"{"A":1}"#, "[]"] as [Text])
  func headersThatAreNoneAreRefused(headers: Text) {
    #expect(throws: Diagnostic.self) {
      try fixture.translator(.v4, #"{"customHeaders":"# + headers + "}")
    }
  }

  @Test func failuresThatMayPassAreTriedAgain() throws {
    fixture.server.answer(
      url,
      with: [
        .success(Response(status: 500)), .failure(Diagnostic(.unreachable, "as scripted")),
        .success(Response(status: 200, body: #"{"k":"K"}"#)),
      ])
    let report = try german().load()
    #expect(report.status == .ok)
    #expect(report.files.first?.attempts == 3)
  }

  @Test(arguments: [(0, 1), (1, 2), (5, 6)])
  func retriesAreCounted(maxRetries: Int, attempts: Int) throws {
    fixture.server.answer(url, with: Response(status: 503))
    let report = try german(#","maxRetries":\#(maxRetries)"#.text).load()
    #expect(report.status == .failed)
    #expect(report.files.first?.attempts == attempts)
    #expect(report.files.first?.httpStatus == 503)
    #expect(fixture.urls.count == attempts)
  }

  @Test func whatIsNotThereIsNotAskedForAgain() throws {
    #expect(try german().load().files.first?.attempts == 1)
  }

  @Test(arguments: [1, 2, 3])
  func soManyRequestsAreUnderWayAtOnce(most: Int) throws {
    let translator = try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"ns":["a","b","c","d"],"maxParallelReads":\#(most),"#.text
        + #""backend":{"loadPath":"http://h/{{ns}}"}}"#)
    let urls: [Text] = ["http://h/a", "http://h/b", "http://h/c", "http://h/d"]
    for url in urls { fixture.server.hold(url) }
    let done = Latch<LoadReport>()
    _ = translator.load(LoadOptions()) { done.open($0) }
    for count in 0..<urls.count {
      fixture.server.waitForRequests(min(most + count, urls.count))
      #expect(fixture.urls.count == min(most + count, urls.count))
      fixture.server.release(urls[count])
    }
    #expect(done.wait().files.count == 4)
  }

  @Test func progressCountsFiles() throws {
    let translator = try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"ns":["a","b"],"backend":{"loadPath":"http://h/{{ns}}"}}"#)
    let (done, journal) = (Latch<LoadReport>(), Journal())
    _ = translator.load(LoadOptions(), progress: { journal.note("\($0)/\($1)") }) { done.open($0) }
    _ = done.wait()
    #expect(journal.lines == ["0/2", "1/2", "2/2"])
  }

  // MARK: Cache

  @Test func anUnchangedAnswerComesFromTheCache() throws {
    fixture.answer(url, #"{"k":"K"}"#, etag: "\"1\"")
    #expect(try german().load().status == .ok)
    fixture.server.answer(url, with: Response(status: 304))
    let translator = try german()
    let report = try translator.load()
    #expect(fixture.server.requests.last?.headers == [Header("If-None-Match", "\"1\"")])
    #expect(report.status == .unchanged)
    #expect(report.lines == ["de/translation network unchanged"])
    #expect(try translator.t("k") == "K")
  }

  @Test func loadingAgainAsksWhetherItChanged() throws {
    fixture.answer(url, #"{"k":"K"}"#, etag: "\"1\"")
    let translator = try german()
    _ = try translator.load()
    fixture.server.answer(url, with: Response(status: 304))
    #expect(try translator.load().status == .unchanged)
    #expect(try translator.t("k") == "K")
    fixture.answer(url, #"{"k":"new"}"#, etag: "\"2\"")
    #expect(try translator.load().status == .ok)
    #expect(try translator.t("k") == "new")
  }

  @Test func anUnaskedFor304IsAFailure() throws {
    fixture.server.answer(url, with: Response(status: 304))
    #expect(try german().load().status == .failed)
  }

  @Test func theCacheStandsInWhenTheNetworkFails() throws {
    fixture.answer(url, #"{"k":"K"}"#)
    _ = try german().load()
    fixture.server.fail(url, with: .unreachable)
    let translator = try german(#","maxRetries":0"#)
    let report = try translator.load()
    #expect(report.status == .partial)
    #expect(report.lines == ["de/translation cache stale"])
    #expect(report.files.first?.failure?.code == .unreachable)
    #expect(try translator.t("k") == "K")
  }

  @Test(arguments: [(999, "K"), (1000, "k")] as [(Int64, String)])
  func outdatedTextsWaitForTheNetwork(age: Int64, shown: String) throws {
    fixture.answer(url, #"{"k":"K"}"#)
    _ = try german().load()
    fixture.wait(milliseconds: age)
    fixture.server.hold(url)
    fixture.server.fail(url, with: .unreachable)
    let translator = try german(#","expirationTime":1000,"maxRetries":0"#)
    let done = Latch<LoadReport>()
    _ = translator.load(LoadOptions()) { done.open($0) }
    fixture.server.waitForRequests(2)
    #expect(try translator.t("k") == shown)
    fixture.server.release(url)
    #expect(done.wait().lines == ["de/translation cache stale"])
    #expect(try translator.t("k") == "K")
  }

  @Test func anotherVersionIsLoadedAnew() throws {
    fixture.answer(url, #"{"k":"K"}"#, etag: "\"1\"")
    _ = try german(#","defaultVersion":"1""#).load()
    _ = try german(#","versions":{"de":"2"}"#).load()
    #expect(fixture.server.requests.last?.headers == [])
    _ = try german(#","defaultVersion":"1","versions":{"de":"2"}"#).load()
    #expect(fixture.server.requests.last?.headers == [Header("If-None-Match", "\"1\"")])
  }

  @Test func namespacesThatWereNotLoadedStayInTheCache() throws {
    fixture.answer(url, #"{"k":"K"}"#)
    fixture.answer("http://h/de/other", #"{"o":"O"}"#)
    _ = try german(#","ns":["translation","other"]"#).load()
    fixture.answer(url, #"{"k":"new"}"#)
    _ = try german().load()
    #expect(
      fixture.folder.read("c/de.json") == #"{"translation":{"k":"new"},"other":{"o":"O"}}"#)
  }

  @Test func aCacheThatCannotBeWrittenIsReported() throws {
    try fixture.folder.write("in the way", to: "c")
    fixture.answer(url, #"{"k":"K"}"#)
    let translator = try german()
    let report = try translator.load()
    #expect(report.status == .partial)
    #expect(report.files.last?.source == .cache)
    #expect(report.files.last?.failure?.detail == 11)
    #expect(try translator.t("k") == "K")
  }

  @Test func aDamagedCacheCountsAsNoneAndIsMended() throws {
    try fixture.folder.write("{", to: "c/de.json")
    fixture.answer(url, #"{"k":"K"}"#)
    let report = try german().load()
    #expect(report.status == .partial)
    #expect(report.lines == ["de/translation network loaded", "de cache failed"])
    #expect(try german().load().status == .ok)
  }

  // MARK: Limits

  @Test(arguments: [(8, false), (9, true), (10, true)])
  func answersKeepToTheLimitOnBytes(most: Int, isLoaded: Bool) throws {
    fixture.answer(url, #"{"k":"K"}"#)
    let file = try #require(
      try german(#","limits":{"maxCatalogBytes":\#(most)}"#.text).load().files.first)
    #expect((file.outcome == .loaded) == isLoaded)
    if !isLoaded { #expect(file.failure?.code == .limitExceeded) }
  }

  @Test(arguments: [(2, false), (3, true), (4, true)])
  func answersKeepToTheLimitOnDepth(most: Int, isLoaded: Bool) throws {
    fixture.answer(url, #"{"a":{"b":{"c":"K"}}}"#)
    let file = try #require(
      try german(#","limits":{"maxCatalogDepth":\#(most)}"#.text).load().files.first)
    #expect((file.outcome == .loaded) == isLoaded)
  }
}

extension String {
  var text: Text { Text(self) }
}
