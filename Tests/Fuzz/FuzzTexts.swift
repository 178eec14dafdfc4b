import CalqueBase
import CalqueTexts
import CalqueTransport
import TestSupport

/// Texts with versions from files and answers of any bytes: what is at hand is UTF-8, and its
/// version is one that a source gave.
///
/// The first byte chooses a status. Behind it, the first line is the version file of the cache, the
/// second that of the network, the third the text of the cache, the rest that of the network.
enum FuzzTexts {
  private static let folder = FuzzFolder("texts", with: ["Default"])

  static func run(_ input: FuzzInput) {
    var input = input
    guard let first = input.byte() else { return }
    folder.write(input.line(), to: "Default/TextVersions.json")
    let server = MemoryTransport()
    let status = Int([200, 201, 304, 404][Int(first & 3)])
    server.answer("http://h/v", with: Response(status: 200, body: input.line()))
    folder.write(input.line(), to: "Default/a.txt")
    server.answer("http://h/t", with: Response(status: status, body: input.rest()))
    var options = TextsOptions()
    options.cacheDirectory = folder.path
    options.resourceTimeout = 10_000
    options.maximumBytes = 1 << 14
    var services = Services(now: { 0 })
    services.transport = server
    guard let texts = try? Texts(options, services: services) else { return }
    defer { texts.close() }
    guard (try? texts.register(TextSource(identifier: "a", remoteFile: "http://h/t"))) != nil else {
      preconditionFailure("a good text")
    }
    texts.setVersionSource(to: VersionSource(remoteFile: "http://h/v"))
    let answer = texts.awaitLatest(for: "a")
    if let local = answer.local {
      let invalid = local.text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) }
      precondition(invalid == nil, "a text that is not UTF-8")
      precondition(local.text.count <= 1 << 16, "a text over its limit")
    }
    _ = texts.awaitVersions()
    _ = try? texts.clearCaches()
  }
}
