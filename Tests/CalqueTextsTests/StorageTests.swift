import CalqueBase
import CalqueStorage
import TestSupport
import Testing

@testable import CalqueTexts

@Suite struct StorageTests {
  private let folder: TestFolder

  init() throws { folder = TestFolder() }

  private func storage(_ session: Text = "Default", _ limit: Int = 1 << 20) throws -> TextStorage {
    var options = TextsOptions()
    options.cacheDirectory = folder.path
    options.sessionID = session
    options.maximumBytes = limit
    return try TextStorage(options)
  }

  private func line(_ local: LocalText?) -> String? { local.map { Shelf.line($0) } }

  private func isStored(_ outcome: TextStorage.Outcome) -> Bool {
    if case .stored = outcome { true } else { false }
  }

  @Test func aTextLiesBesideTheVersions() throws {
    let storage = try storage()
    #expect(isStored(try storage.store("hello", of: "eula", Version(1, 0, 2))))
    #expect(try folder.names() == ["Default"])
    #expect(try folder.names("Default") == ["TextVersions.json", "eula.txt"])
    #expect(folder.read("Default/eula.txt") == "hello")
    #expect(folder.read("Default/TextVersions.json") == #"{"eula":"1.0.2"}"#)
    #expect(line(storage.text(of: "eula")) == "1.0.2 hello cache")
    #expect(storage.text(of: "other") == nil)
  }

  @Test func nothingIsWrittenUntilThereIsAText() throws {
    let storage = try storage()
    #expect(try storage.versions().isEmpty)
    #expect(storage.text(of: "eula") == nil)
    try storage.clear()
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    "../escape", "/etc/passwd", ".", "..", "a/b", "ünïcode", "with space", "%41",
    "a.b", "TextVersions.json", "TextVersions", ".hidden", "-",
  ])
  func noIdentifierLeadsOut(identifier: String) throws {
    let storage = try storage()
    #expect(isStored(try storage.store("text", of: Text(identifier), Version(1, 0, 0))))
    #expect(line(storage.text(of: Text(identifier))) == "1.0.0 text cache")
    #expect(try folder.names() == ["Default"])
    #expect(try folder.names("Default").count == 2)
  }

  @Test(arguments: ["../out", "a/b", "..", ".", "Ses sion"])
  func noSessionLeadsOut(session: String) throws {
    let storage = try storage(Text(session))
    #expect(isStored(try storage.store("text", of: "a", Version(1, 0, 0))))
    #expect(line(storage.text(of: "a")) == "1.0.0 text cache")
    #expect(try folder.names().count == 1)
  }

  @Test(arguments: [1, 195, 196, 197, 250, 1000, 100_000])
  func identifiersMayBeLong(count: Int) throws {
    let storage = try storage()
    let identifiers = ["x", "y"].map { Text(String(repeating: "i", count: count) + $0) }
    for identifier in identifiers {
      #expect(isStored(try storage.store(identifier, of: identifier, Version(1, 0, 0))))
    }
    for identifier in identifiers { #expect(storage.text(of: identifier)?.text == identifier) }
  }

  @Test func sessionsAreApart() throws {
    let (one, two) = (try storage("one"), try storage("two"))
    _ = try one.store("1", of: "a", Version(1, 0, 0))
    _ = try two.store("2", of: "a", Version(2, 0, 0))
    #expect(line(one.text(of: "a")) == "1.0.0 1 cache")
    try one.clear()
    #expect(one.text(of: "a") == nil)
    #expect(line(two.text(of: "a")) == "2.0.0 2 cache")
  }

  @Test func filesOfTextFetcherAreRead() throws {
    try folder.write("one", to: "My Session/License Text.txt")
    try folder.write("two", to: "My Session/b.txt")
    try folder.write(
      "{\n  \"License Text\" : \"1.2.3\",\n  \"b\" : \"0.1.0\"\n}",
      to: "My Session/TextVersions.json")
    let storage = try storage("My Session")
    #expect(line(storage.text(of: "License Text")) == "1.2.3 one cache")
    _ = try storage.store("newer", of: "b", Version(0, 2, 0))
    #expect(line(storage.text(of: "License Text")) == "1.2.3 one cache")
    #expect(line(storage.text(of: "b")) == "0.2.0 newer cache")
    try storage.clear()
    #expect(storage.text(of: "License Text") == nil)
    #expect(storage.text(of: "b") == nil)
  }

  @Test func aFileOfAnotherIdentifierIsNotRead() throws {
    let storage = try storage()
    _ = try storage.store("text", of: "a b", Version(1, 0, 0))
    #expect(storage.text(of: "a%20b") == nil)
  }

  @Test func whatAnotherProcessHasNewerStays() throws {
    let (ours, theirs) = (try storage(), try storage())
    _ = try theirs.store("theirs", of: "a", Version(2, 0, 0))
    guard case .newer(let text, let version) = try ours.store("ours", of: "a", Version(1, 9, 9))
    else {
      Issue.record("an older text was stored")
      return
    }
    #expect(text == "theirs" && version == Version(2, 0, 0))
    _ = try ours.store("b", of: "b", Version(1, 0, 0))
    #expect(folder.read("Default/TextVersions.json") == #"{"a":"2.0.0","b":"1.0.0"}"#)
  }

  @Test func anOlderTextIsNotPutUnderAHigherVersion() throws {
    let storage = try storage()
    try folder.write(#"{"a": "2.0.0"}"#, to: "Default/TextVersions.json")
    guard case .older = try storage.store("old", of: "a", Version(1, 0, 0)) else {
      Issue.record("an older text was stored")
      return
    }
    #expect(storage.text(of: "a") == nil)
  }

  @Test func aCrashBetweenTheWritesLeavesAnOlderVersion() throws {
    let storage = try storage()
    _ = try storage.store("1", of: "a", Version(1, 0, 0))
    // The state after the first of the two writes of version 2.
    try folder.write("2", to: "Default/a.txt")
    #expect(line(storage.text(of: "a")) == "1.0.0 2 cache")
    #expect(isStored(try storage.store("2", of: "a", Version(2, 0, 0))))
    #expect(line(storage.text(of: "a")) == "2.0.0 2 cache")
  }

  @Test(arguments: ["", "{", "[]", #"{"a": 1}"#, "\u{0}"])
  func aDamagedVersionFileCountsAsAbsent(file: String) throws {
    let storage = try storage()
    try folder.write("text", to: "Default/a.txt")
    try folder.write(Text(file), to: "Default/TextVersions.json")
    #expect(line(storage.text(of: "a")) == "0.0.0 text cache")
    _ = try storage.store("newer", of: "a", Version(1, 0, 0))
    #expect(line(storage.text(of: "a")) == "1.0.0 newer cache")
  }

  @Test func aDamagedTextCountsAsAbsent() throws {
    let storage = try storage()
    try folder.write(Text([0x61, 0xFF]), to: "Default/a.txt")
    #expect(storage.text(of: "a") == nil)
  }

  @Test(arguments: [(3, true), (4, true), (5, false)])
  func aTextHasALimit(count: Int, isRead: Bool) throws {
    try folder.write(Text([UInt8](repeating: 0x61, count: count)), to: "Default/a.txt")
    #expect((try storage("Default", 4).text(of: "a") != nil) == isRead)
  }

  @Test func whatCannotBeWrittenIsReported() throws {
    try folder.write("a file", to: "Default")
    let storage = try storage()
    do throws(Diagnostic) {
      _ = try storage.store("text", of: "a", Version(1, 0, 0))
      Issue.record("it was written")
    } catch {
      #expect(error.code == .io)
    }
  }
}
