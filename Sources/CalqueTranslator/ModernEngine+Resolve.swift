import CalqueBase
import CalqueCatalog
import CalqueTemplate

extension ModernEngine {
  // MARK: Keys

  func nsSeparator(_ callOptions: Members) -> Text? {
    guard let override = callOptions["nsSeparator"] else { return options.nsSeparator }
    return override.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  func keySeparator(_ callOptions: Members) -> Text? {
    guard let override = callOptions["keySeparator"] else { return options.keySeparator }
    return override.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Takes the namespace off a key.
  func extract(_ key: Text, _ callOptions: Members) -> (key: Text, namespaces: [Text]) {
    let given = callOptions["ns"].flatMap { $0.isTruthy ? $0.texts : nil } ?? options.defaultNS
    let keySeparator = keySeparator(callOptions)
    guard let separator = nsSeparator(callOptions), key.contains(separator) else {
      return (key, given)
    }
    let isSeparatorGiven =
      options.isSeparatorGiven || callOptions["keySeparator"]?.isTruthy ?? false
      || callOptions["nsSeparator"]?.isTruthy ?? false
    if !isSeparatorGiven,
      NaturalLanguage.looksLike(key, nsSeparator: separator, keySeparator: keySeparator)
    {
      return (key, given)
    }
    if snapshot.nesting.next(in: key, from: 0) != nil { return (key, given) }
    var parts = key.split(separator)
    let isNamespace = separator != keySeparator || options.ns.contains(parts[0])
    let namespaces = isNamespace ? [parts.removeFirst()] : given
    return (Text.joined(parts, by: keySeparator ?? separator), namespaces)
  }

  // MARK: Look-up

  /// Tries each key, in each namespace, in each language, in each form; the first valid value wins.
  func resolve(_ keys: [Text], _ callOptions: Members) -> Resolution {
    var resolution = Resolution()
    let codes = codes(callOptions)
    let request = PluralRequest(callOptions, format: options.format)
    let candidates = CandidateList(options, callOptions, plural: request)
    let path = PathOverride(callOptions, options)
    for key in keys {
      let (bare, namespaces) = extract(key, callOptions)
      resolution.usedKey = bare
      for ns in namespaces + options.fallbackNS {
        resolution.usedNS = ns
        for code in codes {
          resolution.usedLng = code
          for candidate in candidates.keys(for: bare, in: code) where !candidate.isEmpty {
            resolution.exactUsedKey = candidate
            resolution.found = find(candidate, code, ns, path)
            trace(resolution)
            if isValid(resolution.found) { return resolution }
          }
        }
      }
    }
    return dotted(keys, callOptions) ?? resolution
  }

  /// `ns.key` for `ns:key`, when nothing else was found.
  private func dotted(_ keys: [Text], _ callOptions: Members) -> Resolution? {
    guard options.dottedNamespaces, let separator = options.nsSeparator,
      let dot = keySeparator(callOptions)
    else { return nil }
    let spelled = keys.compactMap { key -> Text? in
      guard !key.contains(separator), let at = key.firstIndex(of: dot),
        options.ns.contains(key.part(0, at))
      else { return nil }
      return key.part(0, at) + separator + key.part(at + dot.count)
    }
    guard !spelled.isEmpty else { return nil }
    let resolution = resolve(spelled, callOptions)
    return isValid(resolution.found) ? resolution : nil
  }

  func isValid(_ node: CatalogNode?) -> Bool {
    guard let node else { return false }
    if node.isNull { return options.returnNull }
    return options.returnEmptyString || node.isTruthy || node.text == nil
  }

  private func codes(_ callOptions: Members) -> [Text] {
    if let lngs = callOptions["lngs"], lngs.isTruthy { return lngs.texts }
    let given = callOptions["lng"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    if given == nil, callOptions["fallbackLng"] == nil { return snapshot.languages }
    let override = callOptions["fallbackLng"].flatMap { value -> FallbackLanguages? in
      value == .bool(false) ? .list([]) : value.isTruthy ? FallbackLanguages(value) : nil
    }
    return snapshot.chain.hierarchy(given ?? snapshot.language, fallback: override)
  }

  private func find(_ key: Text, _ code: Text, _ ns: Text, _ path: PathOverride) -> CatalogNode? {
    guard let catalog = snapshot.catalog(code, ns) else { return nil }
    if path.isStandard, catalog.schema.keySeparator == path.separator,
      catalog.schema.findsFlatKeys == path.flat
    {
      return catalog.find(key)
    }
    return catalog.find(key, separator: path.separator, flat: path.flat)
  }

  private func trace(_ resolution: Resolution) {
    guard state.trace != nil else { return }
    let outcome: Text =
      switch resolution.found {
      case nil: "missing"
      case let node? where isValid(node): "found"
      case let node?: node.isNull ? "null" : "empty"
      }
    state.trace?.append(
      TracedCandidate(
        lng: resolution.usedLng ?? "", ns: resolution.usedNS ?? "",
        key: resolution.exactUsedKey ?? "", outcome: outcome))
  }
}

/// How a call wants keys split.
struct PathOverride {
  let separator: Text?
  let flat: Bool
  /// The call says nothing of its own.
  let isStandard: Bool

  init(_ callOptions: Members, _ options: TranslatorOptions) {
    let separator = callOptions["keySeparator"]
    let flat = callOptions["ignoreJSONStructure"]
    self.separator =
      separator.map { $0.text.flatMap { $0.isEmpty ? nil : $0 } } ?? options.keySeparator
    self.flat = flat?.isTruthy ?? options.ignoreJSONStructure
    isStandard = true
  }
}
