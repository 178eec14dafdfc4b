package import CalqueBase
import CalqueCatalog
import CalqueLoading

/// Adding, removing and reading resources.
extension Translator {
  /// How a bundle is added.
  package struct BundleMode: Sendable {
    package var deep: Bool
    package var overwrite: Bool
    package var silent: Bool

    package init(deep: Bool = false, overwrite: Bool = false, silent: Bool = false) {
      self.deep = deep
      self.overwrite = overwrite
      self.silent = silent
    }
  }

  /// `addResourceBundle`.
  ///
  /// - Throws: `limitExceeded`; nothing has changed then.
  package func addBundle(
    _ tree: Members, lng: Text, ns: Text, mode: BundleMode
  ) throws(Diagnostic) {
    try changeResources(of: ns) { (store: inout Store, options) throws(Diagnostic) in
      try store.addBundle(
        tree, lng, ns, deep: mode.deep, overwrite: mode.overwrite, options: options)
    }
    if !mode.silent { events.emit("added", [.text(lng), .text(ns), .object(tree)]) }
  }

  /// `addResource`.
  package func addResource(
    _ value: Value, key: Text, lng: Text, ns: Text, silent: Bool
  ) throws(Diagnostic) {
    try changeResources(of: ns) { (store: inout Store, options) throws(Diagnostic) in
      try store.addResources(Members([(key, value)]), lng, ns, options: options)
    }
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
    try changeResources(of: ns) { [wanted] (store: inout Store, options) throws(Diagnostic) in
      try store.addResources(wanted, lng, ns, options: options)
    }
    if !silent { events.emit("added", [.text(lng), .text(ns), .object(values)]) }
  }

  /// `removeResourceBundle`.
  ///
  /// - Returns: whether there was one.
  package func removeBundle(lng: Text, ns: Text) -> Bool {
    let result = group.changeStore { store -> Result<Bool, Diagnostic> in
      .success(store.removeBundle(lng, ns))
    }
    change { parts in parts.options.ns.removeAll { $0 == ns } }
    events.emit("removed", [.text(lng), .text(ns)])
    if case .success(true) = result { return true }
    return false
  }

  func changeResources(
    of ns: Text, _ body: (inout Store, TranslatorOptions) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let options = snapshot.options
    let result = group.changeStore { store -> Result<Void, Diagnostic> in
      do throws(Diagnostic) {
        return .success(try body(&store, options))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
    if !options.ns.contains(ns) {
      change { parts in
        if !parts.options.ns.contains(ns) { parts.options.ns.append(ns) }
      }
    }
    published.reclaim()
  }

  // MARK: Reading

  /// A value, a bundle, a language or everything; nil when there is none.
  package func resource(lng: Text?, ns: Text?, key: Text?) -> Value? {
    let snapshot = snapshot
    guard let lng else { return snapshot.store.data }
    guard let ns else { return snapshot.store.data(lng) }
    guard let catalog = snapshot.store.catalog(lng, ns) else { return nil }
    guard let key, !key.isEmpty else { return catalog.root.value }
    return catalog.find(key)?.value
  }

  /// `hasLoadedNamespace`: the language has the namespace, or nothing is left to be loaded.
  package func hasLoadedNamespace(_ ns: Text, lng: Text?) -> Bool {
    let snapshot = snapshot
    guard let lng = lng ?? snapshot.resolvedLanguage ?? snapshot.languages.first else {
      return false
    }
    if lng.lowercasedASCII().equals("cimode") { return true }
    if snapshot.store.catalog(lng, ns) != nil { return true }
    guard snapshot.options.loading.hasSources else {
      return !snapshot.options.partialBundledLanguages
    }
    guard snapshot.options.isLoadable else { return true }
    let last = snapshot.chain.fallbacks(nil, for: lng).last
    return loader.isSettled(FileName(lng, ns))
      && last.map { loader.isSettled(FileName($0, ns)) } ?? true
  }
}
