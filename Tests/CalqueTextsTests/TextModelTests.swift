import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// Random histories of a text in the cache, the bundle and the network, compared with a model.
@Suite struct TextModelTests {
  @Test func theNewestVersionWinsAndNothingIsLost() throws {
    for seed in 0..<histories(400) {
      let history = try History(UInt64(seed))
      for _ in 0..<20 where history.wrong == nil { try history.step() }
      if let wrong = history.wrong { Issue.record("history \(seed): \(wrong)") }
    }
  }
}

private struct Edition: Equatable {
  var version: UInt64
  var text: String
}

/// The local text, and what is known of others.
private struct Model {
  var local: Edition?
  var bundle: Edition?
  /// The version that the network has, as far as it is known.
  var remote: UInt64?
  var isForced = false

  private func isOlder(than version: UInt64) -> Bool { local.map { $0.version < version } ?? true }

  mutating func restart() {
    (remote, isForced) = (nil, false)
    if let bundle, isOlder(than: bundle.version) { local = bundle }
  }

  mutating func readVersions(_ server: ModelServer.State) {
    if server.versions == .serves { remote = server.edition.version }
  }

  mutating func fetch(_ server: ModelServer.State) {
    let version = remote ?? 0
    guard isOlder(than: version) || isForced && version >= local?.version ?? 0,
      server.text == .serves
    else { return }
    local = Edition(version: version, text: server.edition.text)
    isForced = false
  }
}

private final class ModelServer: Transport {
  enum Mode: CaseIterable {
    case serves, isDown, isMissing, sendsNonsense
  }

  struct State {
    var edition = Edition(version: 1, text: "1 a")
    var (versions, text) = (Mode.serves, Mode.serves)
  }

  let state = Mutex(State())

  func start(_ exchange: Exchange) {
    let state = state.withLock { $0 }
    let isVersions = exchange.request.url == Shelf.versionsURL
    let version = Decimal.text(of: Int64(state.edition.version))
    let body = isVersions ? "{\"a\": \"" + version + ".0.0\"}" : Text(state.edition.text)
    let tag = Header("ETag", "\"" + version + "\"")
    switch isVersions ? state.versions : state.text {
    case .isDown: exchange.complete(.failure(Diagnostic(.unreachable, "down")))
    case .isMissing: exchange.complete(.success(Response(status: 404, body: body)))
    case .sendsNonsense:
      exchange.complete(.success(Response(status: 200, body: Text([0x7B, 0xFF]))))
    case .serves where exchange.request.headers.contains(Header("If-None-Match", tag.value)):
      exchange.complete(.success(Response(status: 304)))
    case .serves:
      exchange.complete(.success(Response(status: 200, headers: [tag], body: body)))
    }
  }

  func cancel(_ exchange: Exchange) {}
}

private final class History {
  private var dice: Dice
  private let folder = TestFolder()
  private let server = ModelServer()
  private var texts: Texts?
  private var model = Model()
  private var steps: [String] = []
  private(set) var wrong: String?

  init(_ seed: UInt64) throws {
    dice = Dice(seed)
    try restart()
  }

  deinit { texts?.close() }

  private func change(_ step: String, _ change: (inout ModelServer.State) -> Void) {
    steps.append(step)
    server.state.withLock(change)
  }

  private func restart() throws {
    var options = TextsOptions()
    (options.cacheDirectory, options.resourceBundle) = (folder.path, folder.path + "/bundle")
    let texts = try Texts(options, services: .over(server))
    self.texts?.close()
    self.texts = texts
    model.restart()
    let done = Latch<Bool>()
    texts.setVersionSource(
      to: VersionSource(bundleFile: Shelf.versionsFile, remoteFile: Shelf.versionsURL)
    ) { _ in done.open(true) }
    _ = done.wait()
    model.readVersions(server.state.withLock { $0 })
    try texts.register(
      TextSource(identifier: "a", bundleFile: "a.txt", remoteFile: Shelf.url("a")))
    check()
  }

  func step() throws {
    switch dice.below(12) {
    case 0, 1:
      steps.append("restart")
      try restart()
    case 2:
      let edition = randomEdition()
      model.bundle = edition
      steps.append("upgrade \(edition)")
      try folder.write(Text(edition.text), to: "bundle/a.txt")
      try folder.write(Text("{\"a\": \"\(edition.version).0.0\"}"), to: "bundle/versions.json")
      try restart()
    case 3, 4:
      let edition = randomEdition()
      change("publish \(edition)") { $0.edition = edition }
    case 5:
      let mode = ModelServer.Mode.allCases[max(0, dice.below(6) - 2)]
      change("versions \(mode)") { $0.versions = mode }
    case 6:
      let mode = ModelServer.Mode.allCases[max(0, dice.below(6) - 2)]
      change("text \(mode)") { $0.text = mode }
    case 7:
      steps.append("clear")
      model.local = nil
      try texts?.clearCaches()
      check()
    case 8:
      steps.append("refetch")
      model.isForced = true
      check(isForced: true)
    case 9, 10:
      steps.append("refresh")
      let done = Latch<Diagnostic?>()
      texts?.refreshVersions { done.open($0) }
      _ = done.wait()
      model.readVersions(server.state.withLock { $0 })
      check()
    default:
      steps.append("latest")
      check()
    }
  }

  private func randomEdition() -> Edition {
    let version = UInt64(dice.below(6) + 1)
    return Edition(version: version, text: "\(version) \(["a", "b", "c"][dice.below(3)])")
  }

  /// Waits for the latest text, and for all that is under way.
  private func check(isForced: Bool = false) {
    let answer = Latch<TextAnswer>()
    if isForced {
      texts?.refetch("a") { answer.open($0) }
    } else {
      texts?.latest(for: "a") { answer.open($0) }
    }
    let latest = answer.wait().local
    let state = server.state.withLock { $0 }
    if model.remote == nil { model.readVersions(state) }
    model.fetch(state)
    for found in [latest, texts?.text(for: "a")] {
      let edition = found.map { Edition(version: $0.version.major, text: $0.text.string) }
      if edition != model.local {
        wrong =
          "\(edition.map { "\($0)" } ?? "-"), not \(model.local.map { "\($0)" } ?? "-"), "
          + "after " + steps.joined(separator: "; ")
      }
    }
  }
}
