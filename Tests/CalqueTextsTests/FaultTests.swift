import CalqueBase
import CalqueStorage
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// A hundred texts from a server that fails at random.
@Suite struct FaultTests {
  private func texts(_ folder: TestFolder, _ server: FaultyServer) throws -> Texts {
    var options = TextsOptions()
    options.cacheDirectory = folder.path
    options.resourceTimeout = 25
    var services = Services(now: { 0 })
    services.transport = server
    let texts = try Texts(options, services: services)
    texts.setVersionSource(to: VersionSource(remoteFile: Shelf.versionsURL))
    for identifier in FaultyServer.identifiers {
      try texts.register(
        TextSource(
          identifier: Text(identifier), remoteFile: Text("http://server/\(identifier)")))
    }
    return texts
  }

  private func isItsOwn(_ local: LocalText, _ number: Int) -> Bool {
    // Before any version came, a text is of none.
    if local.version == .zero { return local.text.hasPrefix(Text("text \(number) of version ")) }
    return local.text == FaultyServer.body(number, local.version)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aHundredTextsConvergeOnceTheFaultsStop(seed: UInt64) throws {
    let folder = TestFolder()
    let server = FaultyServer(seed: seed)
    var lowest = [Version](repeating: .zero, count: FaultyServer.identifiers.count)
    for round in 1...3 {
      // A new process each round, over the same cache.
      let texts = try texts(folder, server)
      defer { texts.close() }
      for attempt in 0..<3 {
        for (number, identifier) in FaultyServer.identifiers.enumerated() {
          let wait = (number + attempt) % 10 == 0
          let local =
            wait
            ? texts.awaitLatest(for: Text(identifier)).local : texts.text(for: Text(identifier))
          guard let local else { continue }
          #expect(isItsOwn(local, number), "seed \(seed)")
          #expect(local.version >= lowest[number], "seed \(seed)")
          lowest[number] = local.version
        }
        texts.refreshVersions()
      }
      if round == 3 {
        server.recover()
        converges(texts, round: 3)
      } else {
        // All requests under the versions of before are over before there are others.
        let done = Latch<Bool>()
        texts.setVersionSource(to: VersionSource()) { _ in done.open(true) }
        _ = done.wait()
        for identifier in FaultyServer.identifiers { texts.unregister(Text(identifier)) }
        server.publish()
      }
    }
    // And what is on disk is the same.
    let again = try texts(folder, server)
    for (number, identifier) in FaultyServer.identifiers.enumerated() {
      let local = again.text(for: Text(identifier))
      #expect(local?.text == FaultyServer.body(number, FaultyServer.version(number, 3)))
      #expect(local?.version == FaultyServer.version(number, 3))
      #expect(local?.place == .cache)
    }
  }

  private func converges(_ texts: Texts, round: UInt64) {
    let done = Latch<Diagnostic?>()
    // A refresh under way may still fail: the one after it does not.
    let first = Latch<Bool>()
    texts.refreshVersions { _ in first.open(true) }
    _ = first.wait()
    texts.refreshVersions { done.open($0) }
    #expect(done.wait() == nil)
    for (number, identifier) in FaultyServer.identifiers.enumerated() {
      let answer = texts.awaitLatest(for: Text(identifier), timeout: 600_000)
      let latest = FaultyServer.version(number, round)
      #expect(answer.failure == nil)
      #expect(answer.local?.version == latest)
      #expect(answer.local?.text == FaultyServer.body(number, latest))
    }
  }
}
