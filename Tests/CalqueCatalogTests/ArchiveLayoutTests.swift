import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate
import Testing

/// The properties that existing files rely on.
@Suite struct ArchiveLayoutTests {
  /// Fails when the bytes of files change: raise the version of the file or of the layout then, so
  /// that files written before are refused and not misread, and note the new checksum here.
  @Test func aVersionOfTheLayoutIsOneSequenceOfBytes() throws {
    let known: [String: UInt64] = ["3.5": 11_306_937_189_000_521_050]
    let bytes = try ArchiveFixture.bytes()
    let checksum = bytes.withUnsafeBytes { Checksum.of($0) }
    let version = "\(CatalogArchive.version).\(CatalogLayout.version)"
    #expect(known[version] == checksum, "\(checksum)")
  }

  /// Values of the reference implementation of XXH64.
  @Test(
    arguments: [
      ("", 0, 0xEF46_DB37_51D8_E999), ("a", 0, 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0, 0x44BC_2CF5_AD77_0999), ("", 1, 0xD5AF_BA13_36A3_BE4B),
    ] as [(Text, UInt64, UInt64)])
  func checksumsAreThoseOfXXH64(text: Text, seed: UInt64, expected: UInt64) {
    #expect(Checksum.of(text, seed: seed) == expected)
  }

  @Test(
    arguments: [
      (32, 0, 0xCBF5_9C51_16FF_32B4), (100, 0, 0x6AC1_E580_3216_6597),
      (100, 7, 0x8065_3E7E_9B88_7CDD),
    ] as [(Int, UInt64, UInt64)])
  func longChecksumsToo(count: Int, seed: UInt64, expected: UInt64) {
    let bytes = Text((0..<count).map { UInt8($0) })
    #expect(Checksum.of(bytes, seed: seed) == expected)
  }

  @Test func deepTreesAreTakenUpToTheLimitOfCatalogs() throws {
    for (depth, isTaken) in [(511, true), (512, true), (513, false)] {
      var tree = Value.object(Members())
      for _ in 1..<depth { tree = .object(Members([("a", tree)])) }
      let catalog = try CatalogBuilder.build(
        tree.object ?? Members(), schema: CatalogFixture.schema(separator: nil))
      let bytes = ArchiveWriter.bytes(
        of: [(lng: "en", ns: "a", catalog: catalog)],
        schema: CatalogFixture.schema(separator: nil), format: ArchiveFixture.format
      ).bytes
      if isTaken {
        #expect(try ArchiveFixture.open(bytes).catalogs[0].depth == depth)
      } else {
        #expect(throws: Diagnostic.self) { try ArchiveFixture.open(bytes) }
      }
    }
  }
}
