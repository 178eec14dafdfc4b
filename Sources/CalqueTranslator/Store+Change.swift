import CalqueBase
import CalqueCatalog
import CalqueLoading
import CalqueTemplate

/// Building and changing catalogs. A failed change leaves the store as it was.
extension Store {
  /// Adds resources given at init: language -> namespace -> tree.
  mutating func add(_ resources: Members, options: TranslatorOptions) throws(Diagnostic) {
    for (lng, namespaces) in zip(resources.keys, resources.values) {
      guard case .object(let namespaces) = namespaces else {
        throw Diagnostic(.invalidType, "a language must hold an object", path: "resources." + lng)
      }
      for (ns, tree) in zip(namespaces.keys, namespaces.values) {
        let path: Text = "resources." + lng + "." + ns
        guard case .object(let tree) = tree else {
          throw Diagnostic(.invalidType, "a namespace must hold an object", path: path)
        }
        try put(tree, lng, ns, options)
      }
    }
  }

  /// `addResourceBundle`.
  mutating func addBundle(
    _ tree: Members, _ lng: Text, _ ns: Text, deep: Bool, overwrite: Bool,
    options: TranslatorOptions
  ) throws(Diagnostic) {
    guard case .object(let old)? = catalog(lng, ns)?.root.value else {
      return try put(Merge.sanitized(tree), lng, ns, options)
    }
    if deep {
      try put(Merge.deep(old, tree, overwrite: overwrite), lng, ns, options)
    } else {
      try put(old.merging(tree), lng, ns, options)
    }
  }

  /// Lays a tree over what is there: what both have is the tree's.
  mutating func lay(
    _ tree: Members, _ lng: Text, _ ns: Text, options: TranslatorOptions
  ) throws(Diagnostic) {
    let old = catalog(lng, ns)?.root.value.object ?? Members()
    try put(TreeMerge.laid(tree, over: old), lng, ns, options)
  }

  /// `addResource`, for several keys at once.
  mutating func addResources(
    _ values: Members, _ lng: Text, _ ns: Text, options: TranslatorOptions
  ) throws(Diagnostic) {
    var tree = catalog(lng, ns)?.root.value ?? .object(Members())
    for (key, value) in zip(values.keys, values.values) {
      let path = options.keySeparator.map { key.split($0) } ?? [key]
      guard path.count <= options.limits.maxCatalogDepth else {
        throw Diagnostic(.limitExceeded, "a key has more parts than the limit on depth", path: key)
      }
      Merge.set(value, at: path[...], in: &tree)
    }
    guard case .object(let members) = tree else { return }
    try put(members, lng, ns, options)
  }

  /// - Returns: whether there was one.
  mutating func removeBundle(_ lng: Text, _ ns: Text) -> Bool {
    guard catalog(lng, ns) != nil else { return false }
    set(nil, lng, ns)
    return true
  }

  private mutating func put(
    _ tree: Members, _ lng: Text, _ ns: Text, _ options: TranslatorOptions
  ) throws(Diagnostic) {
    guard Merge.depth(of: .object(tree), within: options.limits.maxCatalogDepth) else {
      throw Diagnostic(.limitExceeded, "a catalog is nested deeper than the limit on its depth")
    }
    set(try CatalogBuilder.build(tree, schema: options.schema), lng, ns)
  }
}

extension TranslatorOptions {
  /// What catalogs are compiled for.
  var schema: CatalogSchema {
    CatalogSchema(
      compiler: .init(dialect: format.dialect, syntax: interpolation),
      keySeparator: format == .ios ? "." : keySeparator, findsFlatKeys: ignoreJSONStructure)
  }
}
