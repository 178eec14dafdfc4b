import CalqueBase
import CalqueCatalog
import CalqueJSON
import Testing

@Suite struct CatalogBuilderTests {
  private func bytes(_ catalog: Catalog) -> [UInt8] {
    let bundle: ArchiveBundle = ("en", "a", catalog)
    return ArchiveWriter.bytes(
      of: [bundle], schema: catalog.schema, format: ArchiveFixture.format
    ).bytes
  }

  private func send(_ json: Text, to builder: CatalogBuilder) throws {
    let sink = try json.bytes.withUnsafeBufferPointer { bytes in
      try JSON.send(bytes, leavingOut: []) { builder }
    }
    #expect(sink != nil)
  }

  @Test(arguments: 0..<4)
  func textAndItsTreeBecomeTheSameBlock(seed: Int) throws {
    var generator = GeneratedTree(UInt64(200 + seed))
    for _ in 0..<100 {
      let json = JSON.text(of: .object(generator.members(depth: 4)))
      let tree = try JSON.parse(json).object ?? Members()
      for separator: Text? in [".", "a", nil] {
        let schema = CatalogFixture.schema(separator: separator)
        // The expectation is only a hint: the buffer grows with the values.
        for expected in [0, 1 << 16] {
          let builder = CatalogBuilder(schema: schema, expecting: expected)
          try send(json, to: builder)
          let built = try CatalogBuilder.build(tree, schema: schema)
          #expect(bytes(try builder.finish()) == bytes(built))
        }
      }
    }
  }

  @Test func filesOfHiddenKeysAreTaken() throws {
    let json: Text =
      #"{"a.b":"{{v}}","a":{"b":"$t(x)"},"a.c":{"d":"{{w}}"},"n":null,"n.m":"{{v}}"}"#
    let archive = try ArchiveFixture.open(bytes(try CatalogFixture.catalog(json)))
    let catalog = try #require(archive.catalogs.first?.catalog)
    #expect(catalog.find("a.b")?.text == "$t(x)")
    #expect(catalog.find("a.c.d") == nil)
    #expect(catalog.find("n.m")?.text == "{{v}}")
    #expect(catalog.find("a.c")?.value == .object(Members([("d", .text("{{w}}"))])))
    #expect(JSON.text(of: catalog.root.value) == json)
  }

  @Test func pastTheLimitWhatIsLeftIsPassedOver() throws {
    let json: Text =
      #"{"a":{"long":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","b":[[{}]]},"c":[1]}"#
    for limit in [0, 16, 64, 100] {
      let builder = CatalogBuilder(
        schema: CatalogFixture.schema(), expecting: 0, maximumBytes: limit)
      try send(json, to: builder)
      let failure = #expect(throws: Diagnostic.self) { try builder.finish() }
      #expect(failure?.code == .limitExceeded)
    }
  }

  @Test func aNameOfManySeparatorsIsPassedOverOnce() throws {
    let dots = Text([UInt8](repeating: 0x2E, count: 300_000))
    let tree = Members([
      (dots + "a", .object(Members())), (dots + "b", .text("x")), ("", .null),
    ])
    let catalog = try CatalogBuilder.build(tree, schema: CatalogFixture.schema())
    #expect(catalog.leafCount == 2)
    #expect(catalog.root.value == .object(tree))
  }

  /// Memory beyond 1 GiB is not to be had in a test; the limit is the same number.
  @Test func aCatalogOfMoreBytesThanItMayHaveIsRefused() throws {
    let tree = try JSON.parse(#"{"a": "x", "b": {"c": "y {{v}}"}}"#).object ?? Members()
    let schema = CatalogFixture.schema(separator: ".")
    func isBuilt(_ most: Int) -> Bool {
      (try? CatalogBuilder.build(tree, schema: schema, maximumBytes: most)) != nil
    }
    let least = try #require((1..<10_000).first(where: isBuilt))
    #expect([least - 1, least, least + 1].map(isBuilt) == [false, true, true])
    #expect {
      _ = try CatalogBuilder.build(tree, schema: schema, maximumBytes: least - 1)
    } throws: {
      ($0 as? Diagnostic)?.code == .limitExceeded
    }
  }
}
