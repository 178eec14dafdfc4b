import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// Everything at once, for the thread sanitizer.
@Suite struct TextsConcurrencyTests {
  @Test func everyCallFromEveryThread() throws {
    let folder = TestFolder()
    let server = FaultyServer(seed: 5)
    let answered = Mutex(0)
    let asked = Mutex(0)
    do {
      var options = TextsOptions()
      options.cacheDirectory = folder.path
      options.resourceBundle = folder.path
      options.resourceTimeout = 20
      options.reloadInterval = 1
      var services = Services(now: { 0 })
      services.transport = server
      let texts = try Texts(options, services: services)
      defer { texts.close() }
      let names = FaultyServer.identifiers.prefix(8).map { Text($0) }
      Threads.run(
        (0..<6).map { thread in
          { @Sendable in
            var random = Dice(UInt64(thread))
            for _ in 0..<60 {
              let name = names[random.below(names.count)]
              switch random.below(10) {
              case 0:
                texts.setVersionSource(to: VersionSource(remoteFile: Shelf.versionsURL))
              case 1: texts.unregister(name)
              case 2:
                asked.withLock { $0 += 1 }
                let number = texts.latest(for: name) { _ in answered.change { $0 += 1 } }
                if random.below(2) == 0 { texts.cancel(number) }
              case 3: _ = texts.awaitLatest(for: name, timeout: 5)
              case 4:
                let number = texts.addReceiver { _ in }
                texts.removeReceiver(number)
              case 5: texts.refreshVersions()
              case 6: texts.setResourceTimeout(to: 10 + random.below(20))
              case 7: try? texts.clearCaches()
              default:
                try? texts.register(
                  TextSource(identifier: name, remoteFile: Text("http://server/") + name))
                _ = texts.text(for: name)
              }
            }
          }
        })
      // Released with requests in flight.
      for name in names {
        asked.withLock { $0 += 1 }
        texts.latest(for: name) { _ in answered.change { $0 += 1 } }
      }
    }
    #expect(answered.change { $0 } == asked.withLock { $0 })
    server.recover()
    #expect(answered.change { $0 } == asked.withLock { $0 })
  }

  @Test func releasedFromInsideACallback() throws {
    for _ in 0..<20 {
      let folder = TestFolder()
      let server = MemoryTransport()
      server.answer(Shelf.url("a"), with: Response(status: 200, body: "served"))
      let told = Mutex(0)
      let kept = Mutex<Owner<Texts>?>(nil)
      var options = TextsOptions()
      options.cacheDirectory = folder.path
      var services = Services(now: { 0 })
      services.transport = server
      kept.withLock { $0 = (try? Texts(options, services: services)).map { Owner($0) } }
      let texts = try #require(kept.withLock { $0?.object })
      try texts.register(TextSource(identifier: "a", remoteFile: Shelf.url("a")))
      release(texts, kept, told)
      told.wait { $0 == 2 ? .done(()) : .forever }
    }
  }

  @Test func whatIsAskedAfterTheEndIsCancelled() throws {
    let folder = TestFolder()
    let server = MemoryTransport()
    server.answer(Shelf.url("a"), with: Response(status: 200, body: "served"))
    var options = TextsOptions()
    options.cacheDirectory = folder.path
    var services = Services(now: { 0 })
    services.transport = server
    let texts = try Texts(options, services: services)
    texts.close()
    // Registered before, it could have arrived.
    try texts.register(TextSource(identifier: "a", remoteFile: Shelf.url("a")))
    let answers = Mutex<[DiagnosticCode?]>([])
    texts.latest(for: "a") { answer in answers.withLock { $0.append(answer.failure?.code) } }
    texts.setVersionSource(to: VersionSource(remoteFile: Shelf.url("versions.json"))) { failure in
      answers.withLock { $0.append(failure?.code) }
    }
    #expect(answers.withLock { $0 } == [.cancelled, .cancelled])
  }

  private func release(_ texts: Texts, _ kept: Mutex<Owner<Texts>?>, _ told: Mutex<Int>) {
    texts.latest(for: "a") { _ in
      let last = kept.withLock { texts in
        let last = texts
        texts = nil
        return last
      }
      withExtendedLifetime(last) {}
      told.change { $0 += 1 }
    }
    texts.latest(for: "a") { _ in told.change { $0 += 1 } }
  }
}
