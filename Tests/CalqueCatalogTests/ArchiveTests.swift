import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate
import Testing

@Suite struct ArchiveTests {
  @Test func anArchiveGivesBackWhatWasPutIn() throws {
    let archive = try ArchiveFixture.open(try ArchiveFixture.bytes())
    #expect(archive.catalogs.count == 3)
    for (archived, (lng, ns, json)) in zip(archive.catalogs, ArchiveFixture.trees) {
      #expect(archived.lng == lng && archived.ns == ns)
      #expect(try archived.checked().root.value == JSON.parse(json))
    }
    let first = try archive.catalogs[0].checked()
    #expect(first.find("a.b")?.text == "deep")
    #expect(first.find("a.c.1")?.text == "é")
    #expect(first.keyBytes.contains(0x2E) && !first.keyBytes.contains(0x3A))
    #expect(first.leafCount == 7)
    #expect(archive.catalogs.map { $0.depth } == [3, 3, 1])
  }

  @Test func theSchemaAndTheSourceAreKept() throws {
    var syntax = InterpolationSyntax()
    syntax.prefix = "<%"
    syntax.nestingOptionsSeparator = "é"
    syntax.maxReplaces = 17
    syntax.escapeValue = false
    let schemas = [
      CatalogFixture.schema(), CatalogFixture.schema(separator: nil, flat: false),
      CatalogFixture.schema(separator: ""),
      CatalogSchema(
        compiler: PatternCompiler(dialect: .modern, syntax: syntax), keySeparator: "::",
        findsFlatKeys: true),
    ]
    for schema in schemas {
      let source = SourceMark(of: "the source")
      let bytes = ArchiveWriter.bytes(
        of: [], schema: schema, format: ArchiveFixture.format, source: source
      ).bytes
      let archive = try ArchiveFixture.open(bytes)
      #expect(archive.schema == schema)
      #expect(archive.source == source && archive.source != SourceMark(of: "another"))
    }
  }

  @Test func compilingTheSameAgainGivesTheSameBytes() throws {
    #expect(try ArchiveFixture.bytes() == ArchiveFixture.bytes())
  }

  @Test func sectionsAreAligned() throws {
    let bytes = try ArchiveFixture.bytes()
    #expect(bytes.count % 64 == 0)
    for entry in stride(from: 144, to: 144 + 3 * 48, by: 48) {
      #expect(bytes[entry + 24] % 64 == 0)
    }
  }

  @Test func aFileOfAnotherKindOrVersionIsRefused() throws {
    let good = try ArchiveFixture.bytes()
    let cases: [(offset: Int, byte: UInt8, code: DiagnosticCode)] = [
      (0, 0x7B, .corrupt), (8, 1, .unsupported), (12, 1, .unsupported), (32, 99, .unsupported),
      (36, 99, .unsupported), (144, 3, .unsupported), (44, 0xFF, .corrupt), (16, 1, .corrupt),
    ]
    for (offset, byte, code) in cases {
      var bytes = good
      bytes[offset] = byte
      ArchiveSeal.set(in: &bytes)
      let error = #expect(throws: Diagnostic.self) { try ArchiveFixture.open(bytes) }
      #expect(error?.code == code, "offset \(offset)")
    }
  }

  @Test func aNamespaceTwiceIsRefused() throws {
    let tree = ArchiveFixture.trees[0]
    let bytes = try ArchiveFixture.bytes([tree, tree])
    #expect(throws: Diagnostic.self) { try ArchiveFixture.open(bytes) }
  }

  @Test func anErrorNamesTheBundle() throws {
    var bytes = try ArchiveFixture.bytes()
    bytes[bytes.count - 200] ^= 1
    let error = #expect(throws: Diagnostic.self) { try ArchiveFixture.open(bytes) }
    #expect(error?.code == .corrupt && error?.path == "ru.a")
  }

  @Test func onlyWhatIsAskedForIsChecked() throws {
    var bytes = try ArchiveFixture.bytes()
    bytes[bytes.count - 200] ^= 1
    let memory = bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    let archive = try CatalogArchive.open(memory) { _ in .modern }
    #expect(archive.catalogs[0].catalog?.find("p")?.text == "x")
    #expect(!archive.catalogs[2].takeDamage())
    #expect(archive.catalogs[2].catalog == nil)
    #expect(throws: Diagnostic.self) { try archive.catalogs[2].checked() }
    // Told once.
    #expect(archive.catalogs[2].takeDamage() && !archive.catalogs[2].takeDamage())
    #expect(!archive.catalogs[0].takeDamage())
    #expect(throws: Diagnostic.self) { try archive.verify() }
  }
}
