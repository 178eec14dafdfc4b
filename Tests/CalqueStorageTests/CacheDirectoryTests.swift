import CPlatform
import CalqueBase
import CalqueStorage
import TestSupport
import Testing

@Suite struct CacheDirectoryTests {
  private let folder = TestFolder()

  private var cache: CacheDirectory { CacheDirectory(folder.path + "/a/b") }

  @Test func writingMakesTheDirectoryForItsOwnerAlone() throws {
    try cache.write("content", to: "file")
    #expect(try cache.read("file", maximumBytes: 7) == "content")
    #expect(folder.mode(of: "a/b") == 0o700)
    #expect(folder.mode(of: "a/b/file") == 0o600)
    #expect(try cache.names() == ["file"])
  }

  @Test func nothingIsThereBeforeAnythingIsWritten() throws {
    #expect(try cache.read("file", maximumBytes: 7) == nil)
    #expect(try cache.names() == [])
    try cache.remove("file")
  }

  @Test(arguments: [(6, false), (7, true), (8, true)])
  func readingKeepsToTheLimit(maximumBytes: Int, isRead: Bool) throws {
    try cache.write("content", to: "file")
    if isRead {
      #expect(try cache.read("file", maximumBytes: maximumBytes) == "content")
    } else {
      #expect(throws: Diagnostic.self) { try cache.read("file", maximumBytes: maximumBytes) }
    }
  }

  @Test(
    arguments: [
      "..", ".", "/", "a/b", "../x", Text([0x61, 0]), "\u{E9}", " ", "%2e", "CON:",
    ] as [Text])
  func noIdentifierLeadsOutOfTheDirectory(identifier: Text) throws {
    let name = CacheDirectory.fileName(identifier, "")
    #expect(name.bytes.allSatisfy { $0 != 0x2F && $0 != 0 })
    #expect(name != "." && name != "..")
    try cache.write("x", to: name)
    #expect(try cache.names() == [name])
  }

  @Test func identifiersDoNotCollide() {
    let names = ["a/b", "a%2Fb", "a b", "a+b", "A", "a"].map { CacheDirectory.fileName($0, "") }
    #expect(Set(names.map { $0.string }).count == names.count)
  }

  @Test func removingAFileTwiceIsRemovingIt() throws {
    try cache.write("x", to: "file")
    try cache.remove("file")
    try cache.remove("file")
    #expect(try cache.names() == [])
  }

  @Test func aFileInTheWayIsAnError() throws {
    try folder.write("x", to: "a")
    #expect(throws: Diagnostic.self) { try cache.write("content", to: "file") }
    #expect(folder.read("a") == "x")
  }

  /// A pipe would keep a reader waiting for ever.
  @Test func aPipeIsNoFile() throws {
    try cache.make()
    #expect(mkfifo((cache.path + "/pipe").string, 0o600) == 0)
    #expect(throws: Diagnostic.self) { try cache.read("pipe", maximumBytes: 7) }
  }

  @Test func aDirectoryIsNoFile() throws {
    try CacheDirectory(cache.path + "/inner").make()
    #expect(throws: Diagnostic.self) { try cache.read("inner", maximumBytes: 7) }
  }
}
