package import CalqueBase
package import CalqueTemplate
import Synchronization

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
      bundles.append((archived.lng, archived.ns, try archived.checked()))
    }
    return ArchiveWriter.bytes(
      of: bundles, locales: locales, schema: schema, format: format, source: source)
  }

  /// Checks all catalogs and the locale data, including those checked before.
  ///
  /// - Throws: as `ArchivedCatalog.checked`.
  package func verify() throws(Diagnostic) {
    for catalog in catalogs { _ = try catalog.read(isTrusted: false) }
    if let locales, Checksum.of(locales.bytes) != localesChecksum {
      throw Diagnostic(.corrupt, "the checksum of the locale data does not match")
    }
  }
}

/// A catalog of an archive, checked on first use. Threads never wait: when several use it first at
/// the same time, each checks it and the first result is kept.
package final class ArchivedCatalog: Sendable {
  let section: ArchiveSection
  private let isTrusted: Bool
  private let schema: CatalogSchema
  private let memory: MemoryRegion
  /// The checked catalog.
  private let found = KeptObjects<Catalog>(capacity: 1)
  private let isDamaged = Atomic<Bool>(false)
  private let isTold = Atomic<Bool>(false)

  /// - Parameter isTrusted: the host vouches for its contents, which only `verify` examines.
  init(
    _ section: ArchiveSection, _ schema: CatalogSchema, _ memory: MemoryRegion,
    isTrusted: Bool
  ) {
    self.section = section
    self.isTrusted = isTrusted
    self.schema = schema
    self.memory = memory
  }

  package var lng: Text { section.lng }

  package var ns: Text { section.ns }

  /// The depth of the tree.
  package var depth: Int { section.depth }

  /// nil when it is damaged.
  ///
  /// - Complexity: O(bytes of the catalog) for the first call; O(1) for later ones and for trusted
  ///   catalogs.
  package var catalog: Catalog? {
    if let known { return known }
    return isDamaged.load(ordering: .relaxed) ? nil : try? checked()
  }

  /// - Throws: `corrupt`, `unsupported`; the path is the language and the namespace.
  /// - Complexity: as `catalog`, except that a damaged catalog is checked each time.
  package func checked() throws(Diagnostic) -> Catalog {
    if let known { return known }
    do throws(Diagnostic) {
      let catalog = try read(isTrusted: isTrusted)
      return found.keep(catalog, 0) ? catalog : known ?? catalog
    } catch {
      isDamaged.store(true, ordering: .relaxed)
      throw error
    }
  }

  /// Checks the catalog, even if it has been checked before. Errors name the language and the
  /// namespace.
  ///
  /// - Parameter isTrusted: reads it unchecked.
  func read(isTrusted: Bool) throws(Diagnostic) -> Catalog {
    let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[section.range])
    do throws(Diagnostic) {
      guard isTrusted || Checksum.of(bytes) == section.checksum else {
        throw Diagnostic(.corrupt, "the checksum of a catalog does not match")
      }
      let image = try CatalogImage.trusted(bytes)
      let depth = isTrusted ? section.depth : try CatalogImageCheck.depth(of: image)
      guard depth == section.depth else {
        throw Diagnostic(.corrupt, "the depth of a catalog differs from that in the file")
      }
      return Catalog(image: image, schema: schema, memory: memory)
    } catch {
      var error = error
      error.path = "\(section.lng).\(section.ns)"
      throw error
    }
  }

  /// True in the first call after the catalog was found damaged, false in later ones.
  package func takeDamage() -> Bool {
    isDamaged.load(ordering: .relaxed) && !isTold.exchange(true, ordering: .relaxed)
  }

  private var known: Catalog? { found.first(0) { _ in true }?.takeUnretainedValue() }
}
