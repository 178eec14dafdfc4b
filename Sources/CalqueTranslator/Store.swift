package import CalqueBase
package import CalqueCatalog

/// All resources at one moment: language -> namespace -> catalog.
package struct Store: Sendable {
  package private(set) var languages = TextTable<TextTable<Catalog>>()

  package init() {}

  package func catalog(_ lng: Text, _ ns: Text) -> Catalog? { languages[lng]?[ns] }

  package mutating func set(_ catalog: Catalog?, _ lng: Text, _ ns: Text) {
    var namespaces = languages[lng] ?? TextTable()
    namespaces[ns] = catalog
    languages[lng] = namespaces
  }

  /// Whether any namespace of the language has a member.
  package func hasTranslations(_ lng: Text) -> Bool {
    languages[lng]?.values.contains { $0.root.childCount > 0 } ?? false
  }

  /// A language's resources as one object.
  package func data(_ lng: Text) -> Value? {
    guard let namespaces = languages[lng] else { return nil }
    var data = Members()
    for position in 0..<namespaces.count {
      data[namespaces.keys[position]] = namespaces.values[position].root.value
    }
    return .object(data)
  }

  /// All resources as one object.
  package var data: Value {
    var all = Members()
    for lng in languages.keys { all[lng] = data(lng) }
    return .object(all)
  }
}
