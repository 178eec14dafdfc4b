import CalqueBase
import CalqueTranslator

/// Adding, removing and reading resources.
extension Translator {
  /// Adds a bundle; on failure nothing changes.
  ///
  /// - Parameters:
  ///   - deep: merge member by member instead of replacing top-level members.
  ///   - overwrite: with `deep`, new texts replace existing ones.
  ///   - silent: without the event `added`.
  ///   - replace: replace the existing bundle as a whole.
  /// - Throws: `CalqueError` when the tree exceeds a limit.
  public func addResourceBundle(
    lng: String, ns: String, _ tree: JSONObject, deep: Bool = false, overwrite: Bool = false,
    silent: Bool = false, replace: Bool = false
  ) throws(CalqueError) {
    let mode = CalqueTranslator.Translator.BundleMode(
      deep: deep, overwrite: overwrite, silent: silent, replace: replace)
    try CalqueError.rethrowing(
      engine.addBundle(tree.members, lng: Text(lng), ns: Text(ns), mode: mode))
  }

  /// Adds a bundle from JSON text, which is not parsed into a tree first.
  ///
  /// - Throws: `CalqueError` with the position of the error. Nothing changes then.
  public func addResourceBundle(
    lng: String, ns: String, json: String, deep: Bool = false, overwrite: Bool = false,
    silent: Bool = false, replace: Bool = false
  ) throws(CalqueError) {
    let mode = CalqueTranslator.Translator.BundleMode(
      deep: deep, overwrite: overwrite, silent: silent, replace: replace)
    try CalqueError.rethrowing(
      engine.addBundle(Text(json), lng: Text(lng), ns: Text(ns), mode: mode))
  }

  /// Adds one value: a text, or a tree under the key.
  public func addResource(
    lng: String, ns: String, key: String, _ value: JSONValue, silent: Bool = false
  ) throws(CalqueError) {
    try CalqueError.rethrowing(
      engine.addResource(value.value, key: Text(key), lng: Text(lng), ns: Text(ns), silent: silent))
  }

  /// Adds texts and arrays by their keys; other members are skipped.
  public func addResources(
    lng: String, ns: String, _ values: JSONObject, silent: Bool = false
  ) throws(CalqueError) {
    try CalqueError.rethrowing(
      engine.addResources(values.members, lng: Text(lng), ns: Text(ns), silent: silent))
  }

  /// Removes a bundle.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func removeResourceBundle(lng: String, ns: String) -> Bool {
    engine.removeBundle(lng: Text(lng), ns: Text(ns))
  }

  /// A value, a bundle, a language or everything; nil when there is none.
  public func resource(lng: String? = nil, ns: String? = nil, key: String? = nil) -> JSONValue? {
    engine.resource(
      lng: lng.map { Text($0) }, ns: ns.map { Text($0) }, key: key.map { Text($0) }
    ).map { JSONValue($0) }
  }

  // MARK: Compiled catalogs

  /// Adds compiled catalogs, with the same result as adding their trees. Catalogs of languages that
  /// are not in use are checked when they are first needed.
  ///
  /// - Parameter lngs: only these languages; nil for all.
  /// - Returns: how many catalogs are used in place.
  /// - Throws: `CalqueError`: `conflict` for catalogs of another format, `corrupt`.
  @discardableResult
  public func addCatalog(
    _ catalog: CompiledCatalog, lngs: [String]? = nil, deep: Bool = false, overwrite: Bool = false
  ) throws(CalqueError) -> Int {
    let mode = CalqueTranslator.Translator.BundleMode(deep: deep, overwrite: overwrite)
    return try CalqueError.rethrowing(
      engine.addArchive(
        catalog.archive, lngs: lngs.map { $0.map { Text($0) } }, mode: mode)
    ).inPlace
  }

  /// Adds a JSON file through a compiled copy, which is kept in a folder and renewed when the file
  /// has changed.
  ///
  /// - Parameter cache: the folder; nil for that of the file.
  /// - Throws: `CalqueError` of the file. A copy that cannot be written is not an error.
  public func addFile(
    lng: String, ns: String, path: String, cache: String? = nil
  ) throws(CalqueError) {
    _ = try CalqueError.rethrowing(
      CatalogCache.add(
        Text(path), cache: cache.map { Text($0) }, lng: Text(lng), ns: Text(ns), to: engine,
        mode: CalqueTranslator.Translator.BundleMode()))
  }
}
