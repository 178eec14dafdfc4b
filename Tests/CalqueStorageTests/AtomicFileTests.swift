import CPlatform
import CalqueBase
import TestSupport
import Testing

@testable import CalqueStorage

@Suite struct AtomicFileTests {
  private let folder = TestFolder()

  private var path: Text { folder.path + "/file" }

  @Test func contentIsReplacedAsAWhole() throws {
    try AtomicFile.write("long content", to: path)
    try AtomicFile.write("new", to: path)
    #expect(folder.read("file") == "new")
    #expect(folder.names == ["file"])
  }

  @Test func emptyContentIsContent() throws {
    try AtomicFile.write("", to: path)
    #expect(folder.read("file") == "")
  }

  @Test func aDirectoryThatIsNotThereIsAnError() throws {
    #expect(throws: Diagnostic.self) { try AtomicFile.write("x", to: folder.path + "/no/file") }
  }

  @Test func aDirectoryInTheWayStays() throws {
    try folder.write("x", to: "file/inner")
    let failure = #expect(throws: Diagnostic.self) { try AtomicFile.write("y", to: path) }
    #expect(failure?.code == .io)
    #expect(folder.read("file/inner") == "x")
    #expect(folder.names == ["file"])
  }

  @Test func aPathWithANULIsRefused() {
    let path = Text([0x61, 0])
    let failure = #expect(throws: Diagnostic.self) { try AtomicFile.write("x", to: path) }
    #expect(failure?.code == .invalidArgument)
  }

  /// Nothing is written through it.
  @Test func aSymbolicLinkIsReplaced() throws {
    #expect(symlink("/dev/full", path.string) == 0)
    try AtomicFile.write("x", to: path)
    #expect(folder.read("file") == "x")
  }

  @Test func aFileOfAUserKeepsItsLinkAndItsPermissions() throws {
    try folder.write("old", to: "behind")
    #expect(chmod(folder.path.string + "/behind", 0o640) == 0)
    #expect(symlink("behind", path.string) == 0)
    try AtomicFile.writeShared("new", to: path)
    #expect(folder.read("behind") == "new")
    var status = stat()
    #expect(lstat(path.string, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK))
    #expect(stat(folder.path.string + "/behind", &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(folder.names == ["behind", "file"])
  }

  @Test func aLinkToNothingIsWrittenThrough() throws {
    #expect(symlink("behind", path.string) == 0)
    try AtomicFile.writeShared("new", to: path)
    #expect(folder.read("behind") == "new")
  }

  @Test func aDeviceStaysOne() throws {
    #expect(symlink("/dev/null", path.string) == 0)
    try AtomicFile.writeShared("new", to: path)
    var status = stat()
    #expect(stat(path.string, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFCHR))
    #expect(folder.names == ["file"])
    unlink(path.string)
    #expect(symlink("/dev/full", path.string) == 0)
    #expect(throws: Diagnostic.self) { try AtomicFile.writeShared("new", to: path) }
  }

  @Test func twoThreadsLeaveOneWholeContent() throws {
    let (one, two) = (Worker(), Worker())
    let done = (Latch<Bool>(), Latch<Bool>())
    let path = path
    for _ in 0..<50 {
      one.run { try? AtomicFile.write("aaaaaaaa", to: path) }
      two.run { try? AtomicFile.write("bbbb", to: path) }
    }
    one.run { done.0.open(true) }
    two.run { done.1.open(true) }
    #expect(done.0.wait() && done.1.wait())
    #expect(["aaaaaaaa", "bbbb"].contains(folder.read("file")))
    #expect(folder.names == ["file"])
  }

  // MARK: After a crash

  @Test func draftsOfProcessesThatAreGoneAreRemoved() throws {
    try folder.write("x", to: "file")
    try folder.write("half", to: "file.draft-999999999-0-1")
    try folder.write("half", to: "file.draft-1-0-1")
    #expect(try CacheDirectory(folder.path).names() == ["file"])
    #expect(folder.names == ["file", "file.draft-1-0-1"])
  }

  /// The first process of a container has the number of the one before it.
  @Test func draftsOfAnEarlierProcessOfTheSameNumberAreRemovedAndNotInTheWay() throws {
    let mine = Decimal.text(of: Int64(getpid()))
    for number in 1...20 {
      try folder.write("half", to: "file.draft-" + mine + "-0-" + Decimal.text(of: Int64(number)))
    }
    try AtomicFile.write("whole", to: path)
    #expect(folder.read("file") == "whole")
    #expect(try CacheDirectory(folder.path).names() == ["file"])
    #expect(folder.names == ["file"])
  }

  @Test(
    arguments: ["a.draft-", "a.draft-1", "a.draft-x-y-z", "a.draft-99999999999999999999-0-1", "a"]
      as [Text])
  func otherNamesAreNoAbandonedDrafts(name: Text) {
    #expect(!AtomicFile.isAbandoned(name))
  }

  /// One that runs is still writing.
  @Test func theNextWriteRemovesDraftsOfProcessesThatAreGone() throws {
    for name in ["file", "file2"] as [Text] {
      try folder.write("half", to: name + ".draft-999999999-0-1")
    }
    try folder.write("half", to: "file.draft-1-0-1")
    try AtomicFile.write("x", to: path)
    #expect(folder.names == ["file", "file.draft-1-0-1", "file2.draft-999999999-0-1"])
    try AtomicFile.writeShared("x", to: folder.path + "/file2")
    #expect(folder.names == ["file", "file.draft-1-0-1", "file2"])
  }
}
