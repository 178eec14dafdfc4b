import CalqueBase
import CalqueCatalog

/// The catalogs of a chain, in the order in which they are searched, and the changes to them.
struct ChainCatalogs {
  /// Those that are searched, with the indexes of their language and namespace.
  private(set) var bases: [(catalog: Catalog, code: Int, namespace: Int)] = []
  /// Resources set alone, each with the index of the catalog that they change.
  private(set) var changes: [(catalog: Catalog, base: Int)] = []
  /// The first catalog that is passed over because it is damaged.
  private(set) var damaged: ArchivedCatalog?

  init(_ codes: [Text], _ namespaces: [Text], in store: Store) {
    for (namespace, ns) in namespaces.enumerated() {
      for (code, lng) in codes.enumerated() {
        guard let stored = store.stored(lng, ns) else { continue }
        if let catalog = stored.base {
          if case .changed(let changed) = stored { changes.append((changed.changes, bases.count)) }
          bases.append((catalog, code, namespace))
        } else if case .archived(let archived) = stored {
          damaged = damaged ?? archived
        }
      }
    }
  }

  /// First those that are searched, then the changes.
  var all: [Catalog] { bases.map { $0.catalog } + changes.map { $0.catalog } }

  /// A layer for each catalog that is searched, in memory that the caller frees.
  ///
  /// - Parameter catalogs: made of `all`; the layers point into it.
  func layers(
    of catalogs: CatalogChain, _ codes: [Text], _ forms: PluralForms
  ) -> UnsafeMutablePointer<Layer> {
    let layers = UnsafeMutablePointer<Layer>.allocate(capacity: max(bases.count, 1))
    for (position, base) in bases.enumerated() {
      let changed = changes.firstIndex { $0.base == position }.map { bases.count + $0 }
      (layers + position).initialize(
        to: Layer(
          table: catalogs.table(ofCatalog: position),
          catalog: Unmanaged.passUnretained(catalogs.catalogs[position]),
          front: changed.map { catalogs.table(ofCatalog: $0) },
          changes: changed.map { Unmanaged.passUnretained(catalogs.catalogs[$0]) },
          cardinal: forms.rule(codes[base.code], isOrdinal: false),
          ordinal: forms.rule(codes[base.code], isOrdinal: true),
          code: base.code, namespace: base.namespace))
    }
    return layers
  }
}
