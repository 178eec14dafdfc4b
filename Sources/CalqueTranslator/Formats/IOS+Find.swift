import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Finding in i18next-ios: forms, namespaces and languages of a key.
extension IOS {
  /// The reference's `translateKey`: with context, then plural, then indefinite, then bare.
  @inline(never)
  func find(
    _ whole: Bytes, in namespace: Bytes? = nil, withContext: Bool = true, withCount: Bool = true
  ) -> Captured? {
    var (ns, key) = (namespace ?? self.namespace, whole)
    if let separator = core.pointee.separators.ns, let at = whole.firstIndex(of: separator) {
      (ns, key) = (whole.part(0, at), whole.part(at + separator.count, whole.count))
    }
    if withContext, let context = call.frame.pointee.context?.pointee.filledText {
      let form = call.joined(key, core.pointee.contextSeparator.all, context)
      if let found = find(form, in: ns, withContext: false, withCount: withCount) { return found }
    }
    let core = call.atHome.chain(lang, inNamespace: ns)
    // The plural by the rules of the requested language.
    if withCount, let count = call.unsignedCount, count != 1,
      let numbers = core.pointee.plurals.pointee.numbers,
      case let suffix = core.suffix(of: numbers.form(ofInteger: count)).pointee.all, !suffix.isEmpty
    {
      let form = call.joined(key, suffix)
      if let found = find(form, in: ns, withContext: withContext, withCount: false) { return found }
    }
    if call.frame.isTruthy(.indefiniteArticle) {
      let form = call.joined(key, call.arena.pointee.copy(options.indefiniteSuffix))
      if let found = findInAll(form, core) { return found }
    }
    if let found = findInAll(key, core) { return found }
    // `ns.key` as `ns:key`, as the documentation promises.
    let dotted = call.dotted(key, by: core.pointee.separators.key)
    return dotted.flatMap { findInAll($0.key, call.atHome.chain(lang, inNamespace: $0.ns)) }
  }

  // MARK: Languages and namespaces

  /// One key in all languages of its namespace, then in those of each fallback namespace.
  @inline(never)
  private func findInAll(_ key: Bytes, _ core: UnsafePointer<ChainCore>) -> Captured? {
    guard let record = first(key, core) else { return nil }
    if let resolution, let layer = core.layer(at: record.key) {
      resolution.exactUsedKey = Text(key)
      (resolution.usedLng, resolution.usedNS) = core.place(of: layer)
    }
    return rendered(record, key, core)
  }

  /// The first record that counts as found. Candidates are noted up to it; unlike look-up, that also
  /// names those without a catalog.
  private func first(_ key: Bytes, _ core: UnsafePointer<ChainCore>) -> CatalogRecord? {
    let isTraced = evaluation.pointee.isTraced
    if core.pointee.isDirect, !isTraced {
      return key.baseAddress.flatMap { core.record($0, key.count, KeyHash($0, key.count).mark) }
    }
    let dotted = path(key)
    guard isTraced else { return core.firstLayer { taken(look(key, dotted, in: $0, core)) } }
    let chain = core.pointee.chain.takeUnretainedValue()
    for (namespace, ns) in chain.namespaces.enumerated() {
      for (code, lng) in chain.codes.enumerated() {
        let record = core.firstLayer { layer in
          layer.pointee.namespace == namespace && layer.pointee.code == code
            ? look(key, dotted, in: layer, core) : nil
        }
        let taken = taken(record)
        let outcome: Text =
          taken != nil ? "found" : record?.textBytes == nil ? "missing" : "empty"
        evaluation.pointee.note(candidate: Text(key), lng, ns, outcome)
        if taken != nil { return taken }
      }
    }
    return nil
  }

  /// A record that counts as found.
  private func taken(_ record: CatalogRecord?) -> CatalogRecord? {
    guard let record, options.returnNull || record.kind != NodeKind.null.rawValue,
      options.returnEmptyString || !(record.textBytes?.trimmed.isEmpty ?? false)
    else { return nil }
    return record
  }

  @inline(never)
  private func look(
    _ key: Bytes, _ dotted: Bytes?, in layer: UnsafePointer<Layer>,
    _ core: UnsafePointer<ChainCore>
  ) -> CatalogRecord? {
    if core.pointee.isCompiled, dotted == nil || !key.contains(0x23) {
      return layer.pointee.record(dotted ?? key)
    }
    return layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      let node = dotted.map { catalog.find(Text($0), separator: ".", flat: false) }
      return (node ?? catalog.find(Text(key)))?.record
    }
  }

  /// A key or the name of a variable with dots between its parts: a dot always separates, whatever the
  /// key separator is. nil where that is a dot.
  func path(_ name: Bytes) -> Bytes? {
    guard let separator = core.pointee.separators.key, !separator.equals(".") else { return nil }
    var (path, from) = (Output(in: call.arena, expecting: name.count &+ 8), 0)
    while let end = name.firstIndex(of: separator, from: from) {
      path.append(name.part(from, end))
      path.append(0x2E)
      from = end &+ separator.count
    }
    path.append(name.part(from, name.count))
    return path.bytes
  }
}
