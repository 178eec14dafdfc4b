import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// Defects observed in TextFetcher that do not happen here.
@Suite struct DefectTests {
  @Test func registeringFirstKeepsTheRecordedVersions() throws {
    let shelf = try Shelf()
    try shelf.cacheVersions([("a", "1.0.0"), ("b", "2.0.0")])
    try shelf.cache("a", "one")
    try shelf.cache("b", "two")
    let again = try Shelf(folder: shelf.folder)
    try again.register("a")
    #expect(again.line("a") == "1.0.0 one cache")
    #expect(again.recorded == #"{"a": "1.0.0", "b": "2.0.0"}"#)
    again.settle()
    #expect(again.journal.all == [])
  }

  @Test(arguments: [199, 300, 301, 304, 400, 404, 500, 503])
  func onlySuccessIsText(status: Int) throws {
    let shelf = try Shelf()
    shelf.serveVersions([("a", "2.0.0")])
    shelf.server.answer(Shelf.url("a"), with: Response(status: status, body: "a page"))
    shelf.setVersions()
    try shelf.bundle("a", "bundled")
    try shelf.register("a")
    let answer = shelf.texts.awaitLatest(for: "a")
    #expect(answer.local.map { Shelf.line($0) } == "0.0.0 bundled bundle")
    #expect(answer.failure?.code == .httpStatus)
    #expect(answer.failure?.detail == Int32(status))
    #expect(shelf.journal.all == [])
    #expect(shelf.folder.read("Default/a.txt") == "bundled")
  }

  @Test(arguments: [200, 203, 299])
  func everySuccessIsText(status: Int) throws {
    let shelf = try Shelf()
    shelf.server.answer(Shelf.url("a"), with: Response(status: status, body: "served"))
    try shelf.register("a")
    #expect(shelf.latest("a") == "0.0.0 served remote")
  }

  @Test func noIdentifierLeadsOutOfTheSession() throws {
    let shelf = try Shelf()
    shelf.server.answer(Shelf.url("x"), with: Response(status: 200, body: "served"))
    try shelf.texts.register(
      TextSource(identifier: "../escape", remoteFile: Shelf.url("x")))
    #expect(shelf.latest("../escape") == "0.0.0 served remote")
    #expect(try shelf.folder.names() == ["Default"])
    #expect(try shelf.folder.names("Default") == ["%2E%2E%2Fescape.txt"])
  }

  @Test func aTextObtainedByWaitingIsCached() throws {
    let shelf = try Shelf()
    try shelf.register("a")
    #expect(shelf.latest("a") == "-")
    // Two if the one of `register` had failed before the wait began.
    let requests = shelf.fetched.count
    // No version is newer than the cache, and yet there is a text now.
    shelf.serve("a", "served")
    #expect(shelf.latest("a") == "0.0.0 served remote")
    #expect(shelf.line("a") == "0.0.0 served remote")
    #expect(shelf.folder.read("Default/a.txt") == "served")
    #expect(shelf.fetched.count == requests + 1)
    #expect(shelf.latest("a") == "0.0.0 served remote")
    #expect(shelf.fetched.count == requests + 1)
  }

  @Test func registeringAgainReplacesTheSource() throws {
    let shelf = try Shelf()
    shelf.serve("new", "from the new place")
    try shelf.register("a")
    #expect(shelf.latest("a") == "-")
    try shelf.texts.register(TextSource(identifier: "a", remoteFile: Shelf.url("new")))
    #expect(shelf.latest("a") == "0.0.0 from the new place remote")
    #expect(shelf.fetched.last == "new")
  }

  @Test func readingTheCacheAgainIsNoNews() throws {
    let folder = TestFolder()
    for _ in 0..<3 {
      let shelf = try Shelf(folder: folder)
      try shelf.bundle("a", "bundled")
      try shelf.register("a")
      try shelf.register("a")
      shelf.settle()
      #expect(shelf.journal.all == [])
    }
  }

  @Test func versionsThatDidNotArriveAreFetchedAgain() throws {
    let shelf = try Shelf()
    shelf.server.fail(Shelf.versionsURL, with: .unreachable)
    shelf.serve("a", "served")
    #expect(shelf.setVersions()?.code == .unreachable)
    try shelf.register("a")
    #expect(shelf.latest("a") == "0.0.0 served remote")
    #expect(shelf.texts.awaitLatest(for: "a").failure?.code == .unreachable)
    shelf.serveVersions([("a", "1.0.0")])
    #expect(shelf.refresh() == nil)
    #expect(shelf.latest("a") == "1.0.0 served remote")
    #expect(shelf.texts.awaitLatest(for: "a").failure == nil)
    #expect(shelf.journal.wait(for: 1) == ["a 1.0.0"])
  }

  @Test func versionsThatDidNotArriveAreFetchedByInterval() throws {
    let shelf = try Shelf { $0.reloadInterval = 1 }
    shelf.server.answer(
      Shelf.versionsURL,
      with: [
        .failure(Diagnostic(.unreachable, "down")), .success(Response(status: 500)),
        .success(Response(status: 200, body: "<html>")),
        .success(Response(status: 200, body: Shelf.versionFile([("a", "1.0.0")]))),
      ])
    shelf.serve("a", "served")
    try shelf.register("a")
    shelf.setVersions()
    #expect(shelf.journal.wait(for: 1) == ["a 1.0.0"])
    #expect(shelf.line("a") == "1.0.0 served remote")
  }

  @Test func leadingZerosStayInWhatIsShown() throws {
    let folder = TestFolder()
    let shelf = try Shelf(folder: folder)
    shelf.serveVersions([("a", "1.0.001")])
    shelf.serve("a", "served")
    shelf.setVersions()
    try shelf.register("a")
    #expect(shelf.latest("a") == "1.0.001 served remote")
    let again = try Shelf(folder: folder)
    try again.register("a")
    #expect(again.line("a") == "1.0.001 served cache")
    again.serveVersions([("a", "1.0.1")])
    again.setVersions()
    #expect(again.latest("a") == "1.0.001 served cache")
    #expect(again.fetched == [])
  }
}
