import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

@Suite struct NotificationTests {
  private func rise(_ shelf: Shelf, to version: String) {
    shelf.serveVersions([("a", version)])
    shelf.serve("a", Text(version))
    _ = shelf.setVersions()
  }

  @Test func onlyAStrictIncreaseIsTold() throws {
    let shelf = try Shelf()
    try shelf.register("a")
    for version in ["0.0.0", "1.0.0", "1.0.0", "0.9.9", "1.0.00", "1.0.1", "1.0.0"] {
      rise(shelf, to: version)
      _ = shelf.latest("a")
    }
    #expect(shelf.journal.wait(for: 2) == ["a 1.0.0", "a 1.0.1"])
    shelf.settle()
    #expect(shelf.journal.all.count == 2)
  }

  @Test func anIncreaseNamesSourceAndBothVersions() throws {
    let shelf = try Shelf()
    let told = Latch<VersionIncrease>()
    try shelf.register("a")
    rise(shelf, to: "1.0.0")
    #expect(shelf.latest("a") == "1.0.0 1.0.0 remote")
    _ = shelf.texts.addReceiver { told.open($0) }
    rise(shelf, to: "2.0.0")
    let increase = told.wait()
    #expect(increase.source.identifier == "a" && increase.source.remoteFile == Shelf.url("a"))
    #expect(increase.version == Version(2, 0, 0) && increase.previous == Version(1, 0, 0))
  }

  @Test func receiversAreAddedAndRemoved() throws {
    let shelf = try Shelf()
    try shelf.register("a")
    let numbers = ["x", "y"].map { name in
      shelf.texts.addReceiver { [journal = shelf.journal] increase in
        journal.note("\(name) \(increase.version.text.string)")
      }
    }
    rise(shelf, to: "1.0.0")
    #expect(shelf.journal.wait(for: 3) == ["a 1.0.0", "x 1.0.0", "y 1.0.0"])
    #expect(shelf.texts.removeReceiver(numbers[0]))
    #expect(!shelf.texts.removeReceiver(numbers[0]))
    rise(shelf, to: "2.0.0")
    #expect(shelf.journal.wait(for: 5).suffix(2) == ["a 2.0.0", "y 2.0.0"])
  }

  @Test func aReceiverRemovesItself() throws {
    let shelf = try Shelf()
    try shelf.register("a")
    let number = Mutex<UInt64>(0)
    let added = shelf.texts.addReceiver {
      [journal = shelf.journal, unowned texts = shelf.texts] _ in
      journal.note("removed: \(texts.removeReceiver(number.withLock { $0 }))")
    }
    number.withLock { $0 = added }
    rise(shelf, to: "1.0.0")
    #expect(shelf.journal.wait(for: 2) == ["a 1.0.0", "removed: true"])
    rise(shelf, to: "2.0.0")
    #expect(shelf.journal.wait(for: 3).last == "a 2.0.0")
  }

  @Test func aReceiverMayAskAndRegister() throws {
    let shelf = try Shelf()
    shelf.serve("b", "other")
    try shelf.register("a")
    _ = shelf.texts.addReceiver { [journal = shelf.journal, unowned texts = shelf.texts] _ in
      journal.note(texts.text(for: "a").map { Shelf.line($0) } ?? "-")
      try? texts.register(TextSource(identifier: "b", remoteFile: Shelf.url("b")))
      texts.latest(for: "b") { journal.note($0.local.map { Shelf.line($0) } ?? "-") }
    }
    rise(shelf, to: "1.0.0")
    #expect(
      shelf.journal.wait(for: 3) == ["a 1.0.0", "1.0.0 1.0.0 remote", "0.0.0 other remote"])
  }

  @Test func everythingIsToldWhereTheHostWantsIt() throws {
    let folder = TestFolder()
    let server = MemoryTransport()
    let queue = Mutex<[@Sendable () -> Void]>([])
    let journal = Journal()
    var options = TextsOptions()
    options.cacheDirectory = folder.path
    var services = Services(now: { 0 })
    services.transport = server
    services.dispatch = { work in queue.change { $0.append(work) } }
    server.answer(
      Shelf.versionsURL, with: Response(status: 200, body: Shelf.versionFile([("a", "1.0.0")])))
    server.answer(Shelf.url("a"), with: Response(status: 200, body: "served"))
    func runNext() {
      queue.wait { $0.isEmpty ? .forever : .done($0.removeFirst()) }()
    }
    do {
      let texts = try Texts(options, services: services)
      defer { texts.close() }
      _ = texts.addReceiver { journal.note($0) }
      texts.setVersionSource(to: VersionSource(remoteFile: Shelf.versionsURL)) { _ in
        journal.note("versions")
      }
      runNext()
      #expect(journal.all == ["versions"])
      try texts.register(TextSource(identifier: "a", remoteFile: Shelf.url("a")))
      texts.latest(for: "a") { _ in journal.note("latest") }
      // The blocking call does not depend on where callbacks run.
      #expect(texts.awaitLatest(for: "a").local?.text == "served")
      #expect(journal.all == ["versions"])
    }
    // The notification is not given after the release, the completion is.
    runNext()
    runNext()
    #expect(journal.all == ["versions", "latest"])
  }
}
