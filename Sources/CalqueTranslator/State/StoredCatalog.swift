import CalqueBase
package import CalqueCatalog

/// The catalog of a language and namespace in a store.
package enum StoredCatalog: Sendable {
  case built(Catalog)
  /// Of a file: checked when it is first needed.
  case archived(ArchivedCatalog)
  /// One of these with some texts set since.
  case changed(ChangedCatalog)

  /// The whole catalog, which may have to be made; nil when it turns out to be damaged.
  package var catalog: Catalog? {
    if case .changed(let changed) = self { changed.whole } else { base }
  }

  /// The catalog without what changed in it; nil when it turns out to be damaged.
  var base: Catalog? {
    switch self {
    case .built(let catalog): catalog
    case .archived(let archived): archived.catalog
    case .changed(let changed): changed.base
    }
  }

  /// The node of a key; nil when there is none.
  func find(_ key: Text) -> CatalogNode? {
    if case .changed(let changed) = self { changed.find(key) } else { base?.find(key) }
  }
}
