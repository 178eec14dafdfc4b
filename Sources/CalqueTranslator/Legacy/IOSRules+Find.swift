import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Finding in i18next-ios: forms, namespaces and languages of a key.
extension IOSRules {
  /// The reference's `translateKey`: with context, then plural, then indefinite, then bare.
  func find(_ whole: Request, _ resolution: inout Resolution) -> Value? {
    let request = split(whole)
    if !request.context.isEmpty {
      let found = call.withForm(request.key, "_" + Text(request.context)) { key in
        var specific = request.with(key: key)
        specific.context = .none
        return find(specific, &resolution)
      }
      if let found { return found }
    }
    if let count = request.count, count != 1 {
      let suffix = suffix(request, count)
      let found = call.withForm(request.key, suffix) { key -> Value? in
        var plural = request.with(key: key)
        plural.count = nil
        return suffix.isEmpty ? nil : find(plural, &resolution)
      }
      if let found { return found }
    }
    if request.isIndefinite {
      let found = call.withForm(request.key, snapshot.options.indefiniteSuffix) { key in
        var indefinite = request.with(key: key)
        indefinite.isIndefinite = false
        indefinite.count = nil
        return findInAll(indefinite, &resolution)
      }
      if let found { return found }
    }
    return findInAll(request, &resolution) ?? dotted(request, &resolution)
  }

  /// The suffix by the rules of the requested language.
  private func suffix(_ request: Request, _ count: UInt64) -> Text {
    withChain(request) { chain in
      guard !chain.codes.isEmpty, let numbers = chain.reader.core.pointee.numbers else { return "" }
      return call.suffix(numbers.pointee.form(ofInteger: count))
    }
  }

  /// Takes the namespace off the key, once.
  private func split(_ request: Request) -> Request {
    guard let separator = core.pointee.separators.ns, let at = request.key.firstIndex(of: separator)
    else { return request }
    var bare = request.with(key: request.key.part(at + separator.count, request.key.count))
    bare.namespace = request.key.part(0, at)
    return bare
  }

  /// `ns.key` for `ns:key`, as the documentation promises.
  private func dotted(_ request: Request, _ resolution: inout Resolution) -> Value? {
    guard core.pointee.hasDottedNamespaces, let separator = core.pointee.separators.key,
      let at = request.key.firstIndex(of: separator)
    else { return nil }
    let namespace = request.key.part(0, at)
    let isNamespace = snapshot.options.ns.contains { name in
      name.bytes.withUnsafeBufferPointer { $0.isSame(namespace) }
    }
    guard isNamespace else { return nil }
    var spelled = request.with(key: request.key.part(at + separator.count, request.key.count))
    spelled.namespace = namespace
    return findInAll(spelled, &resolution)
  }

  // MARK: Languages and namespaces

  private func withChain<Result>(_ request: Request, _ body: (Chain) -> Result) -> Result {
    let chain = call.olderChain(request.lang, request.namespace)
    return withExtendedLifetime(chain) { body(chain) }
  }

  /// One key in all languages of its namespace, then in those of each fallback namespace.
  private func findInAll(_ request: Request, _ resolution: inout Resolution) -> Value? {
    withChain(request) { chain -> Value? in
      for namespace in chain.namespaces.indices {
        for code in chain.codes.indices {
          guard let node = find(request.key, chain, namespace, code) else { continue }
          let (ns, lng) = (chain.namespaces[namespace], chain.codes[code])
          resolution.exactUsedKey = Text(request.key)
          resolution.usedLng = lng
          resolution.usedNS = ns
          return value(of: node.value, request, ns, lng)
        }
      }
      return nil
    }
  }

  /// The value under a key in one catalog; nil when it does not count as found.
  @inline(never)
  private func find(_ key: Bytes, _ chain: Chain, _ namespace: Int, _ code: Int) -> CatalogNode? {
    let core = chain.reader.core
    let layers = UnsafeBufferPointer(
      start: core.pointee.layers, count: Int(core.pointee.layerCount))
    let place = layers.firstIndex { $0.namespace == namespace && $0.code == code }
    let node = place.flatMap { look(key, in: core.pointee.layers + $0, core) }
    let isThere = node.map { !$0.isNull || snapshot.options.returnNull } ?? false
    let isEmpty =
      isThere && !snapshot.options.returnEmptyString && node?.text?.trimmed().isEmpty ?? false
    work.pointee.trace?.append(
      TracedCandidate(
        lng: chain.codes[code], ns: chain.namespaces[namespace], key: Text(key),
        outcome: isEmpty ? "empty" : isThere ? "found" : "missing"))
    return isThere && !isEmpty ? node : nil
  }

  /// A dot always separates, whatever the key separator is.
  private func look(
    _ key: Bytes, in layer: UnsafePointer<Layer>, _ core: UnsafePointer<ChainCore>
  ) -> CatalogNode? {
    layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
      if separatesByDot, core.pointee.isCompiled, let start = key.baseAddress {
        let hash = KeyHash(start, key.count).value
        return layer.pointee.record(start, key.count, .empty, hash).map { catalog.node(of: $0) }
      }
      guard let separator = snapshot.options.keySeparator, !separatesByDot else {
        return catalog.find(Text(key))
      }
      let dotted = Text(key).replacing(separator, with: ".")
      return catalog.find(dotted, separator: ".", flat: false)
    }
  }

  /// Whether there is no other key separator than a dot.
  private var separatesByDot: Bool { core.pointee.separators.key?.equals(".") ?? true }
}
