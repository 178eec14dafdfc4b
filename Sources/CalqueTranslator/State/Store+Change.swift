package import CalqueBase
package import CalqueCatalog
import CalqueJSON
import CalqueLoading
import CalqueTemplate

/// Building and changing catalogs. A failed change leaves the store as it was.
extension Store {
  /// Resources given at init.
  init(_ resources: Members, _ options: TranslatorOptions) throws(Diagnostic) {
    self.init()
    try resources.forEachBundle { lng, ns, tree throws(Diagnostic) in
      try put(tree, lng, ns, options)
    }
  }

  /// Adds compiled catalogs as if their trees were added: in place where the result is the same.
  ///
  /// - Parameters:
  ///   - isSuited: they were compiled for the schema of the options.
  ///   - used: languages whose catalogs are checked now; those of others that are used in place are
  ///     checked when they are first needed.
  /// - Returns: how many are used in place.
  mutating func add(
    _ catalogs: [ArchivedCatalog], isSuited: Bool, used: [Text], _ mode: Translator.BundleMode,
    options: TranslatorOptions
  ) throws(Diagnostic) -> Int {
    var inPlace = 0
    for archived in catalogs {
      let (lng, ns) = (archived.lng, archived.ns)
      guard archived.depth <= options.limits.maxCatalogDepth else { throw options.tooDeep }
      if isSuited, mode.replace || !has(lng, ns) {
        if used.contains(lng) { _ = try archived.checked() }
        set(.archived(archived), lng, ns)
        inPlace += 1
      } else if case .object(let tree) = try archived.checked().root.value {
        try addBundle(tree, lng, ns, mode, options: options)
      }
    }
    return inPlace
  }

  /// `addResourceBundle`.
  mutating func addBundle(
    _ tree: Members, _ lng: Text, _ ns: Text, _ mode: Translator.BundleMode,
    options: TranslatorOptions
  ) throws(Diagnostic) {
    guard !mode.replace, case .object(let old)? = catalog(lng, ns)?.root.value else {
      return try put(Merge.sanitized(tree), lng, ns, options)
    }
    let merged =
      mode.deep ? Merge.deep(old, tree, overwrite: mode.overwrite) : old.merging(tree)
    try put(merged, lng, ns, options)
  }

  /// `addResourceBundle` of JSON text: what is new becomes a catalog without a tree in between.
  mutating func addBundle(
    _ json: Bytes, _ lng: Text, _ ns: Text, _ mode: Translator.BundleMode,
    options: TranslatorOptions
  ) throws(Diagnostic) {
    guard mode.replace || !has(lng, ns) else {
      return try addBundle(options.tree(of: json), lng, ns, mode, options: options)
    }
    set(.built(try options.catalog(of: json)), lng, ns)
  }

  /// `addResource`, for several keys at once.
  mutating func addResources(
    _ values: Members, _ lng: Text, _ ns: Text, options: TranslatorOptions
  ) throws(Diagnostic) {
    for key in values.keys where options.path(key).count > options.limits.maxCatalogDepth {
      throw Diagnostic(.limitExceeded, "a key has more parts than the depth limit", path: key)
    }
    if let changed = ChangedCatalog.setting(values, in: stored(lng, ns), options) {
      return set(.changed(changed), lng, ns)
    }
    var tree = catalog(lng, ns)?.root.value ?? .object(Members())
    for (key, value) in zip(values.keys, values.values) {
      Merge.set(value, at: options.path(key)[...], in: &tree)
    }
    guard case .object(let members) = tree else { return }
    try put(members, lng, ns, options)
  }

  /// Takes a key out of its namespace; does nothing when it is not there.
  mutating func removeResource(
    _ key: Text, _ lng: Text, _ ns: Text, options: TranslatorOptions
  ) throws(Diagnostic) {
    guard let members = catalog(lng, ns)?.root.value.object else { return }
    // A key whose front part is a text stands as a whole.
    let path = members.contains(key) ? [key] : options.path(key)
    let left = Self.removing(path[...], from: members)
    set(.built(try CatalogBuilder.build(left, schema: options.schema)), lng, ns)
  }

  private static func removing(_ path: ArraySlice<Text>, from members: Members) -> Members {
    guard let name = path.first else { return members }
    var left = members
    if path.count == 1 {
      left.remove(name)
    } else if let child = members[name]?.object {
      let rest = removing(path.dropFirst(), from: child)
      left[name] = rest.isEmpty ? nil : .object(rest)
    }
    return left
  }

  /// Puts a tree in place as it is.
  mutating func put(
    _ tree: Members, _ lng: Text, _ ns: Text, _ options: TranslatorOptions
  ) throws(Diagnostic) {
    set(.built(try options.catalog(of: tree)), lng, ns)
  }
}

extension TranslatorOptions {
  /// - Throws: `limitExceeded`.
  func catalog(of tree: Members) throws(Diagnostic) -> Catalog {
    guard Merge.depth(of: .object(tree), within: limits.maxCatalogDepth) else { throw tooDeep }
    return try CatalogBuilder.build(tree, schema: schema)
  }

  /// The catalog of the tree that JSON text holds, as it is added where there is none yet.
  ///
  /// - Throws: as `tree(of:)`.
  func catalog(of bytes: Bytes) throws(Diagnostic) -> Catalog {
    let builder = try JSON.send(bytes, limits: loading.limits, leavingOut: TreeMerge.skipped) {
      CatalogBuilder(schema: schema, expecting: bytes.count)
    }
    guard let builder else { throw noObject }
    return try builder.finish()
  }

  /// The parts of a key.
  func path(_ key: Text) -> [Text] { keySeparator.map { key.split($0) } ?? [key] }

  var tooDeep: Diagnostic {
    Diagnostic(.limitExceeded, "a catalog is nested more deeply than the limit")
  }

  /// The tree that JSON text holds, within the limits on catalogs.
  ///
  /// - Throws: `invalidType` when it is not an object, and as `JSON.parse`.
  package func tree(of bytes: Bytes) throws(Diagnostic) -> Members {
    guard case .object(let members) = try JSON.parse(bytes, limits: loading.limits) else {
      throw noObject
    }
    return members
  }

  private var noObject: Diagnostic {
    Diagnostic(.invalidType, "a bundle must be a JSON object")
  }

  /// The options that catalogs are compiled for.
  package var schema: CatalogSchema {
    CatalogSchema(
      compiler: .init(dialect: format.dialect, syntax: interpolation),
      keySeparator: format == .ios ? "." : keySeparator, findsFlatKeys: ignoreJSONStructure)
  }
}
