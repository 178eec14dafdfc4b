package import CalqueBase
package import CalqueCatalog

/// All resources at one moment: language -> namespace -> catalog.
package struct Store: Sendable {
  private var table = TextTable<TextTable<StoredCatalog>>()

  /// In the order they were added.
  var languages: [Text] { table.keys }

  func namespaces(of lng: Text) -> [Text] { table[lng]?.keys ?? [] }

  package init() {}

  /// The whole catalog, which may have to be made; nil also for a damaged one.
  package func catalog(_ lng: Text, _ ns: Text) -> Catalog? { stored(lng, ns)?.catalog }

  func stored(_ lng: Text, _ ns: Text) -> StoredCatalog? { table[lng]?[ns] }

  /// Whether there is one that is not damaged.
  func has(_ lng: Text, _ ns: Text) -> Bool { stored(lng, ns)?.base != nil }

  mutating func set(_ catalog: StoredCatalog?, _ lng: Text, _ ns: Text) {
    table[lng, default: TextTable()][ns] = catalog
    if namespaces(of: lng).isEmpty { table[lng] = nil }
  }

  /// Whether any namespace of the language has a member.
  package func hasTranslations(_ lng: Text) -> Bool {
    table[lng]?.values.contains { ($0.base?.root.childCount ?? 0) > 0 } ?? false
  }

  /// A language's resources as one object.
  package func data(_ lng: Text) -> Value? {
    guard table.contains(lng) else { return nil }
    var data = Members()
    for ns in namespaces(of: lng) { data[ns] = catalog(lng, ns)?.root.value }
    return .object(data)
  }

  /// All resources as one object.
  package var data: Value {
    var all = Members()
    for lng in languages { all[lng] = data(lng) }
    return .object(all)
  }
}

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

  /// Its changes; nil when there are none.
  var changes: Catalog? { if case .changed(let changed) = self { changed.changes } else { nil } }

  /// The node of a key; nil when there is none.
  func find(_ key: Text) -> CatalogNode? {
    if case .changed(let changed) = self { changed.find(key) } else { base?.find(key) }
  }
}

/// A catalog and the texts that were set in it since, which are looked up before it: a change costs
/// what it changes. Immutable.
package final class ChangedCatalog: Sendable {
  let base: Catalog
  /// The changed texts under their whole keys: there are no objects in it.
  let changes: Catalog
  private let texts: Members
  /// Made when all of it is asked for.
  private let merged = Mutex<Catalog?>(nil)

  /// Smaller catalogs are made again at each change.
  private static let smallest = 256

  private init(_ base: Catalog, _ changes: Catalog, _ texts: Members) {
    (self.base, self.changes, self.texts) = (base, changes, texts)
  }

  /// A catalog with texts set in it; nil where that takes more than looking these up first.
  ///
  /// - Parameter values: keys with dots or whatever separates their parts.
  static func setting(
    _ values: Members, in stored: StoredCatalog?, _ options: TranslatorOptions
  ) -> ChangedCatalog? {
    guard let stored, let base = stored.base, options.format.isModern,
      base.schema == options.schema, base.leafCount >= smallest
    else { return nil }
    var texts = Members()
    if case .changed(let earlier) = stored { texts = earlier.texts }
    for (key, value) in zip(values.keys, values.values) {
      guard case .text = value, base.takesText(at: key) else { return nil }
      texts[key] = value
    }
    // With more changes the catalog is rebuilt. Setting texts one by one then takes the square root of
    // what making it anew for each would.
    guard texts.count &* texts.count <= base.leafCount,
      let changes = try? CatalogBuilder.build(flat: texts, schema: base.schema)
    else { return nil }
    return ChangedCatalog(base, changes, texts)
  }

  /// The whole catalog.
  var whole: Catalog {
    merged.filled {
      var tree = base.root.value
      for (key, value) in zip(texts.keys, texts.values) {
        let path = base.schema.keySeparator.map { key.split($0) } ?? [key]
        Merge.set(value, at: path[...], in: &tree)
      }
      // A change that would exceed the size limit of catalogs is not made.
      return tree.object.flatMap { try? CatalogBuilder.build($0, schema: base.schema) } ?? base
    }
  }

  /// The node of a key; nil when there is none.
  func find(_ key: Text) -> CatalogNode? {
    // "###" stands for a dot.
    if key.contains("###") { return whole.find(key) }
    if let changed = changes.find(key), changed.isScalar { return changed }
    guard let found = base.find(key) else { return nil }
    // Members of a container may have changed.
    return found.isContainer ? whole.find(key) : found
  }
}
