package import CalqueBase
package import CalqueCatalog
import CalqueFormat
import CalqueLoading

/// Adding, removing and reading resources.
extension Translator {
  /// How a bundle is added.
  package struct BundleMode: Sendable {
    package var deep: Bool
    package var overwrite: Bool
    package var silent: Bool
    /// The present tree is replaced as a whole.
    package var replace: Bool

    package init(
      deep: Bool = false, overwrite: Bool = false, silent: Bool = false, replace: Bool = false
    ) {
      self.deep = deep
      self.overwrite = overwrite
      self.silent = silent
      self.replace = replace
    }
  }

  /// `addResourceBundle`.
  ///
  /// - Throws: `limitExceeded`; nothing has changed then.
  package func addBundle(
    _ tree: Members, lng: Text, ns: Text, mode: BundleMode
  ) throws(Diagnostic) {
    try changeResources(of: [ns]) { (store: inout Store, options) throws(Diagnostic) in
      try store.addBundle(tree, lng, ns, mode, options: options)
    }
    state.tellMistakes(lng, ns)
    if !mode.silent { events.emit("added", [.text(lng), .text(ns), .object(tree)]) }
  }

  /// `addResourceBundle` of JSON text: what is new becomes a catalog without a tree in between.
  ///
  /// - Throws: as `TranslatorOptions.tree(of:)`; nothing has changed then.
  package func addBundle(
    _ json: Bytes, lng: Text, ns: Text, mode: BundleMode
  ) throws(Diagnostic) {
    let options = snapshot.options
    var isNew = mode.replace || !snapshot.store.has(lng, ns)
    if isNew {
      let catalog = try options.catalog(of: json)
      try changeResources(of: [ns]) { (store: inout Store, _) in
        isNew = mode.replace || !store.has(lng, ns)
        if isNew { store.set(.built(catalog), lng, ns) }
      }
    }
    guard isNew else {
      return try addBundle(try options.tree(of: json), lng: lng, ns: ns, mode: mode)
    }
    state.tellMistakes(lng, ns)
    if mode.silent { return }
    events.emit(
      "added", [.text(lng), .text(ns), .object((try? options.tree(of: json)) ?? Members())])
  }

  package func addBundle(
    _ json: Text, lng: Text, ns: Text, mode: BundleMode
  ) throws(Diagnostic) {
    try json.withBytes { json throws(Diagnostic) in
      try addBundle(json, lng: lng, ns: ns, mode: mode)
    }
  }

  /// Adds compiled catalogs as if each tree was added by `addBundle`. Catalogs of languages that are
  /// not in use are checked when they are first needed, unless that was done before.
  ///
  /// - Parameter lngs: only these languages; nil for all.
  /// - Returns: how many catalogs are used in place.
  /// - Throws: `conflict` for catalogs of another format, `corrupt`, `limitExceeded`, `unsupported`
  ///   for locale data of another version of CLDR; nothing has changed then.
  package func addArchive(
    _ archive: CatalogArchive, lngs: [Text]?, mode: BundleMode
  ) throws(Diagnostic) -> Int {
    guard archive.format == format.rawValue else {
      throw Diagnostic(.conflict, "the catalogs are of another format than the translator")
    }
    let locales = try archive.locales.map { part throws(Diagnostic) in try LocaleData.open(part) }
    let catalogs = archive.catalogs.filter { lngs?.contains($0.lng) ?? true }
    let languages = snapshot.languages
    var inPlace = 0
    try changeResources(of: catalogs.map { $0.ns }) {
      (store: inout Store, options) throws(Diagnostic) in
      inPlace = try store.add(archive, lngs, used: languages, mode, options: options)
    }
    if let locales { state.change { $0.formats = $0.formats.adding(locales) } }
    // The event has the tree, for which the catalog must be read.
    if !mode.silent, events.isHeard("added") {
      for added in catalogs {
        guard let tree = added.catalog?.root.value else { continue }
        events.emit("added", [.text(added.lng), .text(added.ns), tree])
      }
    }
    return inPlace
  }

  /// Whether bundles of an archive have other options for keys and placeholders than this translator, so
  /// that adding them compiles them again.
  package func recompiles(_ archive: CatalogArchive, lngs: [Text]?) -> Bool {
    archive.schema != snapshot.options.schema
      && archive.catalogs.contains { lngs?.contains($0.lng) ?? true }
  }

