import CalqueBase
package import CalqueCatalog

/// What a store has for a language and namespace.
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

  /// What is under a key.
  func find(_ key: Text) -> CatalogNode? {
    if case .changed(let changed) = self { changed.find(key) } else { base?.find(key) }
  }
}
