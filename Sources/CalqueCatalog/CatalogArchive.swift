package import CalqueBase
package import CalqueTemplate

/// Compiled catalogs of several languages and namespaces in one region of memory, used in place.
package final class CatalogArchive: Sendable {
  private typealias Checked = (catalog: Catalog, depth: Int)

  /// Of the format of files that this library reads and writes.
  package static var version: Int { ArchiveLayout.version }

  package let memory: any MemoryRegion
  /// Number of the format that the catalogs follow.
  package let format: Int32
  package let schema: CatalogSchema
  package let source: SourceMark
  let sections: [ArchiveSection]
  /// What has been checked already, by position.
  private let checked: Mutex<[Checked?]>

  /// Opens an archive: its head and table are checked, its catalogs when they are first asked for.
  ///
  /// - Parameter dialect: of a format by its number; nil for a number that is none.
  /// - Throws: `corrupt`; `unsupported` when another version or machine wrote it.
  package static func open(
    _ memory: any MemoryRegion, dialect: (Int32) -> PatternDialect?
  ) throws(Diagnostic) -> CatalogArchive {
    var reader = try ArchiveReader(memory.bytes, dialect: dialect)
    let sections = try reader.sections()
    return CatalogArchive(memory, reader, sections)
  }

  // No initializer that throws: Embedded Swift does not free the object then.
  private init(
    _ memory: any MemoryRegion, _ reader: ArchiveReader, _ sections: [ArchiveSection]
  ) {
    self.memory = memory
    format = reader.format
    schema = reader.schema
    source = reader.source
    self.sections = sections
    checked = Mutex([Checked?](repeating: nil, count: sections.count))
  }

  package var count: Int { sections.count }

  package func name(at position: Int) -> (lng: Text, ns: Text) {
    (sections[position].lng, sections[position].ns)
  }

  /// A catalog in place, with the depth of its tree.
  ///
  /// - Throws: `corrupt`, `unsupported`.
  /// - Complexity: O(bytes of the catalog) for the first call, O(1) for the others.
  package func catalog(at position: Int) throws(Diagnostic) -> (catalog: Catalog, depth: Int) {
    if let known = checked.withLock({ $0[position] }) { return known }
    let found = try check(position)
    checked.withLock { $0[position] = found }
    return found
  }

  /// Checks all catalogs, also those that have been checked before.
  package func verify() throws(Diagnostic) {
    for position in sections.indices { _ = try check(position) }
  }

  private func check(_ position: Int) throws(Diagnostic) -> Checked {
    let section = sections[position]
    do throws(Diagnostic) {
      let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[section.range])
      guard Checksum.of(bytes) == section.checksum else {
        throw Diagnostic(.corrupt, "the checksum of a catalog is another")
      }
      let (image, depth) = try CatalogImage.validated(bytes)
      return (Catalog(image: image, schema: schema, memory: memory), depth)
    } catch {
      var error = error
      error.path = section.lng + "." + section.ns
      throw error
    }
  }
}
