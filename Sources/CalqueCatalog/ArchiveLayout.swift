package import CalqueBase
package import CalqueTemplate

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
/// | 44 | 4 | bits of the schema, as `CatalogSchema.flags` |
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

/// Numbers at offsets that were checked.
extension UnsafeRawBufferPointer {
  func number(_ offset: Int) -> Int {
    Int(loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func wide(_ offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
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
    bytes.withUnsafeMutableBytes { bytes in
      let file = UnsafeRawBufferPointer(bytes)
      guard file.count >= ArchiveLayout.headSize else { return }
      func seal(_ range: Range<Int>, at place: Int) {
        let checksum = Checksum.of(UnsafeRawBufferPointer(rebasing: file[range]))
        bytes.storeBytes(of: checksum, toByteOffset: place, as: UInt64.self)
      }
      var first = file.count
      for position in 0..<file.number(40) {
        let entry = ArchiveLayout.headSize + position * ArchiveLayout.entrySize
        guard entry + ArchiveLayout.entrySize <= file.count else { break }
        // The lower half is enough for an offset inside an array.
        let (offset, length) = (file.number(entry + 24), file.number(entry + 32))
        guard offset >= ArchiveLayout.headSize, offset + length <= file.count else { continue }
        if position == 0 { first = offset }
        seal(offset..<(offset + length), at: entry + 40)
      }
      seal(ArchiveLayout.checkedFrom..<first, at: ArchiveLayout.checksumAt)
    }
  }
}

/// The options that a catalog is compiled for: how keys are split and how texts are parsed.
package struct CatalogSchema: Sendable, Equatable {
  package var compiler: PatternCompiler
  /// Separates the parts of a key; nil when keys are not split.
  package var keySeparator: Text?
  /// `ignoreJSONStructure`: members whose names contain the separator are found too.
  package var findsFlatKeys: Bool

  package init(compiler: PatternCompiler, keySeparator: Text?, findsFlatKeys: Bool) {
    self.compiler = compiler
    self.keySeparator = keySeparator
    self.findsFlatKeys = findsFlatKeys
  }
}

/// A schema as stored in the head of an archive.
extension CatalogSchema {
  static let textCount = 9

  private static let findsFlatKeys: UInt32 = 16
  private static let splitsKeys: UInt32 = 32
  static let knownFlags: UInt32 = 63

  /// In the order of the file.
  var texts: [Text] {
    var (syntax, texts) = (compiler.syntax, [keySeparator ?? ""])
    syntax.eachText { texts.append($0) }
    return texts
  }

  /// A bit for each yes-or-no member of the syntax, then two of the schema itself.
  var flags: UInt32 {
    var (syntax, bit, flags): (_, UInt32, UInt32) = (compiler.syntax, 1, 0)
    syntax.eachFlag { isSet in
      if isSet { flags |= bit }
      bit <<= 1
    }
    if findsFlatKeys { flags |= Self.findsFlatKeys }
    return keySeparator == nil ? flags : flags | Self.splitsKeys
  }

  /// - Parameter texts: exactly `textCount` texts.
  init(dialect: PatternDialect, texts: [Text], flags: UInt32, maxReplaces: Int) {
    var (syntax, place, bit): (_, Int, UInt32) = (InterpolationSyntax(), 0, 1)
    syntax.eachText { text in
      place += 1
      text = texts[place]
    }
    syntax.eachFlag { isSet in
      isSet = flags & bit != 0
      bit <<= 1
    }
    syntax.maxReplaces = maxReplaces
    self.init(
      compiler: PatternCompiler(dialect: dialect, syntax: syntax),
      keySeparator: flags & Self.splitsKeys == 0 ? nil : texts[0],
      findsFlatKeys: flags & Self.findsFlatKeys != 0)
  }
}
