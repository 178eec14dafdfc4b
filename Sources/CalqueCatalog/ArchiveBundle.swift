package import CalqueBase

/// A catalog of an archive and what it is for.
package struct ArchiveBundle: Sendable {
  package let lng: Text
  package let ns: Text
  package let catalog: Catalog

  package init(lng: Text, ns: Text, catalog: Catalog) {
    self.lng = lng
    self.ns = ns
    self.catalog = catalog
  }
}
