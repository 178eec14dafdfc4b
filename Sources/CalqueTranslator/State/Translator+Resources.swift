package import CalqueBase
package import CalqueCatalog
import CalqueFormat
import CalqueLoading

/// Adding, removing and reading resources.
extension Translator {
  /// `addResourceBundle`.
  ///
  /// - Throws: `limitExceeded`; nothing has changed then.
  package func addBundle(
    _ tree: Members, lng: Text, ns: Text, mode: BundleMode
  ) throws(Diagnostic) {
    try state.changeStore(with: { $0.names.add([ns]) }) { (store, options) throws(Diagnostic) in
      try store.addBundle(tree, lng, ns, mode, options: options)
    }
    state.tellMistakes(lng, ns)
    if !mode.silent { events.emit("added", [.text(lng), .text(ns), .object(tree)]) }
  }

  /// `addResourceBundle` of JSON text.
  ///
  /// - Throws: as `TranslatorOptions.tree(of:)`; nothing has changed then.
  package func addBundle(
    _ json: Bytes, lng: Text, ns: Text, mode: BundleMode
  ) throws(Diagnostic) {
    try state.changeStore(with: { $0.names.add([ns]) }) { (store, options) throws(Diagnostic) in
      try store.addBundle(json, lng, ns, mode, options: options)
    }
    state.tellMistakes(lng, ns)
    if mode.silent { return }
    let options = snapshot.options
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
  /// - Returns: how many catalogs are used in place; and whether any was compiled again, because the
  ///   archive has other options for keys and placeholders.
  /// - Throws: `conflict` for catalogs of another format, `corrupt`, `limitExceeded`, `unsupported`
  ///   for locale data of another version of CLDR; nothing has changed then.
  package func addArchive(
    _ archive: CatalogArchive, lngs: [Text]?, mode: BundleMode
  ) throws(Diagnostic) -> (inPlace: Int, recompiled: Bool) {
    guard archive.format == format.rawValue else {
      throw Diagnostic(.conflict, "the catalogs are of another format than the translator")
    }
    let locales = try archive.locales.map { part throws(Diagnostic) in try LocaleData.open(part) }
    let catalogs = archive.catalogs.filter { lngs?.contains($0.lng) ?? true }
    var (inPlace, isSuited) = (0, true)
    func change(_ parts: inout SnapshotParts) {
      parts.names.add(catalogs.map { $0.ns })
      if let locales { parts.formats = parts.formats.adding(locales) }
    }
    try state.changeStore(with: change) { (store, options) throws(Diagnostic) in
      isSuited = archive.schema == options.schema
      inPlace = try store.add(
        catalogs, isSuited: isSuited, used: snapshot.languages, mode, options: options)
    }
    // The event has the tree, for which the catalog must be read.
    if !mode.silent, events.isHeard("added") {
      for added in catalogs {
        guard let tree = added.catalog?.root.value else { continue }
        events.emit("added", [.text(added.lng), .text(added.ns), tree])
      }
    }
    return (inPlace, recompiled: !isSuited && !catalogs.isEmpty)
  }

  /// Checks what was not checked yet of the compiled catalogs that changing to a language brings
  /// into use: its own and those of its fallbacks.
  ///
  /// - Parameter codes: as for `changeLanguage`.
  /// - Throws: `corrupt` for a damaged catalog.
  package func checkLanguage(_ codes: [Text]) throws(Diagnostic) {
    let (options, store) = (snapshot.options, snapshot.store)
    guard let lng = options.match(codes, with: store) else { return }
    for lng in options.hierarchy(lng) {
      for ns in store.namespaces(of: lng) {
        if case .archived(let catalog)? = store.stored(lng, ns) { _ = try catalog.checked() }
      }
    }
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
    try state.changeStore(with: { $0.names.add([ns]) }) { (store, options) throws(Diagnostic) in
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
    try state.changeStore(with: { $0.names.add([ns]) }) { (store, options) throws(Diagnostic) in
      try store.removeResource(key, lng, ns, options: options)
    }
    events.emit("removed", [.text(lng), .text(ns), .text(key)])
  }

  /// `removeResourceBundle`.
  ///
  /// - Returns: whether there was one.
  package func removeBundle(lng: Text, ns: Text) -> Bool {
    var isRemoved = false
    try? state.changeStore(with: { $0.names.ns.removeAll { $0 == ns } }) { store, _ in
      isRemoved = store.stored(lng, ns) != nil
      store.set(nil, lng, ns)
    }
    events.emit("removed", [.text(lng), .text(ns)])
    return isRemoved
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

extension TranslatorOptions.NamesInUse {
  /// Adds namespaces and languages that are not there yet.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func add(_ namespaces: [Text], preload languages: [Text] = []) -> Bool {
    let known = ns.count + preload.count
    for name in namespaces where !ns.contains(name) { ns.append(name) }
    for code in languages where !preload.contains(code) { preload.append(code) }
    return ns.count + preload.count > known
  }
}
