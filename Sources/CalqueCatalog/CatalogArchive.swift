package import CalqueBase
package import CalqueTemplate

/// Compiled catalogs of several languages and namespaces in one region of memory, used in place.
package final class CatalogArchive: Sendable {
  /// Of the format of files that this library reads and writes.
  package static var version: Int { ArchiveLayout.version }

  package let memory: any MemoryRegion
  /// Number of the format that the catalogs follow.
  package let format: Int32
  package let schema: CatalogSchema
  package let source: SourceMark
  package let catalogs: [ArchivedCatalog]

  /// Opens an archive: its head and table are checked, its catalogs when they are first asked for.
  ///
  /// - Parameters:
  ///   - isTrusted: the host vouches for the catalogs, so that they are used unchecked.
  ///   - dialect: of a format by its number; nil for a number that is none.
  /// - Throws: `corrupt`; `unsupported` when another version or machine wrote it.
  package static func open(
    _ memory: any MemoryRegion, isTrusted: Bool = false, dialect: (Int32) -> PatternDialect?
  ) throws(Diagnostic) -> CatalogArchive {
    var reader = try ArchiveReader(memory.bytes, dialect: dialect)
    let sections = try reader.sections()
    return CatalogArchive(memory, reader, sections, isTrusted: isTrusted)
  }

  // No initializer that throws: Embedded Swift does not free the object then.
  private init(
    _ memory: any MemoryRegion, _ reader: ArchiveReader, _ sections: [ArchiveSection],
    isTrusted: Bool
  ) {
    self.memory = memory
    format = reader.format
    schema = reader.schema
    source = reader.source
    catalogs = sections.map { ArchivedCatalog($0, reader.schema, memory, isTrusted: isTrusted) }
  }

  /// Checks all catalogs, also those that have been checked before.
  ///
  /// - Throws: as `ArchivedCatalog.checked`.
  package func verify() throws(Diagnostic) {
    for catalog in catalogs { _ = try catalog.check() }
  }
}
