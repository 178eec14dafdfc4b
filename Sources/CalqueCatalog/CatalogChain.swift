package import CalqueBase

/// Catalogs in the order of look-up, merged into one table, so that a key of the last catalog is
/// found as fast as one of the first, and a missing key needs one search. Immutable.
package final class CatalogChain: @unchecked Sendable {
  // Unchecked: the memory is written before the chain is shared, and the catalogs retain the blobs.
  package let catalogs: [Catalog]
  /// For hot calls; valid while the chain exists.
  package let table: CatalogTable
  private let rule: CatalogSkips
  private let blobs: UnsafeMutablePointer<UnsafeRawPointer>
  /// nil for a single catalog, whose own table is used.
  private let merged: CatalogSlotTable?

  /// A slot cannot distinguish more catalogs than this.
  package static let mostCatalogs = 255

  /// - Parameters:
  ///   - skips: decides which records are skipped in favour of those of later catalogs.
  ///   - isMerged: whether there is a table over all; otherwise `table` is empty.
  package init(_ catalogs: [Catalog], _ skips: CatalogSkips, isMerged: Bool = true) {
    self.catalogs = catalogs
    rule = skips
    blobs = .allocate(capacity: max(catalogs.count, 1))
    for (layer, catalog) in catalogs.enumerated() {
      (blobs + layer).initialize(to: catalog.image.blob)
    }
    if isMerged, catalogs.count == 1, let only = catalogs.first {
      merged = nil
      table = only.table
    } else {
      let slots = Self.merge(isMerged ? catalogs : [], skips, UnsafePointer(blobs))
      merged = slots
      table = CatalogTable(slots: slots.slots, blobs: blobs)
    }
  }

  deinit {
    blobs.deallocate()
    merged?.deallocate()
  }

  /// Whether the chain consists of exactly these catalogs.
  package func serves(_ catalogs: [Catalog], _ skips: CatalogSkips) -> Bool {
    rule == skips && catalogs.count == self.catalogs.count
      && zip(catalogs, self.catalogs).allSatisfy { $0 === $1 }
  }

  // MARK: Merging

  /// A table with at most twice the slots that are needed.
  private static func merge(
    _ catalogs: [Catalog], _ skips: CatalogSkips, _ blobs: UnsafePointer<UnsafeRawPointer>
  ) -> CatalogSlotTable {
    var taken = catalogs.reduce(0) { $0 + $1.image.slots.count / 2 + $1.image.slots.overflowCount }
    while true {
      let table = filled(for: taken, catalogs, skips, blobs)
      if CatalogSlotTable.count(for: table.used) == table.count { return table }
      // Catalogs mostly have the same keys, so that a smaller table suffices.
      taken = table.used
      table.deallocate()
    }
  }

  private static func filled(
    for entries: Int, _ catalogs: [Catalog], _ skips: CatalogSkips,
    _ blobs: UnsafePointer<UnsafeRawPointer>
  ) -> CatalogSlotTable {
    var table = CatalogSlotTable(entries: entries)
    for (layer, catalog) in catalogs.enumerated() {
      let layer = UInt8(truncatingIfNeeded: layer)
      catalog.image.slots.forEachWord { word in
        let offset = CatalogSlots.offset(of: word)
        let record = catalog.image.record(at: offset)
        guard !skips.skips(record) else { return }
        table.add(record, layer: layer, offset: offset, in: blobs, isNew: false)
      }
    }
    table.finish(blobs)
    return table
  }
}

/// The fields of a chain that hot calls read. Trivial to copy.
package struct CatalogTable {
  let slots: CatalogSlots
  let blobs: UnsafePointer<UnsafeRawPointer>

  /// The first record of a key followed by a suffix that is not skipped; of one catalog alone also one
  /// that is.
  ///
  /// - Complexity: reads one slot and one record for a key that exists.
  @inline(__always)
  package func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ mark: KeyMark, _ suffix: ShortText = .empty
  ) -> CatalogRecord? {
    switch slots.probe(mark.hash) {
    case .nothing: return nil
    case .further: return further(key, count, suffix, mark.hash)
    case .word(let word):
      let offset = CatalogSlots.offset(of: word)
      let record = CatalogRecord(start: blobs[CatalogSlots.layer(of: word)] + offset)
      return record.hasKey(key, count, suffix, mark.word)
        ? record : further(key, count, suffix, mark.hash)
    }
  }

  /// A function of its own, so that nothing is kept for it.
  @inline(never)
  private func further(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ suffix: ShortText, _ hash: UInt64
  ) -> CatalogRecord? {
    suffix.withBytes { record(key, count, $0, hash) }
  }

  /// As `record`, with a suffix of any length.
  ///
  /// - Parameter hash: of both together.
  package func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ suffix: Bytes, _ hash: UInt64
  ) -> CatalogRecord? {
    slots.find(SoughtKey(key, count, suffix, hash: hash), in: blobs)
      .map { CatalogSlots.record($0, blobs) }
  }
}
