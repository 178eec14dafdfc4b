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
  var front: CatalogTable?
  var changes: Unmanaged<Catalog>?

  @inline(__always)
  func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ mark: KeyMark, _ suffix: ShortText = .empty
  ) -> CatalogRecord? {
    if let front, let changed = Self.record(in: front, key, count, mark, suffix) { return changed }
    return table.record(key, count, mark, suffix)
  }

  /// As above, with a suffix of any length.
  func record(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ suffix: Bytes, _ hash: UInt64
  ) -> CatalogRecord? {
    front.flatMap { $0.record(key, count, suffix, hash) } ?? table.record(key, count, suffix, hash)
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

extension UnsafePointer where Pointee == Layer {
  /// The record of a key as it is.
  func record(_ key: Bytes) -> CatalogRecord? {
    key.baseAddress.flatMap {
      pointee.record($0, key.count, KeyHash($0, key.count).mark)
    }
  }
}

/// The catalogs of a chain, in the order in which they are searched, and the changes to them.
struct ChainCatalogs {
  /// Those that are searched, with the resources set alone in them, and with the indexes of their
  /// language and namespace.
  private(set) var bases: [(catalog: Catalog, changes: Catalog?, code: Int, namespace: Int)] = []
  /// The first catalog that is passed over because it is damaged.
  private(set) var damaged: ArchivedCatalog?

  init(_ codes: [Text], _ namespaces: [Text], in store: Store) {
    for (namespace, ns) in namespaces.enumerated() {
      for (code, lng) in codes.enumerated() {
        guard let stored = store.stored(lng, ns) else { continue }
        if let catalog = stored.base {
          bases.append((catalog, stored.changes, code, namespace))
        } else if case .archived(let archived) = stored {
          damaged = damaged ?? archived
        }
      }
    }
  }

  /// First those that are searched, then the changes.
  var all: [Catalog] { bases.map { $0.catalog } + bases.compactMap { $0.changes } }

  /// A layer for each catalog that is searched, in memory that the caller frees.
  ///
  /// - Parameter catalogs: made of `all`; the layers point into it.
  func layers(of catalogs: CatalogChain) -> UnsafeMutablePointer<Layer> {
    let layers = UnsafeMutablePointer<Layer>.allocate(capacity: max(bases.count, 1))
    var next = bases.count
    for (position, base) in bases.enumerated() {
      var layer = Layer(
        table: catalogs.table(ofCatalog: position), catalog: .passUnretained(base.catalog),
        code: base.code, namespace: base.namespace)
      if let changes = base.changes {
        (layer.front, layer.changes) = (catalogs.table(ofCatalog: next), .passUnretained(changes))
        next += 1
      }
      (layers + position).initialize(to: layer)
    }
    return layers
  }
}
