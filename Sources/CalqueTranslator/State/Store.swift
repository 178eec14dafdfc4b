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
    var namespaces = table[lng] ?? TextTable()
    namespaces[ns] = catalog
    table[lng] = namespaces.count > 0 ? namespaces : nil
  }

  /// Whether any namespace of the language has a member.
  package func hasTranslations(_ lng: Text) -> Bool {
    table[lng]?.values.contains { ($0.base?.root.childCount ?? 0) > 0 } ?? false
  }

  /// The languages that have translations, in the order they were added.
  var languagesWithTranslations: [Text] { languages.filter { hasTranslations($0) } }

  /// A language's resources as one object.
  package func data(_ lng: Text) -> Value? {
    guard let namespaces = table[lng] else { return nil }
    var data = Members()
    for position in 0..<namespaces.count {
      data[namespaces.keys[position]] = namespaces.values[position].catalog?.root.value
    }
    return .object(data)
  }

  /// Checks what was not checked yet of some languages.
  ///
  /// - Throws: `corrupt` and `unsupported` for a damaged catalog.
  func check(_ lngs: [Text]) throws(Diagnostic) {
    for lng in lngs {
      for case .archived(let catalog) in table[lng]?.values ?? [] { _ = try catalog.checked() }
    }
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

  /// The node of a key; nil when there is none.
  func find(_ key: Text) -> CatalogNode? {
    if case .changed(let changed) = self { changed.find(key) } else { base?.find(key) }
  }
}
