package import CalqueBase
import Synchronization

/// A catalog of an archive, checked on first use. Threads never wait: when several use it first at
/// the same time, each checks it and the first result is kept.
package final class ArchivedCatalog: @unchecked Sendable {
  // Unchecked: what changes is atomic, and the pointer is to an immutable object.
  let section: ArchiveSection
  private let isTrusted: Bool
  private let schema: CatalogSchema
  private let memory: MemoryRegion
  /// The checked catalog, retained.
  private let found = Atomic<UnsafeRawPointer?>(nil)
  private let isDamaged = Atomic<Bool>(false)
  private let isTold = Atomic<Bool>(false)

  /// - Parameter isTrusted: the host vouches for its contents, which only `check` examines.
  init(
    _ section: ArchiveSection, _ schema: CatalogSchema, _ memory: MemoryRegion,
    isTrusted: Bool
  ) {
    self.section = section
    self.isTrusted = isTrusted
    self.schema = schema
    self.memory = memory
  }

  deinit {
    if let known = found.load(ordering: .acquiring) {
      Unmanaged<Catalog>.fromOpaque(known).release()
    }
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
      return kept(isTrusted ? try trusted() : try check())
    } catch {
      isDamaged.store(true, ordering: .relaxed)
      throw error
    }
  }

  /// Checks the catalog, even if it has been checked before.
  func check() throws(Diagnostic) -> Catalog {
    try named { (bytes) throws(Diagnostic) in
      guard Checksum.of(bytes) == section.checksum else {
        throw Diagnostic(.corrupt, "the checksum of a catalog does not match")
      }
      let (image, depth) = try CatalogImage.validated(bytes)
      guard depth == section.depth else {
        throw Diagnostic(.corrupt, "the depth of a catalog differs from that in the file")
      }
      return image
    }
  }

  private func trusted() throws(Diagnostic) -> Catalog {
    try named { (bytes) throws(Diagnostic) in try CatalogImage.trusted(bytes) }
  }

  /// The catalog of an image; errors name its language and namespace.
  private func named(
    _ image: (UnsafeRawBufferPointer) throws(Diagnostic) -> CatalogImage
  ) throws(Diagnostic) -> Catalog {
    do throws(Diagnostic) {
      let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[section.range])
      return Catalog(image: try image(bytes), schema: schema, memory: memory)
    } catch {
      var error = error
      error.path = section.lng + "." + section.ns
      throw error
    }
  }

  /// True in the first call after the catalog was found damaged, false in later ones.
  package func takeDamage() -> Bool {
    isDamaged.load(ordering: .relaxed) && !isTold.exchange(true, ordering: .relaxed)
  }

  private var known: Catalog? {
    found.load(ordering: .acquiring).map { Unmanaged<Catalog>.fromOpaque($0).takeUnretainedValue() }
  }

  private func kept(_ catalog: Catalog) -> Catalog {
    let own = Unmanaged.passRetained(catalog)
    let (isFirst, known) = found.compareExchange(
      expected: nil, desired: UnsafeRawPointer(own.toOpaque()), ordering: .acquiringAndReleasing)
    guard !isFirst, let known else { return catalog }
    own.release()
    return Unmanaged<Catalog>.fromOpaque(known).takeUnretainedValue()
  }
}
