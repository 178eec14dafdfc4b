import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// The contents that texts or versions may have.
@Suite struct ContentTests {
  private func answer(_ shelf: Shelf, _ response: Response) throws -> TextAnswer {
    shelf.server.answer(Shelf.url("a"), with: response)
    try shelf.register("a", bundle: false)
    return shelf.texts.awaitLatest(for: "a")
  }

  @Test(arguments: [(3, true), (4, true), (5, false)])
  func aTextHasALimit(count: Int, isTaken: Bool) throws {
    let shelf = try Shelf { $0.maximumBytes = 4 }
    let body = Text([UInt8](repeating: 0x61, count: count))
    let served = try answer(shelf, Response(status: 200, body: body))
    #expect((served.local != nil) == isTaken)
    #expect(served.failure?.code == (isTaken ? nil : .limitExceeded))
    try shelf.bundle("b", body)
    try shelf.register("b", remote: false)
    #expect((shelf.line("b") != "-") == isTaken)
  }

  @Test(arguments: [(-1, true), (0, false), (1, false)])
  func aVersionFileHasALimit(more: Int, isRefused: Bool) throws {
    let file = Shelf.versionFile([("a", "1.2.3")])
    let shelf = try Shelf { $0.maximumVersionBytes = file.count + more }
    shelf.serveVersions([("a", "1.2.3")])
    #expect(shelf.setVersions()?.code == (isRefused ? .limitExceeded : nil))
  }

  @Test func onlyUTF8IsTakenFromTheNetwork() throws {
    let shelf = try Shelf()
    let wrong = try answer(shelf, Response(status: 200, body: Text([0xFF, 0xFE, 0x61, 0x00])))
    #expect(wrong.failure?.code == .invalidUTF8)
    let marked = try answer(shelf, Response(status: 200, body: Text([0xEF, 0xBB, 0xBF, 0x61])))
    #expect(marked.local?.text == "a")
  }

  @Test func aBundleMayHaveUTF16() throws {
    let shelf = try Shelf()
    try shelf.folder.write(Text([0xFF, 0xFE, 0x61, 0x00]), to: "bundle/a.txt")
    var versions: [UInt8] = [0xFE, 0xFF]
    for byte in #"{"a": "1.0.0"}"#.utf8 { versions += [0, byte] }
    try shelf.folder.write(Text(versions), to: "bundle/versions.json")
    shelf.setVersions(bundle: true, remote: false)
    try shelf.register("a")
    #expect(shelf.line("a") == "1.0.0 a bundle")
    #expect(shelf.folder.read("Default/a.txt") == "a")
  }

  @Test(arguments: [
    ("4", nil), ("5", DiagnosticCode.badResponse), ("3", .badResponse), ("x", .badResponse),
  ])
  func aTextIsAsLongAsItsHeaderSays(length: String, code: DiagnosticCode?) throws {
    let header = Header("content-length", Text(length))
    let response = Response(status: 200, headers: [header], body: "text")
    #expect(try answer(Shelf(), response).failure?.code == code)
    var encoded = response
    encoded.headers.append(Header("Content-Encoding", "gzip"))
    #expect(try answer(Shelf(), encoded).failure == nil)
  }

  @Test func anEmptyTextIsAText() throws {
    let answer = try answer(Shelf(), Response(status: 200))
    #expect(answer.local?.text == "" && answer.failure == nil)
  }

  @Test func aDigestAdmitsOneTextFromEveryPlace() throws {
    let folder = TestFolder()
    func source(_ text: Text) -> TextSource {
      TextSource(
        identifier: "a", bundleFile: "a.txt", remoteFile: Shelf.url("a"), sha256: SHA256(of: text))
    }
    let shelf = try Shelf(folder: folder)
    try shelf.bundle("a", "forged")
    shelf.serve("a", "forged")
    try shelf.texts.register(source("true"))
    #expect(shelf.line("a") == "-")
    #expect(shelf.texts.awaitLatest(for: "a").failure?.code == .badResponse)
    shelf.serve("a", "true")
    #expect(shelf.latest("a") == "0.0.0 true remote")
    // The cache is local to it as well.
    try folder.write("forged", to: "Default/a.txt")
    let again = try Shelf(folder: folder)
    again.serve("a", "true")
    again.server.hold(Shelf.url("a"))
    try again.texts.register(source("true"))
    #expect(again.line("a") == "-")
    again.server.release(Shelf.url("a"))
    #expect(again.latest("a") == "0.0.0 true remote")
    // A stored text does not outlive another digest.
    try again.texts.register(source("another"))
    #expect(again.line("a") == "-")
  }

