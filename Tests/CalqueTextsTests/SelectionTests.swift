import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueTexts

/// Which place a text comes from, and how its version rises: the tables of versions are those that
/// TextFetcher was observed with.
@Suite struct SelectionTests {
  private enum Table: String { case s, m, l }

  private static let identifiers = ["Test1", "Test2", "Test3", "TestText"]

  private func versions(_ table: Table) -> [(String, String)] {
    let numbers =
      switch table {
      case .s: ["1.2.3", "123.456.789", "0.0.1", "1.0.0"]
      case .m: ["1.2.4", "123.578.789", "0.6.1", "20.0.0"]
      case .l: ["1.2.5", "123.999.789", "7.0.1", "999.0.0"]
      }
    return Array(zip(Self.identifiers, numbers))
  }

  // MARK: - Which place

  @Test func whatIsNotRegisteredIsNowhere() throws {
    let shelf = try Shelf()
    try shelf.cache("TestText", "cached")
    #expect(shelf.latest("TestText") == "-")
    #expect(shelf.texts.awaitLatest(for: "TestText").failure?.code == .refused)
    #expect(shelf.fetched == [])
  }

  private func shelf(
    cache: Table, _ cached: Text?, bundle: Table, remote: Table, hasBundle: Bool = true,
    hasRemote: Bool = true
  ) throws -> Shelf {
    let folder = TestFolder()
    let shelf = try Shelf(folder: folder)
    try shelf.cacheVersions(versions(cache))
    try shelf.cache("TestText", cached)
    try shelf.bundleVersions(versions(bundle))
    shelf.serveVersions(versions(remote))
    try shelf.bundle("TestText", "bundled")
    shelf.serve("TestText", "served")
    let opened = try Shelf(folder: folder) { _ in }
    opened.serveVersions(versions(remote))
    opened.serve("TestText", "served")
    opened.setVersions(bundle: true)
    try opened.register("TestText", bundle: hasBundle, remote: hasRemote)
    return opened
  }

  @Test func theCacheIsNewestButEmpty() throws {
    let shelf = try shelf(cache: .l, nil, bundle: .m, remote: .s)
    #expect(shelf.latest("TestText") == "20.0.0 bundled bundle")
    #expect(shelf.fetched == [])
    #expect(shelf.journal.all == [])
    // The record stays, and so the older text is not put beside it.
    #expect(shelf.recorded?.contains("999.0.0") == true)
    #expect(shelf.folder.read("Default/TestText.txt") == nil)
  }

  @Test func theBundleIsNewest() throws {
    let shelf = try shelf(cache: .m, nil, bundle: .l, remote: .s)
    #expect(shelf.latest("TestText") == "999.0.0 bundled bundle")
    #expect(shelf.fetched == [])
  }

  @Test func theBundleIsNewestButHasNoFile() throws {
    let shelf = try shelf(cache: .m, "cached", bundle: .l, remote: .s, hasBundle: false)
    #expect(shelf.latest("TestText") == "20.0.0 cached cache")
    #expect(shelf.fetched == [])
  }

  @Test func theNetworkIsNewest() throws {
    let shelf = try shelf(cache: .m, nil, bundle: .s, remote: .l)
    #expect(shelf.latest("TestText") == "999.0.0 served remote")
    #expect(shelf.fetched == ["TestText"])
  }

  @Test func theNetworkIsNewestButHasNoFile() throws {
    let shelf = try shelf(cache: .m, nil, bundle: .s, remote: .l, hasRemote: false)
    #expect(shelf.latest("TestText") == "1.0.0 bundled bundle")
    #expect(shelf.fetched == [])
  }

  @Test func ofEqualVersionsTheNearestIsTaken() throws {
    let cached = try shelf(cache: .m, "cached", bundle: .m, remote: .m)
    #expect(cached.latest("TestText") == "20.0.0 cached cache")
    let bundled = try shelf(cache: .m, nil, bundle: .m, remote: .m)
    #expect(bundled.latest("TestText") == "20.0.0 bundled bundle")
    let served = try shelf(cache: .m, nil, bundle: .m, remote: .m, hasBundle: false)
    #expect(served.latest("TestText") == "20.0.0 served remote")
    #expect(cached.fetched + bundled.fetched == [])
  }

  // MARK: - The version source

