package import CalqueBase
package import CalqueTemplate

/// Compiled catalogs of several languages and namespaces in one region of memory, used in place.
package final class CatalogArchive: Sendable {
  /// The version of the file format that this library reads and writes.
  package static var version: Int { ArchiveLayout.version }

  package let memory: MemoryRegion
  /// The number of the catalogs' format.
  package let format: Int32
  package let schema: CatalogSchema
  package let source: SourceMark
  package let catalogs: [ArchivedCatalog]
  /// The locale data in the file, which is checked when it is read.
  package let locales: MemoryRegion?
  private let localesChecksum: UInt64

  /// Opens an archive and checks its head and table. Its catalogs are checked on first use.
  ///
  /// - Parameters:
  ///   - isTrusted: the host vouches for the catalogs, which are then used unchecked.
  ///   - dialect: returns the dialect of a format by its number; nil for an unknown number.
  /// - Throws: `corrupt`; `unsupported` for another version or byte order.
  package static func open(
    _ memory: MemoryRegion, isTrusted: Bool = false, dialect: (Int32) -> PatternDialect?
  ) throws(Diagnostic) -> CatalogArchive {
    var reader = try ArchiveReader(memory.bytes, dialect: dialect)
    let sections = try reader.sections()
    return CatalogArchive(memory, reader, sections, isTrusted: isTrusted)
  }

  // Not a throwing initializer: Embedded Swift does not free the object when one throws.
  private init(
    _ memory: MemoryRegion, _ reader: ArchiveReader, _ sections: [ArchiveSection],
    isTrusted: Bool
  ) {
    self.memory = memory
    format = reader.format
    schema = reader.schema
    source = reader.source
    let locales = sections.first { $0.kind == ArchiveLayout.localesKind }
    self.locales = locales.map {
      MemoryRegion(memory.start + $0.range.lowerBound, $0.range.count, of: memory)
    }
    localesChecksum = locales?.checksum ?? 0
    catalogs = sections.filter { $0.kind == ArchiveLayout.catalogKind }
      .map { ArchivedCatalog($0, reader.schema, memory, isTrusted: isTrusted) }
  }

  /// The bytes of the same file with other locale data.
  ///
  /// - Throws: `corrupt` for a catalog that had not been checked yet.
  package func bytes(with locales: [UInt8]) throws(Diagnostic) -> Text {
    var bundles: [ArchiveBundle] = []
    for archived in catalogs {
      let catalog = try archived.checked()
      bundles.append(ArchiveBundle(lng: archived.lng, ns: archived.ns, catalog: catalog))
    }
    return ArchiveWriter.bytes(
      of: bundles, locales: locales, schema: schema, format: format, source: source)
  }

  /// Checks all catalogs and the locale data, including those checked before.
  ///
  /// - Throws: as `ArchivedCatalog.checked`.
  package func verify() throws(Diagnostic) {
    for catalog in catalogs { _ = try catalog.check() }
    if let locales, Checksum.of(locales.bytes) != localesChecksum {
      throw Diagnostic(.corrupt, "the checksum of the locale data does not match")
    }
  }
}
