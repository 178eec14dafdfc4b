import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// Asking for texts: at once, and waiting for the latest.
@Suite struct RequestTests {
  private func ask(_ shelf: Shelf, _ name: String, _ identifier: Text = "a", _ ms: Int? = nil)
    -> UInt64
  {
    shelf.texts.latest(for: identifier, timeout: ms) { [journal = shelf.journal] answer in
      let text = answer.local.map { Shelf.line($0) } ?? "-"
      journal.note("\(name): \(text)" + (answer.failure.map { " \($0.code)" } ?? ""))
    }
  }

  /// A shelf that has version 1 of "a" at hand while version 2 is being fetched.
  private func waiting() throws -> Shelf {
    let folder = TestFolder()
    try folder.write("old", to: "Default/a.txt")
    try folder.write(#"{"a": "1.0.0"}"#, to: "Default/TextVersions.json")
    let shelf = try Shelf(folder: folder)
    shelf.serveVersions([("a", "2.0.0")])
    shelf.serve("a", "new")
    shelf.server.hold(Shelf.url("a"))
    shelf.setVersions()
    try shelf.register("a")
    shelf.server.waitForRequests(2)
    return shelf
  }

  @Test func askingAtOnceGivesWhatIsAtHand() throws {
    let shelf = try waiting()
    #expect(shelf.line("a") == "1.0.0 old cache")
    shelf.server.release(Shelf.url("a"))
    #expect(shelf.latest("a") == "2.0.0 new remote")
    #expect(shelf.line("a") == "2.0.0 new remote")
  }

  @Test func manyWhoAskShareOneDownloadAndAreAnsweredInOrder() throws {
    let shelf = try waiting()
    for number in 0..<20 { _ = ask(shelf, "\(number)") }
    shelf.server.release(Shelf.url("a"))
    let told = shelf.journal.wait(for: 21)
    #expect(told.first == "a 2.0.0")
    #expect(told.dropFirst() == (0..<20).map { "\($0): 2.0.0 new remote" }[...])
    #expect(shelf.fetched == ["a"])
  }

  @Test func whatDoesNotComeInTimeIsTakenFromTheCache() throws {
    let shelf = try waiting()
    let answer = shelf.texts.awaitLatest(for: "a", timeout: 20)
    #expect(answer.local.map { Shelf.line($0) } == "1.0.0 old cache")
    #expect(answer.failure?.code == .timeout)
    _ = ask(shelf, "late", "a", 20)
    #expect(shelf.journal.wait(for: 1) == ["late: 1.0.0 old cache timeout"])
    // It goes on, and is there the next time.
    shelf.server.release(Shelf.url("a"))
    #expect(shelf.latest("a") == "2.0.0 new remote")
    #expect(shelf.fetched == ["a"])
  }

  @Test func theResourceTimeoutIsForVersionsToo() throws {
    let shelf = try Shelf { $0.resourceTimeout = 30 }
    shelf.server.hold(Shelf.versionsURL)
    shelf.server.hold(Shelf.url("a"))
    #expect(shelf.setVersions()?.code == .timeout)
    try shelf.register("a")
    #expect(shelf.texts.awaitLatest(for: "a", timeout: 10_000).failure?.code == .timeout)
    #expect(shelf.server.requests.allSatisfy { $0.timeout == 30 })
    shelf.texts.setResourceTimeout(to: 77)
    shelf.server.release(Shelf.versionsURL)
    shelf.server.release(Shelf.url("a"))
    _ = shelf.refresh()
    #expect(shelf.server.requests.last?.timeout == 77)
  }

  @Test func aWaitWithoutTimeAsksForNothingThatIsAtHand() throws {
    let shelf = try waiting()
    #expect(shelf.texts.awaitLatest(for: "a", timeout: 0).failure?.code == .timeout)
    shelf.server.release(Shelf.url("a"))
    #expect(shelf.latest("a") == "2.0.0 new remote")
    #expect(shelf.texts.awaitLatest(for: "a", timeout: 0).failure == nil)
    #expect(shelf.latest("a", timeout: 0) == "2.0.0 new remote")
  }

  @Test func aFailureFallsBackAndIsTriedAgain() throws {
    let shelf = try waiting()
    _ = ask(shelf, "first")
    shelf.server.fail(Shelf.url("a"), with: .unreachable)
    shelf.server.release(Shelf.url("a"))
    #expect(shelf.journal.wait(for: 1) == ["first: 1.0.0 old cache unreachable"])
    #expect(shelf.folder.read("Default/a.txt") == "old")
    shelf.serve("a", "new")
    #expect(shelf.latest("a") == "2.0.0 new remote")
    #expect(shelf.fetched == ["a", "a"])
  }

  @Test func aRequestIsCancelledAlone() throws {
    let shelf = try waiting()
    let numbers = (0..<3).map { ask(shelf, "\($0)") }
    #expect(shelf.texts.cancel(numbers[1]))
    #expect(!shelf.texts.cancel(numbers[1]))
    #expect(!shelf.texts.cancel(0))
    #expect(shelf.journal.wait(for: 1) == ["1: - cancelled"])
    shelf.server.release(Shelf.url("a"))
    #expect(
      shelf.journal.wait(for: 4).suffix(2) == ["0: 2.0.0 new remote", "2: 2.0.0 new remote"])
    #expect(!shelf.texts.cancel(numbers[0]))
  }

  @Test func unregisteringEndsWhatWaits() throws {
    let shelf = try waiting()
    _ = ask(shelf, "first")
    #expect(shelf.texts.unregister("a"))
    #expect(!shelf.texts.unregister("a"))
    #expect(shelf.journal.wait(for: 1) == ["first: - cancelled"])
    #expect(shelf.line("a") == "-")
    #expect(shelf.texts.awaitLatest(for: "a").failure?.code == .refused)
    // Its file stays.
    try shelf.register("a")
    #expect(shelf.line("a") == "1.0.0 old cache")
  }