  /// Checks what was not checked yet of the compiled catalogs that changing to a language brings
  /// into use: its own and those of its fallbacks.
  ///
  /// - Parameter codes: as for `changeLanguage`.
  /// - Throws: `corrupt` for a damaged catalog.
  package func checkLanguage(_ codes: [Text]) throws(Diagnostic) {
    let (options, store) = (snapshot.options, snapshot.store)
    guard let lng = options.match(codes, with: store) else { return }
    try store.check(options.hierarchy(lng))
  }

  /// `addResource`.
  package func addResource(
    _ value: Value, key: Text, lng: Text, ns: Text, silent: Bool
  ) throws(Diagnostic) {
    try set(Members([(key, value)]), lng, ns)
    if !silent { events.emit("added", [.text(lng), .text(ns), .text(key), value]) }
  }

  /// `addResources`: members that are neither text nor array are skipped.
  package func addResources(
    _ values: Members, lng: Text, ns: Text, silent: Bool
  ) throws(Diagnostic) {
    var wanted = Members()
    for (key, value) in zip(values.keys, values.values)
    where value.text != nil || value.array != nil {
      wanted[key] = value
    }
    try set(wanted, lng, ns)
    if !silent { events.emit("added", [.text(lng), .text(ns), .object(values)]) }
  }

  private func set(_ values: Members, _ lng: Text, _ ns: Text) throws(Diagnostic) {
    try changeResources(of: [ns]) { (store: inout Store, options) throws(Diagnostic) in
      try store.addResources(values, lng, ns, options: options)
    }
  }

  /// Sets a resource as `addResource` does; nil removes it.
  ///
  /// - Throws: `limitExceeded`; nothing has changed then.
  package func setResource(
    _ value: Value?, key: Text, lng: Text, ns: Text
  ) throws(Diagnostic) {
    if let value {
      return try addResource(value, key: key, lng: lng, ns: ns, silent: false)
    }
    try changeResources(of: [ns]) { (store: inout Store, options) throws(Diagnostic) in
      try store.removeResource(key, lng, ns, options: options)
    }
    events.emit("removed", [.text(lng), .text(ns), .text(key)])
  }

  /// `removeResourceBundle`.
  ///
  /// - Returns: whether there was one.
  package func removeBundle(lng: Text, ns: Text) -> Bool {
    var isRemoved = false
    try? state.group.changeStore { store in
      isRemoved = store.stored(lng, ns) != nil
      store.set(nil, lng, ns)
    }
    state.change { parts in parts.names.ns.removeAll { $0 == ns } }
    events.emit("removed", [.text(lng), .text(ns)])
    return isRemoved
  }

  func changeResources(
    of namespaces: [Text],
    _ body: (inout Store, TranslatorOptions) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let snapshot = snapshot
    try state.group.changeStore { (store) throws(Diagnostic) in
      try body(&store, snapshot.options)
    }
    if !namespaces.allSatisfy({ snapshot.names.ns.contains($0) }) {
      state.change { parts in
        for ns in namespaces where !parts.names.ns.contains(ns) { parts.names.ns.append(ns) }
      }
    }
    state.published.reclaim()
  }

  // MARK: Reading

  /// A value, a bundle, a language or everything; nil when there is none.
  package func resource(lng: Text?, ns: Text?, key: Text?) -> Value? {
    let snapshot = snapshot
    guard let lng else { return snapshot.store.data }
    guard let ns else { return snapshot.store.data(lng) }
    guard let key, !key.isEmpty else { return snapshot.store.catalog(lng, ns)?.root.value }
    return snapshot.store.stored(lng, ns)?.find(key)?.value
  }

  /// `hasLoadedNamespace`: the language has the namespace, or nothing is left to be loaded.
  package func hasLoadedNamespace(_ ns: Text, lng: Text?) -> Bool {
    let snapshot = snapshot
    guard let lng = lng ?? snapshot.resolvedLanguage ?? snapshot.languages.first else {
      return false
    }
    if lng.isCIMode { return true }
    if snapshot.store.has(lng, ns) { return true }
    guard snapshot.options.loading.hasSources else {
      return !snapshot.options.partialBundledLanguages
    }
    guard snapshot.options.isLoadable else { return true }
    let last = snapshot.options.fallbacks(nil, for: lng).last
    return loader.isSettled(FileName(lng, ns))
      && last.map { loader.isSettled(FileName($0, ns)) } ?? true
  }
}
