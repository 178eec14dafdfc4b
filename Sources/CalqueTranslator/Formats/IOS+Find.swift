import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Finding in i18next-ios: forms, namespaces and languages of a key.
extension IOS {
  /// The reference's `translateKey`: with context, then plural, then indefinite, then bare.
  func find(_ whole: Request) -> Captured? {
    let request = split(whole)
    if !request.context.isEmpty {
      var specific = request.with(key: call.joined(request.key, .underscore, request.context))
      specific.context = .none
      if let found = find(specific) { return found }
    }
    if let count = request.count, count != 1, let suffix = suffix(request, count) {
      var plural = request.with(key: call.joined(request.key, suffix))
      plural.count = nil
      if let found = find(plural) { return found }
    }
    if request.isIndefinite {
      let suffix = evaluation.pointee.copy(options.indefiniteSuffix)
      var indefinite = request.with(key: call.joined(request.key, suffix))
      indefinite.isIndefinite = false
      indefinite.count = nil
      if let found = findInAll(indefinite) { return found }
    }
    return findInAll(request) ?? dotted(request).flatMap { findInAll($0) }
  }

  /// The suffix of the plural by the rules of the requested language; nil for the bare key.
  private func suffix(_ request: Request, _ count: UInt64) -> Bytes? {
    let core = chain(request)
    guard core.pointee.codeCount > 0,
      let form = core.pointee.plurals.pointee.numbers?.form(ofInteger: count)
    else { return nil }
    let suffix = call.suffix(of: form)
    return suffix.isEmpty ? nil : suffix
  }

  /// Takes the namespace off the key, once.
  private func split(_ request: Request) -> Request {
    guard let separator = core.pointee.separators.ns, let at = request.key.firstIndex(of: separator)
    else { return request }
    var bare = request.with(key: request.key.part(at + separator.count, request.key.count))
    bare.namespace = request.key.part(0, at)
    return bare
  }

  /// `ns.key` as `ns:key`, as the documentation promises.
  private func dotted(_ request: Request) -> Request? {
    call.dotted(request.key, by: core.pointee.separators.key).map { ns, key in
      var spelled = request.with(key: key)
      spelled.namespace = ns
      return spelled
    }
  }

  // MARK: Languages and namespaces

  private func chain(_ request: Request) -> UnsafePointer<ChainCore> {
    call.atHome.chain(request.lang, inNamespace: request.namespace)
  }

  /// One key in all languages of its namespace, then in those of each fallback namespace.
  private func findInAll(_ request: Request) -> Captured? {
    let core = chain(request)
    return core.pointee.chain._withUnsafeGuaranteedRef { chain in
      var layer = core.pointee.layers
      let end = layer + Int(core.pointee.layerCount)
      for (namespace, ns) in chain.namespaces.enumerated() {
        for (code, lng) in chain.codes.enumerated() {
          let isLoaded =
            layer < end && layer.pointee.namespace == namespace && layer.pointee.code == code
          let record = isLoaded ? look(request.key, in: layer, core) : nil
          if isLoaded { layer += 1 }
          let isTaken = isTaken(record)
          if evaluation.pointee.isTraced {
            let outcome: Text = isTaken.map { $0 ? "found" : "missing" } ?? "empty"
            evaluation.pointee.note(candidate: Text(request.key), lng, ns, outcome)
          }
          guard let record, isTaken == true else { continue }
          if request.isOutermost {
            note {
              $0.resolution.exactUsedKey = Text(request.key)
              ($0.resolution.usedLng, $0.resolution.usedNS) = (lng, ns)
            }
          }
          return rendered(record, request, lng, ns, in: layer - 1)
        }
      }
      return nil
    }
  }

  /// Whether a record counts as found; nil for an empty text that does not.
  private func isTaken(_ record: CatalogRecord?) -> Bool? {
    guard let record, options.returnNull || record.kind != NodeKind.null.rawValue else {
      return false
    }
    let isEmpty = !options.returnEmptyString && record.textBytes?.trimmed.isEmpty ?? false
    return isEmpty ? nil : true
  }

  /// A dot always separates, whatever the key separator is.
  private func look(
    _ key: Bytes, in layer: UnsafePointer<Layer>, _ core: UnsafePointer<ChainCore>
  ) -> CatalogRecord? {
    let separator = core.pointee.separators.key.flatMap { $0.equals(".") ? nil : Text($0) }
    let dotted = separator.map { Text(key).replacing($0, with: ".") }
    if core.pointee.isCompiled, separator == nil || !key.contains(0x23) {
      return layer.record(dotted.map { evaluation.pointee.copy($0) } ?? key)
    }
    return layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      let node = dotted.map { catalog.find($0, separator: ".", flat: false) }
      return (node ?? catalog.find(Text(key)))?.record
    }
  }
}