  @Test func releasingCancelsEverythingOnce() throws {
    let journal: Journal
    let server: MemoryTransport
    do {
      let shelf = try waiting()
      (journal, server) = (shelf.journal, shelf.server)
      for number in 0..<5 { _ = ask(shelf, "\(number)") }
      shelf.server.hold(Shelf.versionsURL)
      shelf.texts.refreshVersions { [journal] failure in
        journal.note("versions" + (failure.map { " \($0.code)" } ?? ""))
      }
    }
    #expect(
      journal.all == ["versions cancelled"] + (0..<5).map { "\($0): - cancelled" })
    server.release(Shelf.url("a"))
    server.release(Shelf.versionsURL)
    #expect(journal.all.count == 6)
  }

  @Test func theLatestIsThatOfTheVersionsOnTheirWay() throws {
    let shelf = try Shelf()
    try shelf.bundle("a", "bundled")
    shelf.serveVersions([("a", "2.0.0")])
    shelf.serve("a", "served")
    shelf.server.hold(Shelf.versionsURL)
    try shelf.register("a")
    shelf.texts.setVersionSource(to: VersionSource(remoteFile: Shelf.versionsURL))
    _ = ask(shelf, "first")
    shelf.server.waitForRequests(1)
    #expect(shelf.line("a") == "0.0.0 bundled bundle")
    shelf.server.release(Shelf.versionsURL)
    #expect(shelf.journal.wait(for: 2) == ["a 2.0.0", "first: 2.0.0 served remote"])
  }

  @Test func aDownloadUnderAnOlderVersionIsGivenUp() throws {
    let shelf = try waiting()
    _ = ask(shelf, "first")
    shelf.serveVersions([("a", "3.0.0")])
    #expect(shelf.refresh() == nil)
    shelf.server.waitForRequests(4)
    shelf.serve("a", "newest")
    shelf.server.release(Shelf.url("a"))
    #expect(shelf.journal.wait(for: 2) == ["a 3.0.0", "first: 3.0.0 newest remote"])
    #expect(shelf.server.cancelled.map { $0.url } == [Shelf.url("a")])
  }

  @Test func noMoreDownloadsRunAtOnceThanMay() throws {
    let shelf = try Shelf { $0.maxParallelReads = 2 }
    let names = (0..<6).map { "t\($0)" }
    for name in names {
      shelf.serve(name, "served")
      shelf.server.hold(Shelf.url(name))
      try shelf.register(name)
    }
    for round in 0..<3 {
      shelf.server.waitForRequests(2 * round + 2)
      #expect(shelf.fetched == Array(names.prefix(2 * round + 2)))
      for name in names[(2 * round)..<(2 * round + 2)] {
        shelf.server.release(Shelf.url(name))
        #expect(shelf.latest(name) == "0.0.0 served remote")
      }
    }
  }

  @Test func aTextIsFetchedAgainWhereADownloadCameToNothing() throws {
    var state = TextsState(TextsOptions())
    state.register(TextSource(identifier: "a", remoteFile: Shelf.url("a")), nil)
    state.scheduleDownload("a")
    let entry = try #require(state.entries["a"])
    let download = try #require(entry.download)
    // Its text is not taken, because the bundle has that version by now; then it is forced.
    entry.local = LocalText(text: "bundled", version: download.version, place: .bundle)
    entry.isForced = true
    state.scheduleDownload("a")
    #expect(entry.download?.number == download.number)
    state.downloadEnded("a", download.number, nil)
    #expect(entry.download.map { $0.number != download.number } == true)
  }

  @Test(arguments: ["", "no url", "ftp://server/a", "http://", "file://other/a"])
  func whatIsNoURLFailsAtOnce(url: String) throws {
    let shelf = try Shelf()
    try shelf.texts.register(TextSource(identifier: "a", remoteFile: Text(url)))
    #expect(shelf.texts.awaitLatest(for: "a").failure?.code == .invalidArgument)
    let done = Latch<Diagnostic?>()
    shelf.texts.setVersionSource(to: VersionSource(remoteFile: Text(url))) { done.open($0) }
    #expect(done.wait()?.code == .invalidArgument)
    #expect(shelf.server.requests.isEmpty)
  }

  @Test func spacesOfAURLAreEncoded() throws {
    let shelf = try Shelf()
    shelf.server.answer("http://server/a%20b.txt", with: Response(status: 200, body: "served"))
    try shelf.texts.register(
      TextSource(identifier: "a", remoteFile: "http://server/a b.txt"))
    #expect(shelf.latest("a") == "0.0.0 served remote")
  }

  @Test func filesAreReadWithoutATransport() throws {
    let folder = TestFolder()
    try folder.write("from a file", to: "served/a.txt")
    try folder.write(#"{"a": "1.2.3"}"#, to: "served/versions.json")
    var options = TextsOptions()
    options.cacheDirectory = folder.path
    let texts = try Texts(options, services: Services(now: { 0 }))
    defer { texts.close() }
    let base = "file://" + folder.path.string + "/served/"
    texts.setVersionSource(to: VersionSource(remoteFile: Text(base + "versions.json")))
    try texts.register(TextSource(identifier: "a", remoteFile: Text(base + "a.txt")))
    try texts.register(TextSource(identifier: "b", remoteFile: "http://server/b.txt"))
    let answer = texts.awaitLatest(for: "a")
    #expect(answer.local.map { Shelf.line($0) } == "1.2.3 from a file remote")
    #expect(texts.awaitLatest(for: "b").failure?.code == .unsupported)
  }
}
