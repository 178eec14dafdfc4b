package import CalqueCatalog

/// What a store has for a language and namespace.
package enum StoredCatalog: Sendable {
  case built(Catalog)
  /// Of a file: checked when it is first needed.
  case archived(ArchivedCatalog)

  /// nil when it turns out to be damaged.
  package var catalog: Catalog? {
    switch self {
    case .built(let catalog): catalog
    case .archived(let archived): archived.catalog
    }
  }
}
