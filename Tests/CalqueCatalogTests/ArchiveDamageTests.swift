import CalqueBase
import CalqueCatalog
import CalqueJSON
import TestSupport
import Testing

/// Damaged files are refused; files whose checksums were made to fit again are refused too, or can
/// be read to their end.
@Suite struct ArchiveDamageTests {
  private func isRefused(_ bytes: [UInt8]) -> Bool {
    (try? ArchiveFixture.open(bytes)) == nil
  }

  /// Reads a damaged file whose checksums fit again to its end, if it is not refused.
  ///
  /// - Returns: whether it was opened.
  @discardableResult
  private func isOpenedWithoutHarm(_ damaged: [UInt8]) -> Bool {
    var bytes = damaged
    ArchiveSeal.set(in: &bytes)
    guard let archive = try? ArchiveFixture.open(bytes) else { return false }
    #expect(throws: Never.self) { try ArchiveFixture.readAll(archive) }
    return true
  }

  @Test func everyBitCountsOfASmallFile() throws {
    var bytes = try ArchiveFixture.bytes()
    for offset in bytes.indices {
      for bit in 0..<8 {
        bytes[offset] ^= 1 << bit
        if !isRefused(bytes) { Issue.record("byte \(offset), bit \(bit) does not count") }
        bytes[offset] ^= 1 << bit
      }
    }
    #expect(!isRefused(bytes))
  }

  @Test func everyByteMayBeAnythingWhenTheChecksumsFit() throws {
    var bytes = try ArchiveFixture.bytes()
    var opened = 0
    for offset in bytes.indices {
      let good = bytes[offset]
      for byte in [good ^ 1, good ^ 0x80, 0, 1, 0x7F, 0x80, 0xFF, good &+ 4] {
        bytes[offset] = byte
        if isOpenedWithoutHarm(bytes), byte != good { opened += 1 }
      }
      bytes[offset] = good
    }
    #expect(opened > 0, "damage in texts is not refused, so such files must have been read")
  }

  @Test func everyNumberMayBeAnythingWhenTheChecksumsFit() throws {
    var bytes = try ArchiveFixture.bytes()
    var opened = 0
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      let good = Array(bytes[offset..<(offset + 4)])
      for number: UInt32 in [0, 1, 8, 63, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, UInt32.max] {
        bytes.withUnsafeMutableBytes {
          $0.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
        }
        if isOpenedWithoutHarm(bytes), Array(bytes[offset..<(offset + 4)]) != good { opened += 1 }
      }
      bytes.replaceSubrange(offset..<(offset + 4), with: good)
    }
    #expect(opened > 0, "some numbers are not checked, so such files must have been read")
  }

  @Test func everyShorterAndLongerFileIsRefused() throws {
    let bytes = try ArchiveFixture.bytes()
    for count in bytes.indices {
      let short = Array(bytes[..<count])
      #expect(isRefused(short))
      isOpenedWithoutHarm(short)
    }
    for more in [1, 63, 64, 128] {
      #expect(isRefused(bytes + [UInt8](repeating: 0, count: more)))
    }
  }

  @Test func aLargeFileWithRandomDamageIsRefused() throws {
    var dice = Dice(8)
    let members = (0..<3000).map { number -> (Text, Value) in
      (Text("group\(number % 40).key\(number)"), .text(Text("Text {{name}} number \(number)")))
    }
    let catalog = try CatalogBuilder.build(Members(members), schema: CatalogFixture.schema())
    let good = ArchiveWriter.bytes(
      of: [(lng: "en", ns: "a", catalog: catalog)], schema: CatalogFixture.schema(),
      format: ArchiveFixture.format
    ).bytes
    #expect(!isRefused(good))
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<(Int.random(in: 1...8, using: &dice)) {
        let offset = Int.random(in: bytes.indices, using: &dice)
        bytes[offset] ^= UInt8.random(in: 1...255, using: &dice)
      }
      #expect(isRefused(bytes))
      isOpenedWithoutHarm(bytes)
    }
  }

  /// Keys that were chosen to have the same slot, of 512: those that find none stand behind the slots.
  @Test func crowdedSlotsAreTaken() throws {
    for count in [8, 31, 32, 33, 200] {
      var members = Members()
      var number: Int64 = 0
      while members.count < count {
        let name = Decimal.text(of: number)
        if KeyHash.of(name) & 511 == 0 { members[name] = .text("x") }
        number += 1
      }
      let catalog = try CatalogBuilder.build(members, schema: CatalogFixture.schema())
      for name in members.keys { #expect(catalog.find(name)?.text == "x") }
      let bytes = ArchiveWriter.bytes(
        of: [(lng: "en", ns: "a", catalog: catalog)],
        schema: CatalogFixture.schema(), format: ArchiveFixture.format
      ).bytes
      #expect(!isRefused(bytes))
    }
  }
}
