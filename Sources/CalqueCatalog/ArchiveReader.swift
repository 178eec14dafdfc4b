import CalqueBase
import CalqueTemplate

/// Reads the head and the table of an archive. Each range is checked before it is read.
struct ArchiveReader {
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the next text. Texts are stored in the order in which they are named.
  private var nextText: Int
  private let count: Int
  let format: Int32
  let schema: CatalogSchema
  let source: SourceMark

  init(
    _ bytes: UnsafeRawBufferPointer, dialect: (Int32) -> PatternDialect?
  ) throws(Diagnostic) {
    self.bytes = bytes
    try Self.checkStart(bytes)
    let raw = RawNumbers(bytes)
    count = raw.number(40)
    nextText = ArchiveLayout.headSize + count * ArchiveLayout.entrySize
    format = Int32(truncatingIfNeeded: raw.number(36))
    guard let dialect = dialect(format) else {
      throw Diagnostic(.unsupported, "this version does not know the format of the catalogs")
    }
    let flags = ArchiveFlags(rawValue: UInt32(truncatingIfNeeded: raw.number(44)))
    guard flags.isSubset(of: .known), nextText <= bytes.count else {
      throw Diagnostic(.corrupt, "the header of the catalog file is damaged")
    }
    source = SourceMark(first: raw.wide(48), second: raw.wide(56))
    var texts: [Text] = []
    for position in 0..<CatalogSchema.textCount {
      texts.append(try Self.text(bytes, at: 72 + 8 * position, &nextText))
    }
    schema = CatalogSchema(
      dialect: dialect, texts: texts, flags: flags, maxReplaces: raw.number(64))
  }

  /// Checks that the bytes are a complete archive of this version.
  private static func checkStart(_ bytes: UnsafeRawBufferPointer) throws(Diagnostic) {
    guard bytes.starts(with: ArchiveLayout.magic) else {
      throw Diagnostic(.corrupt, "not a catalog file")
    }
    guard bytes.count >= ArchiveLayout.headSize else {
      throw Diagnostic(.corrupt, "the catalog file is truncated")
    }
    let raw = RawNumbers(bytes)
    guard raw.number(8) == ArchiveLayout.byteOrder else {
      throw Diagnostic(
        .unsupported, "the catalog file was made for machines of the other byte order")
    }
    guard raw.number(12) == ArchiveLayout.version, raw.number(32) == Int(CatalogLayout.version)
    else { throw Diagnostic(.unsupported, "the catalog file was made by another version") }
    guard raw.wide(16) == UInt64(bytes.count) else {
      throw Diagnostic(.corrupt, "the length of the catalog file differs from that in its header")
    }
  }

  // MARK: The table

  /// - Throws: `corrupt` when the sections do not fill the file without gaps, or two are for the
  ///   same language and namespace.
  mutating func sections() throws(Diagnostic) -> [ArchiveSection] {
    var sections: [ArchiveSection] = []
    var hasLocales = false
    var seen = TextTable<TextTable<Bool>>()
    for position in 0..<count {
      let section = try section(at: ArchiveLayout.headSize + position * ArchiveLayout.entrySize)
      sections.append(section)
      if section.kind == ArchiveLayout.localesKind {
        guard !hasLocales else {
          throw Diagnostic(.corrupt, "the catalog file contains locale data twice")
        }
        hasLocales = true
        continue
      }
      var namespaces = seen[section.lng] ?? TextTable()
      guard !namespaces.contains(section.ns) else {
        throw Diagnostic(.corrupt, "the catalog file contains a namespace twice")
      }
      namespaces[section.ns] = true
      seen[section.lng] = namespaces
    }
    try checkRanges(sections)
    return sections
  }

  private func checkRanges(_ sections: [ArchiveSection]) throws(Diagnostic) {
    let first = sections.first?.range.lowerBound ?? bytes.count
    var end = first
    for section in sections {
      guard section.range.lowerBound == end else {
        throw Diagnostic(.corrupt, "the table of the catalog file is damaged")
      }
      end = section.range.upperBound
    }
    guard end == bytes.count, first % ArchiveLayout.alignment == 0, first >= nextText else {
      throw Diagnostic(.corrupt, "the table of the catalog file is damaged")
    }
    let checked = UnsafeRawBufferPointer(rebasing: bytes[ArchiveLayout.checkedFrom..<first])
    guard Checksum.of(checked) == RawNumbers(bytes).wide(ArchiveLayout.checksumAt) else {
      throw Diagnostic(.corrupt, "the checksum of the catalog file does not match")
    }
  }

  private mutating func section(at entry: Int) throws(Diagnostic) -> ArchiveSection {
    let raw = RawNumbers(bytes)
    let kind = raw.number(entry)
    guard kind == ArchiveLayout.catalogKind || kind == ArchiveLayout.localesKind else {
      throw Diagnostic(.unsupported, "the catalog file contains a section of an unknown kind")
    }
    guard let offset = Int(exactly: raw.wide(entry + 24)),
      let length = Int(exactly: raw.wide(entry + 32)), offset <= bytes.count,
      length <= bytes.count - offset, length % ArchiveLayout.alignment == 0
    else { throw Diagnostic(.corrupt, "the table of the catalog file is damaged") }
    return ArchiveSection(
      kind: kind, lng: try Self.text(bytes, at: entry + 8, &nextText),
      ns: try Self.text(bytes, at: entry + 16, &nextText), depth: raw.number(entry + 4),
      range: offset..<(offset + length), checksum: raw.wide(entry + 40))
  }

  /// The text whose offset and length are stored at an offset.
  private static func text(
    _ bytes: UnsafeRawBufferPointer, at place: Int, _ next: inout Int
  ) throws(Diagnostic) -> Text {
    let raw = RawNumbers(bytes)
    let (offset, count) = (raw.number(place), raw.number(place + 4))
    guard offset == next, offset <= bytes.count, count <= bytes.count - offset else {
      throw Diagnostic(.corrupt, "the texts of the catalog file are damaged")
    }
    next = offset + count
    let text = Text(Array(bytes[offset..<(offset + count)]))
    let isValid = text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil }
    guard isValid else { throw Diagnostic(.corrupt, "a text of a catalog file is not UTF-8") }
    return text
  }
}

/// Numbers at offsets that were checked.
private struct RawNumbers {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func number(_ offset: Int) -> Int {
    Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func wide(_ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}

/// The location of a catalog in an archive, as stored in the table.
struct ArchiveSection: Sendable {
  let kind: Int
  let lng: Text
  let ns: Text
  /// The depth of its tree.
  let depth: Int
  let range: Range<Int>
  let checksum: UInt64
}
