import CalqueBase
import CalqueStorage
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// Texts with surroundings that a test controls: a folder for the cache, one for the bundle, and a
/// server in memory.
final class Shelf {
  let folder: TestFolder
  let server = MemoryTransport()
  let journal = Journal()
  private(set) var texts: Texts

  static let versionsURL: Text = "http://server/versions.json"
  static let versionsFile: Text = "versions.json"

  init(
    folder: TestFolder? = nil, change: (inout TextsOptions) -> Void = { _ in }
  ) throws {
    let folder = folder ?? TestFolder()
    self.folder = folder
    var options = TextsOptions()
    options.cacheDirectory = folder.path
    options.resourceBundle = folder.path + "/bundle"
    change(&options)
    var services = Services(now: { 0 })
    services.transport = server
    texts = try Texts(options, services: services)
    listen()
  }

  deinit { texts.close() }

  private func listen() {
    _ = texts.addReceiver { [journal] increase in journal.note(increase) }
  }

  /// Puts a text into the cache, as an earlier run left it.
  func cache(_ identifier: String, _ text: Text?, _ session: String = "Default") throws {
    guard let text else { return }
    try folder.write(text, to: Text("\(session)/\(identifier).txt"))
  }

  static func versionFile(_ versions: [(String, String)]) -> Text {
    Text("{" + versions.map { "\"\($0.0)\": \"\($0.1)\"" }.joined(separator: ", ") + "}")
  }

  func cacheVersions(_ versions: [(String, String)]) throws {
    try folder.write(Self.versionFile(versions), to: "Default/TextVersions.json")
  }

  func bundleVersions(_ versions: [(String, String)]) throws {
    try folder.write(Self.versionFile(versions), to: "bundle/versions.json")
  }

  func serveVersions(_ versions: [(String, String)]) {
    server.answer(
      Self.versionsURL, with: Response(status: 200, body: Self.versionFile(versions)))
  }

  func bundle(_ identifier: String, _ text: Text) throws {
    try folder.write(text, to: Text("bundle/\(identifier).txt"))
  }

  static func url(_ identifier: String) -> Text { Text("http://server/\(identifier).txt") }

  func serve(_ identifier: String, _ text: Text) {
    server.answer(Self.url(identifier), with: Response(status: 200, body: text))
  }

  func register(_ identifier: String, bundle: Bool = true, remote: Bool = true) throws {
    try texts.register(
      TextSource(
        identifier: Text(identifier), bundleFile: bundle ? Text(identifier + ".txt") : nil,
        remoteFile: remote ? Self.url(identifier) : nil))
  }

  /// Sets the version source and waits until its versions have come, or have not.
  @discardableResult
  func setVersions(bundle: Bool = false, remote: Bool = true) -> Diagnostic? {
    let done = Latch<Diagnostic?>()
    texts.setVersionSource(
      to: VersionSource(
        bundleFile: bundle ? Self.versionsFile : nil, remoteFile: remote ? Self.versionsURL : nil)
    ) { done.open($0) }
    return done.wait()
  }

  @discardableResult
  func refresh() -> Diagnostic? {
    let done = Latch<Diagnostic?>()
    texts.refreshVersions { done.open($0) }
    return done.wait()
  }

  /// The stored text, as `version text place`; "-" for none.
  func line(_ identifier: String) -> String {
    texts.text(for: Text(identifier)).map { Self.line($0) } ?? "-"
  }

  /// The latest as `version text place`.
  func latest(_ identifier: String, timeout: Int? = nil) -> String {
    texts.awaitLatest(for: Text(identifier), timeout: timeout).local.map { Self.line($0) } ?? "-"
  }

  static func line(_ local: LocalText) -> String {
    "\(local.version.text.string) \(local.text.string) \(local.place.name.string)"
  }

  /// Waits until all that was asked for so far has been told.
  func settle() {
    let done = Latch<Bool>()
    texts.refreshVersions { _ in done.open(true) }
    _ = done.wait()
  }

  /// The requests to the server, without those for versions.
  var fetched: [String] {
    server.requests.map { $0.url.string }.filter { $0 != Self.versionsURL.string }
      .map { String($0.dropFirst("http://server/".count).dropLast(".txt".count)) }
  }

  var recorded: String? { folder.read("Default/TextVersions.json")?.string }
}

/// The calls of receivers and completions, from any thread.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ increase: VersionIncrease) {
    note("\(increase.source.identifier.string) \(increase.version.text.string)")
  }

  func note(_ line: String) { lines.change { $0.append(line) } }

  var all: [String] { lines.change { $0 } }

  func wait(for count: Int) -> [String] {
    lines.wait { $0.count >= count ? .done($0) : .forever }
  }
}
