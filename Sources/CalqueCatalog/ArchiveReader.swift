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

  init(_ bytes: UnsafeRawBufferPointer, dialect: (Int32) -> PatternDialect?) throws(Diagnostic) {
    self.bytes = bytes
    try Self.checkStart(bytes)
    count = bytes.number(40)
    nextText = ArchiveLayout.headSize + count * ArchiveLayout.entrySize
    format = Int32(truncatingIfNeeded: bytes.number(36))
    guard let dialect = dialect(format) else {
      throw Diagnostic(.unsupported, "this version does not know the format of the catalogs")
    }
    let flags = UInt32(truncatingIfNeeded: bytes.number(44))
    guard flags <= CatalogSchema.knownFlags, nextText <= bytes.count else {
      throw Diagnostic(.corrupt, "the header of the catalog file is damaged")
    }
    source = SourceMark(first: bytes.wide(48), second: bytes.wide(56))
    var texts: [Text] = []
    for position in 0..<CatalogSchema.textCount {
      texts.append(try Self.text(bytes, at: 72 + 8 * position, &nextText))
    }
    schema = CatalogSchema(
      dialect: dialect, texts: texts, flags: flags, maxReplaces: bytes.number(64))
  }

  /// Checks that the bytes are a complete archive of this version.
  private static func checkStart(_ bytes: UnsafeRawBufferPointer) throws(Diagnostic) {
    guard bytes.starts(with: ArchiveLayout.magic) else {
      throw Diagnostic(.corrupt, "not a catalog file")
    }
    guard bytes.count >= ArchiveLayout.headSize else {
      throw Diagnostic(.corrupt, "the catalog file is truncated")
    }
    guard bytes.number(8) == ArchiveLayout.byteOrder else {
      throw Diagnostic(
        .unsupported, "the catalog file was made for machines of the other byte order")
    }
    guard bytes.number(12) == ArchiveLayout.version,
      bytes.number(32) == Int(CatalogLayout.version)
    else { throw Diagnostic(.unsupported, "the catalog file was made by another version") }
    guard bytes.wide(16) == UInt64(bytes.count) else {
      throw Diagnostic(.corrupt, "the length of the catalog file differs from that in its header")
    }
  }

  // MARK: The table

  /// - Throws: `corrupt` when the sections do not fill the file without gaps, or two are for the
  ///   same language and namespace.
  mutating func sections() throws(Diagnostic) -> [ArchiveSection] {
    var sections: [ArchiveSection] = []
    var seen = TextSet()
    for position in 0..<count {
      let section = try section(at: ArchiveLayout.headSize + position * ArchiveLayout.entrySize)
      sections.append(section)
      let isCatalog = section.kind == ArchiveLayout.catalogKind
      // With the length, no other language and namespace make the same text.
      var name = Text()
      if isCatalog {
        name.append(decimal: section.lng.count)
        name += ":\(section.lng)\(section.ns)"
      }
      guard seen.insert(name) else {
        throw Diagnostic(
          .corrupt,
          isCatalog
            ? "the catalog file contains a namespace twice"
            : "the catalog file contains locale data twice")
      }
    }
    try checkRanges(sections)
    return sections
  }

  private func checkRanges(_ sections: [ArchiveSection]) throws(Diagnostic) {
    let first = sections.first?.range.lowerBound ?? bytes.count
    var (end, hasGaps) = (first, false)
    for section in sections {
      hasGaps = hasGaps || section.range.lowerBound != end
      end = section.range.upperBound
    }
    guard !hasGaps, end == bytes.count, first % ArchiveLayout.alignment == 0, first >= nextText
    else { throw Self.damagedTable }
    let checked = UnsafeRawBufferPointer(rebasing: bytes[ArchiveLayout.checkedFrom..<first])
    guard Checksum.of(checked) == bytes.wide(ArchiveLayout.checksumAt) else {
      throw Diagnostic(.corrupt, "the checksum of the catalog file does not match")
    }
  }

  private static var damagedTable: Diagnostic {
    Diagnostic(.corrupt, "the table of the catalog file is damaged")
  }

  private mutating func section(at entry: Int) throws(Diagnostic) -> ArchiveSection {
    let kind = bytes.number(entry)
    guard kind == ArchiveLayout.catalogKind || kind == ArchiveLayout.localesKind else {
      throw Diagnostic(.unsupported, "the catalog file contains a section of an unknown kind")
    }
    guard let offset = Int(exactly: bytes.wide(entry + 24)),
      let length = Int(exactly: bytes.wide(entry + 32)), offset <= bytes.count,
      length <= bytes.count - offset, length % ArchiveLayout.alignment == 0
    else { throw Self.damagedTable }
    return ArchiveSection(
      kind: kind, lng: try Self.text(bytes, at: entry + 8, &nextText),
      ns: try Self.text(bytes, at: entry + 16, &nextText), depth: bytes.number(entry + 4),
      range: offset..<(offset + length), checksum: bytes.wide(entry + 40))
  }

  /// The text whose offset and length are stored at an offset.
  @inline(never)
  private static func text(
    _ bytes: UnsafeRawBufferPointer, at place: Int, _ next: inout Int
  ) throws(Diagnostic) -> Text {
    let (offset, count) = (bytes.number(place), bytes.number(place + 4))
    guard offset == next, offset <= bytes.count, count <= bytes.count - offset else {
      throw Diagnostic(.corrupt, "the texts of the catalog file are damaged")
    }
    next = offset + count
    let text = Text(Array(bytes[offset..<(offset + count)]))
    guard text.isUTF8 else { throw Diagnostic(.corrupt, "a text of a catalog file is not UTF-8") }
    return text
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
