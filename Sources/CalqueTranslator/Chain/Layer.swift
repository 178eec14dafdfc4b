import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// A catalog in the order of look-up. Trivial.
struct Layer {
  let table: CatalogTable
  let catalog: Unmanaged<Catalog>
  /// Where language and namespace are in those of the chain.
  let code: Int
  let namespace: Int
  /// Changes of the catalog, looked up before it.
  let front: CatalogTable?
  let changes: Unmanaged<Catalog>?

  @inline(__always)
  func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ mark: KeyMark, _ suffix: ShortText = .empty
  ) -> CatalogRecord? {
    if let front, let changed = Self.record(in: front, key, count, mark, suffix) { return changed }
    return table.record(key, count, mark, suffix)
  }

  /// The record of a key as it is.
  @inline(never)
  func record(_ key: Bytes) -> CatalogRecord? {
    key.baseAddress.flatMap { record($0, key.count, KeyHash($0, key.count).mark) }
  }

  /// Out of line, because few catalogs have changes.
  @inline(never)
  private static func record(
    in front: CatalogTable, _ key: UnsafePointer<UInt8>, _ count: Int, _ mark: KeyMark,
    _ suffix: ShortText
  ) -> CatalogRecord? { front.record(key, count, mark, suffix) }

  /// Its catalog or that of its changes, if an address is in it.
  func holds(_ address: UnsafeRawPointer) -> Unmanaged<Catalog>? {
    if catalog._withUnsafeGuaranteedRef({ $0.holds(address) }) { return catalog }
    return changes.flatMap { $0._withUnsafeGuaranteedRef { $0.holds(address) } ? $0 : nil }
  }

  /// The value of a record of its catalog or of its changes.
  func node(of record: CatalogRecord) -> CatalogNode {
    (holds(record.key) ?? catalog)._withUnsafeGuaranteedRef { $0.node(of: record) }
  }
}

/// The catalogs of a chain.
struct ChainCatalogs {
  /// Those that are searched, in that order.
  private(set) var layers: [Layer] = []
  /// The catalogs of the layers, and the resources set alone in them.
  private(set) var all: [Catalog] = []
  /// The first catalog that is passed over because it is damaged.
  private(set) var damaged: ArchivedCatalog?

  init(_ codes: [Text], _ namespaces: [Text], in store: Store) {
    for (namespace, ns) in namespaces.enumerated() {
      for (code, lng) in codes.enumerated() {
        guard let stored = store.stored(lng, ns) else { continue }
        if let catalog = stored.base {
          all.append(catalog)
          if let changes = stored.changes { all.append(changes) }
          layers.append(
            Layer(
              table: catalog.table, catalog: .passUnretained(catalog), code: code,
              namespace: namespace, front: stored.changes?.table,
              changes: stored.changes.map { .passUnretained($0) }))
        } else if case .archived(let archived) = stored {
          damaged = damaged ?? archived
        }
      }
    }
  }
}
