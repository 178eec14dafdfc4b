package import CalqueBase

/// A file of catalogs: `docs/catalog-format.md` describes it for readers of files.
///
/// In order: head, one entry for each section, texts, zeros up to a multiple of 64, sections.
/// Numbers are in the byte order of the machine; offsets count from the start of the file. Texts
/// stand one behind the other, in the order in which the head and the table name them, and so do
/// sections.
///
/// | offset in the head | size | what |
/// |---|---|---|
/// | 0 | 8 | `magic` |
/// | 8 | 4 | `byteOrder` |
/// | 12 | 4 | `version` |
/// | 16 | 8 | bytes of the file |
/// | 24 | 8 | checksum of all from `checkedFrom` to the first section |
/// | 32 | 4 | `CatalogLayout.version` |
/// | 36 | 4 | format |
/// | 40 | 4 | number of sections |
/// | 44 | 4 | `ArchiveFlags` |
/// | 48 | 16 | two checksums of the source, 0 when it is not a single file |
/// | 64 | 4 | `maxReplaces` |
/// | 68 | 4 | 0 |
/// | 72 | 72 | texts of the schema, an offset and a length each, as `CatalogSchema.texts` |
///
/// | offset in an entry | size | what |
/// |---|---|---|
/// | 0 | 4 | kind: 1, a catalog; 2, locale data, of which there is one at most |
/// | 4 | 4 | how deep its tree is |
/// | 8 | 8 | language: offset and length |
/// | 16 | 8 | namespace: offset and length |
/// | 24 | 8 | offset of the section |
/// | 32 | 8 | its length, a multiple of 64 |
/// | 40 | 8 | its checksum |
enum ArchiveLayout {
  /// No text begins with these bytes, and a transfer that converts line ends damages them.
  static let magic: [UInt8] = [0x89, 0x43, 0x41, 0x4C, 0x51, 0x0D, 0x0A, 0x1A]
  static let byteOrder = 0x0102_0304
  static let version = 3
  static let checksumAt = 24
  static let checkedFrom = 32
  static let headSize = 144
  static let entrySize = 48
  static let alignment = 64
  static let catalogKind = 1
  static let localesKind = 2

  static func aligned(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }
}

/// The yes-or-no members of a `CatalogSchema`.
struct ArchiveFlags: OptionSet {
  let rawValue: UInt32

  static let escapeValue = ArchiveFlags(rawValue: 1)
  static let useRawValueToEscape = ArchiveFlags(rawValue: 2)
  static let skipOnVariables = ArchiveFlags(rawValue: 4)
  static let alwaysFormat = ArchiveFlags(rawValue: 8)
  static let findsFlatKeys = ArchiveFlags(rawValue: 16)
  static let splitsKeys = ArchiveFlags(rawValue: 32)

  static let known = ArchiveFlags(rawValue: 63)
}

/// Identifies the content of a source file by two independent checksums.
package struct SourceMark: Equatable, Sendable {
  let first: UInt64
  let second: UInt64
}

extension SourceMark {
  /// No source.
  package init() { self.init(first: 0, second: 0) }

  package init(of content: Text) {
    self.init(
      first: Checksum.of(content), second: Checksum.of(content, seed: UInt64(content.count) + 1))
  }
}

/// The checksums of an archive.
package enum ArchiveSeal {
  /// Computes the checksums of all sections and of the head, and writes them to their places.
  ///
  /// Ranges that the table places outside the file are skipped, because tests seal damaged files.
  package static func set(in bytes: inout [UInt8]) {
    guard bytes.count >= ArchiveLayout.headSize else { return }
    var first = bytes.count
    for position in 0..<number(bytes, 40) {
      let entry = ArchiveLayout.headSize + position * ArchiveLayout.entrySize
      guard entry + ArchiveLayout.entrySize <= bytes.count else { break }
      let offset = number(bytes, entry + 24)
      let length = number(bytes, entry + 32)
      guard offset >= ArchiveLayout.headSize, offset + length <= bytes.count else { continue }
      if position == 0 { first = offset }
      set(of: offset..<(offset + length), at: entry + 40, in: &bytes)
    }
    set(of: ArchiveLayout.checkedFrom..<first, at: ArchiveLayout.checksumAt, in: &bytes)
  }

  private static func set(of range: Range<Int>, at place: Int, in bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { bytes in
      let checked = UnsafeRawBufferPointer(rebasing: bytes[range])
      bytes.storeBytes(of: Checksum.of(checked), toByteOffset: place, as: UInt64.self)
    }
  }

  /// The lower half is enough for an offset inside an array.
  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
  }
}