  @Test(
    arguments: [
      (nil, "s", nil, "s", 4), ("s", "m", nil, "m", 4), ("s", nil, "m", "m", 4),
      ("l", nil, "m", "l", 0), (nil, "l", "m", "l", 4), (nil, "m", "l", "l", 8),
    ] as [(String?, String?, String?, String, Int)])
  func theVersionSourceRaisesVersions(
    cache: String?, bundle: String?, remote: String?, after: String, notifications: Int
  ) throws {
    func table(_ name: String?) throws -> [(String, String)]? {
      try name.map { versions(try #require(Table(rawValue: $0))) }
    }
    let folder = TestFolder()
    do {
      let earlier = try Shelf(folder: folder)
      if let versions = try table(cache) {
        try earlier.cacheVersions(versions)
        for identifier in Self.identifiers { try earlier.cache(identifier, "cached") }
      }
      if let versions = try table(bundle) { try earlier.bundleVersions(versions) }
      for identifier in Self.identifiers { try earlier.bundle(identifier, "bundled") }
    }
    let shelf = try Shelf(folder: folder)
    for identifier in Self.identifiers {
      shelf.serve(identifier, "served")
      try shelf.register(identifier, bundle: bundle != nil, remote: remote != nil)
    }
    if let versions = try table(remote) { shelf.serveVersions(versions) }
    shelf.setVersions(bundle: bundle != nil)
    let expected = try #require(try table(after))
    for (identifier, version) in expected {
      #expect(shelf.latest(identifier).hasPrefix(version + " "))
    }
    shelf.settle()
    #expect(shelf.journal.all.count == notifications)
    let recorded = try VersionTable(
      versionFile: try #require(folder.read("Default/TextVersions.json")),
      maximumBytes: 1 << 20)
    for (identifier, version) in expected {
      #expect(recorded.version(of: Text(identifier)) == Version(Text(version)))
    }
  }

  @Test func threeSourcesAtOnceLeaveTheLast() throws {
    let shelf = try Shelf()
    shelf.server.hold(Shelf.versionsURL)
    shelf.serveVersions([("a", "1.0.0")])
    let told = (0..<3).map { _ in Latch<Diagnostic?>() }
    for latch in told {
      shelf.texts.setVersionSource(to: VersionSource(remoteFile: Shelf.versionsURL)) {
        latch.open($0)
      }
    }
    #expect(told[0].wait()?.code == .cancelled)
    #expect(told[1].wait()?.code == .cancelled)
    shelf.server.release(Shelf.versionsURL)
    #expect(told[2].wait() == nil)
  }

  @Test func theVersionsOfTheBundleCountAtOnce() throws {
    let shelf = try Shelf()
    try shelf.bundleVersions([("a", "2.0.0")])
    try shelf.bundle("a", "bundled")
    shelf.server.hold(Shelf.versionsURL)
    shelf.texts.setVersionSource(
      to: VersionSource(bundleFile: Shelf.versionsFile, remoteFile: Shelf.versionsURL))
    try shelf.register("a")
    #expect(shelf.line("a") == "2.0.0 bundled bundle")
  }

  @Test func anotherBundleIsReadAgain() throws {
    let shelf = try Shelf()
    try shelf.bundleVersions([("a", "2.0.0")])
    try shelf.bundle("a", "bundled")
    shelf.setVersions(bundle: true, remote: false)
    try shelf.register("a")
    try shelf.folder.write("newer", to: "other/a.txt")
    try shelf.folder.write(#"{"a": "3.0.0"}"#, to: "other/versions.json")
    shelf.texts.setResourceBundle(to: shelf.folder.path + "/other")
    #expect(shelf.line("a") == "3.0.0 newer bundle")
    shelf.texts.setResourceBundle(to: shelf.folder.path + "/bundle")
    #expect(shelf.line("a") == "3.0.0 newer bundle")
    #expect(shelf.journal.wait(for: 2) == ["a 2.0.0", "a 3.0.0"])
  }

  @Test func withoutVersionsTheNearestIsTaken() throws {
    let folder = TestFolder()
    let first = try Shelf(folder: folder)
    try first.bundle("a", "bundled")
    first.serve("a", "served")
    first.serve("b", "served")
    try first.register("a")
    try first.register("b")
    try first.register("c", remote: false)
    #expect(first.latest("a") == "0.0.0 bundled bundle")
    #expect(first.latest("b") == "0.0.0 served remote")
    #expect(first.latest("c") == "-")
    let second = try Shelf(folder: folder)
    try second.register("a")
    try second.register("b")
    #expect(second.line("a") == "0.0.0 bundled cache")
    #expect(second.line("b") == "0.0.0 served cache")
    #expect(second.fetched == [])
  }

  @Test func whatTheVersionsDoNotNameIsTakenToo() throws {
    let shelf = try Shelf()
    shelf.serveVersions([("other", "1.0.0")])
    shelf.serve("a", "served")
    shelf.setVersions()
    try shelf.register("a")
    #expect(shelf.latest("a") == "0.0.0 served remote")
  }
}
