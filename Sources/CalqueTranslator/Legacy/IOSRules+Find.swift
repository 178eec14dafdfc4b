import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Finding in i18next-ios: forms, namespaces and languages of a key.
extension IOSRules {
  /// The reference's `translateKey`: with context, then plural, then indefinite, then bare.
  @inline(never)
  func find(_ whole: Request, _ output: inout Output) -> Found {
    let request = split(whole)
    if !request.context.isEmpty {
      let found = call.withForm(request.key, core.pointee.contextSeparator, request.context) {
        key in
        var specific = request.with(key: key)
        specific.context = .none
        return find(specific, &output)
      }
      if case .nothing = found {} else { return found }
    }
    if let count = request.count, count != 1 {
      let found = findPlural(request, count, &output)
      if case .nothing = found {} else { return found }
    }
    if request.isIndefinite {
      let found = findIndefinite(request, &output)
      if case .nothing = found {} else { return found }
    }
    let found = findInAll(request, &output)
    if case .nothing = found { return dotted(request, &output) }
    return found
  }

  /// The plural by the rules of the requested language.
  private func findPlural(_ request: Request, _ count: UInt64, _ output: inout Output) -> Found {
    let form = call.withOlderChain(request.lang, request.namespace) { core in
      core.pointee.codeCount > 0 ? core.pointee.numbers?.pointee.form(ofInteger: count) : nil
    }
    guard let form, form != .bare else { return .nothing }
    var plural = request
    plural.count = nil
    return call.withForm(request.key, form) { key in
      key.count == request.key.count ? .nothing : find(plural.with(key: key), &output)
    }
  }

  private func findIndefinite(_ request: Request, _ output: inout Output) -> Found {
    var indefinite = request
    indefinite.isIndefinite = false
    indefinite.count = nil
    let suffix = snapshot.options.indefiniteSuffix
    return suffix.bytes.withUnsafeBufferPointer { suffix in
      call.withForm(request.key, .empty, suffix) { key in
        findInAll(indefinite.with(key: key), &output)
      }
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
  private func dotted(_ request: Request, _ output: inout Output) -> Found {
    guard let at = call.dottedNamespace(request.key), let separator = core.pointee.separators.key
    else { return .nothing }
    var spelled = request.with(key: request.key.part(at + separator.count, request.key.count))
    spelled.namespace = request.key.part(0, at)
    return findInAll(spelled, &output)
  }

  // MARK: Languages and namespaces

  /// One key in all languages of its namespace, then in those of each fallback namespace.
  @inline(never)
  private func findInAll(_ request: Request, _ output: inout Output) -> Found {
    call.withOlderChain(request.lang, request.namespace) { core in
      var passed = 0
      for position in 0..<Int(core.pointee.layerCount) {
        let layer = core.pointee.layers + position
        let place = layer.pointee.namespace * core.pointee.codeCount + layer.pointee.code
        trace(request.key, core, passed..<place)
        passed = place + 1
        guard let record = find(request.key, layer, core) else { continue }
        if request.isOutermost { observe(request.key, layer, core) }
        return put(record, request, layer, core, &output)
      }
      trace(request.key, core, passed..<Int.max)
      return .nothing
    }
  }

  /// The record of a key in one catalog; nil when it does not count as found.
  private func find(
    _ key: Bytes, _ layer: UnsafePointer<Layer>, _ core: UnsafePointer<ChainCore>
  ) -> CatalogRecord? {
    let record = look(key, in: layer, core)
    let isNull = record?.kind == NodeKind.null.rawValue
    let isThere = record != nil && (!isNull || snapshot.options.returnNull)
    let isEmpty =
      isThere && !core.pointee.returnsEmpty && record?.textBytes?.trimmed.isEmpty ?? false
    trace(key, core, layer.pointee.namespace, layer.pointee.code) {
      isEmpty ? "empty" : isThere ? "found" : "missing"
    }
    return isThere && !isEmpty ? record : nil
  }

  /// A dot always separates, whatever the key separator is.
  private func look(
    _ key: Bytes, in layer: UnsafePointer<Layer>, _ core: UnsafePointer<ChainCore>
  ) -> CatalogRecord? {
    let separator = core.pointee.separators.key.flatMap { $0.equals(".") ? nil : $0 }
    guard core.pointee.isCompiled, separator == nil || !key.contains(0x23) else {
      return layer.pointee.catalog._withUnsafeGuaranteedRef { catalog in
        guard let separator else { return catalog.find(Text(key))?.record }
        let dotted = Text(key).replacing(Text(separator), with: ".")
        return catalog.find(dotted, separator: ".", flat: false)?.record
      }
    }
    guard let separator, key.firstIndex(of: separator) != nil else { return layer.record(key) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.count + 1) { room in
      var dotted = Output(room.baseAddress, capacity: room.count)
      var from = 0
      while let at = key.firstIndex(of: separator, from: from) {
        dotted.append(key.part(from, at))
        dotted.append(0x2E)
        from = at + separator.count
      }
      dotted.append(key.part(from, key.count))
      return layer.record(Bytes(room).part(0, dotted.length))
    }
  }

  // MARK: Explaining

  private func observe(
    _ key: Bytes, _ layer: UnsafePointer<Layer>, _ core: UnsafePointer<ChainCore>
  ) {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      observer?.pointee.resolution.exactUsedKey = Text(key)
      observer?.pointee.resolution.usedLng = chain.codes[layer.pointee.code]
      observer?.pointee.resolution.usedNS = chain.namespaces[layer.pointee.namespace]
    }
  }

  /// Notes catalogs that are not there, by their places among all.
  private func trace(_ key: Bytes, _ core: UnsafePointer<ChainCore>, _ places: Range<Int>) {
    guard work.pointee.trace != nil else { return }
    let codes = core.pointee.codeCount
    let all = core.pointee.chain._withUnsafeGuaranteedRef { $0.namespaces.count } * codes
    for place in places.clamped(to: 0..<all) {
      trace(key, core, place / codes, place % codes) { "missing" }
    }
  }

  private func trace(
    _ key: Bytes, _ core: UnsafePointer<ChainCore>, _ namespace: Int, _ code: Int,
    _ outcome: () -> Text
  ) {
    guard work.pointee.trace != nil else { return }
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      work.pointee.trace?.append(
        TracedCandidate(
          lng: chain.codes[code], ns: chain.namespaces[namespace], key: Text(key),
          outcome: outcome()))
    }
  }
}