  @Test(arguments: ["{}", "[]", "<html>", "", #"{"a": 1}"#, #"{"a": "one"}"#])
  func versionsThatAreNoneChangeNothing(file: String) throws {
    let shelf = try Shelf()
    shelf.serveVersions([("a", "2.0.0")])
    shelf.serve("a", "two")
    shelf.setVersions()
    try shelf.register("a")
    #expect(shelf.latest("a") == "2.0.0 two remote")
    shelf.server.answer(Shelf.versionsURL, with: Response(status: 200, body: Text(file)))
    #expect(shelf.refresh() != nil)
    #expect(shelf.texts.awaitLatest(for: "a").failure == nil)
    #expect(shelf.line("a") == "2.0.0 two remote")
  }

  @Test func versionsNeverGoDown() throws {
    let shelf = try Shelf()
    shelf.serveVersions([("a", "2.0.0")])
    shelf.serve("a", "two")
    shelf.setVersions()
    try shelf.register("a")
    #expect(shelf.latest("a") == "2.0.0 two remote")
    shelf.serveVersions([("a", "1.0.0")])
    shelf.serve("a", "one")
    try shelf.bundleVersions([("a", "1.9.9")])
    try shelf.bundle("a", "bundled")
    shelf.setVersions(bundle: true)
    try shelf.register("a")
    #expect(shelf.latest("a") == "2.0.0 two remote")
    #expect(shelf.recorded == #"{"a":"2.0.0"}"#)
    #expect(shelf.journal.all == ["a 2.0.0"])
  }

  @Test func unchangedVersionsAreNotSentAgain() throws {
    let shelf = try Shelf()
    let tag = Header("ETag", "\"1\"")
    shelf.server.answer(
      Shelf.versionsURL,
      with: [
        .success(
          Response(status: 200, headers: [tag], body: Shelf.versionFile([("a", "1.0.0")]))),
        .success(Response(status: 304)),
      ])
    shelf.serve("a", "served")
    shelf.setVersions()
    #expect(shelf.refresh() == nil)
    #expect(shelf.server.requests.last?.headers == [Header("If-None-Match", "\"1\"")])
    try shelf.register("a")
    #expect(shelf.latest("a") == "1.0.0 served remote")
    // Another source is asked without condition, and may not answer that nothing changed.
    #expect(shelf.setVersions()?.code == .httpStatus)
    #expect(shelf.server.requests.last?.headers == [])
  }

  @Test func clearingForgetsTheCacheAlone() throws {
    let shelf = try Shelf()
    try shelf.bundleVersions([("a", "1.0.0")])
    try shelf.bundle("a", "bundled")
    shelf.setVersions(bundle: true, remote: false)
    try shelf.register("a")
    try shelf.texts.clearCaches()
    #expect(shelf.line("a") == "-")
    #expect(try shelf.folder.names("Default") == [])
    shelf.texts.setResourceBundle(to: shelf.folder.path + "/bundle")
    #expect(shelf.line("a") == "1.0.0 bundled bundle")
  }

  @Test func whatCannotBeStoredIsAtHandAllTheSame() throws {
    let shelf = try Shelf()
    try shelf.folder.write("a file", to: "Default")
    shelf.serveVersions([("a", "1.0.0")])
    shelf.serve("a", "served")
    shelf.setVersions()
    try shelf.register("a")
    #expect(shelf.latest("a") == "1.0.0 served remote")
    #expect(shelf.line("a") == "1.0.0 served remote")
    #expect(shelf.journal.wait(for: 1) == ["a 1.0.0"])
  }

  @Test(arguments: ["", "\u{0}", "a\u{0}b"])
  func noVersionFileCanName(identifier: String) throws {
    let shelf = try Shelf()
    #expect(throws: Diagnostic.self) { try shelf.register(identifier) }
  }
}
