import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Finding in a second attempt: whatever the call's options say of languages, namespaces and keys.
extension Call {
  // MARK: Chains

  private static let choosing =
    OptionName.lng.bit | OptionName.lngs.bit | OptionName.ns.bit | OptionName.fallbackLng.bit

  /// Calls `body` with the call on the chain that its options choose.
  func settled<Result>(_ body: (Call) -> Result) -> Result {
    guard arguments.pointee.options & Self.choosing != 0 else { return body(self) }
    let lng = chosen(.lng, "lng")
    let ns = chosen(.ns, "ns")
    let isSimple =
      lng.isSimple && ns.isSimple && !arguments.isTruthy(.lngs, "lngs")
      && !arguments.has(.fallbackLng)
    let chain = core.pointee.chain.takeUnretainedValue()
    guard isSimple || isFixed(.lngs, "lngs") && ns.isSimple else {
      let made = derived(from: chain, ns)
      return withExtendedLifetime(made) { body(Call(made.reader.core, arguments)) }
    }
    // A list of languages counts more than one language.
    return chain.with(chain.hasList ? .none : lng.text, ns.text) { body(Call($0, arguments)) }
  }

  /// The text that an option chooses, empty for none; not simple when it needs a chain of its own.
  private func chosen(
    _ option: OptionName, _ name: StaticString
  ) -> (text: Bytes, isSimple: Bool) {
    guard arguments.has(option), !isFixed(option, name) else { return (.none, true) }
    let text = arguments.text(option, name)
    return (text ?? .none, text != nil)
  }

  /// Whether an option is that of the view.
  private func isFixed(_ option: OptionName, _ name: StaticString) -> Bool {
    guard arguments.has(option), let given = arguments.named(name) else { return false }
    return core.pointee.fixed.contains { fixed in
      fixed.name.isSame(given.pointee.name) && fixed.kind == given.pointee.kind
        && (fixed.kind == .text
          ? fixed.text == given.pointee.text : fixed.container == given.pointee.container)
    }
  }

  private func derived(from chain: Chain, _ ns: (text: Bytes, isSimple: Bool)) -> Chain {
    let snapshot = snapshot
    var own: [Text]?
    if !ns.isSimple {
      let value = arguments.value(.ns, "ns") ?? .null
      own = value.isTruthy ? value.texts : snapshot.options.defaultNS
    } else if !ns.text.isEmpty {
      own = [Text(ns.text)]
    }
    if let list = arguments.value(.lngs, "lngs"), list.isTruthy {
      return chain.derived(lng: nil, own: own, list: list.texts)
    }
    let lng = arguments.lng.map { Text($0) }
    // An empty `lng` takes the place of that of the view.
    if lng == nil, arguments.has(.lng), !arguments.has(.fallbackLng) {
      return chain.derived(lng: nil, own: own, list: snapshot.languages)
    }
    return chain.kept(lng: lng, own: own, fallback: fallbackOfCall)
  }

  private var fallbackOfCall: FallbackLanguages? {
    guard let value = arguments.value(.fallbackLng, "fallbackLng") else { return nil }
    if value == .bool(false) { return .list([]) }
    return value.isTruthy ? FallbackLanguages(value) : nil
  }

  // MARK: Keys

  private static let splitting =
    OptionName.keySeparator.bit | OptionName.nsSeparator.bit
    | OptionName.ignoreJSONStructure.bit | OptionName.counts.bit

  /// Tries each key, in each namespace, in each language, in each form; the first valid value wins.
  func resolve(_ keys: UnsafeBufferPointer<Bytes>) -> Match {
    let work = arguments.pointee.work
    let splitting = arguments.pointee.options & Self.splitting
    // Without a separator only whole keys are found, and those that are not split are among them.
    let isWhole =
      splitting == OptionName.keySeparator.bit && core.pointee.findsFlat && keySeparator == nil
      && !(arguments.pointee.context?.pointee.bytes.mayHide ?? false)
    guard core.pointee.isCompiled, splitting == 0 || isWhole, work?.pointee.trace == nil
    else { return walk(keys) }
    var last = Match(core, .none)
    for key in keys {
      let (match, isKnown) = match(key)
      guard isKnown, !isWhole || match.isMissingWhole else { return walk(keys) }
      if match.isFound, !isWhole { return match }
      last = match
      last.record = nil
    }
    // Walking reports a damaged catalog to the host.
    let isDamaged = core.pointee.chain._withUnsafeGuaranteedRef { $0.damaged != nil }
    let isWalked =
      isDamaged || keys.last?.isEmpty ?? false || snapshot.options.dottedNamespaces
    return isWalked ? walk(keys) : last
  }

  /// - Returns: false when the tree has to be walked.
  private func match(_ key: Bytes) -> (Match, Bool) {
    let split = split(key)
    switch split {
    case .whole, .unknown: return found(Match(core, key), key)
    case .parts(let ns, let bare):
      // An empty namespace is one too, and not that of the chain.
      guard !ns.isEmpty else { return (Match(core, bare), false) }
      return core.pointee.chain.takeUnretainedValue().with(.none, ns) {
        Call($0, arguments).found(Match($0, bare), bare)
      }
    case .joined(let ns, let text):
      let memory = text.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
      let bare = Bytes(
        start: memory.start.assumingMemoryBound(to: UInt8.self), count: memory.count)
      guard let ns else { return found(Match(core, bare, memory: memory), bare) }
      guard !ns.isEmpty else { return (Match(core, bare, memory: memory), false) }
      return ns.bytes.withUnsafeBufferPointer { ns in
        core.pointee.chain.takeUnretainedValue().with(.none, ns) {
          Call($0, arguments).found(Match($0, bare, memory: memory), bare)
        }
      }
    }
  }

  private func found(_ match: Match, _ key: Bytes) -> (Match, Bool) {
    guard let start = key.baseAddress, !key.isEmpty else { return (match, true) }
    switch find(start, key.count, KeyHash(start, key.count).mark) {
    case .found(let record):
      // Members of an array or object may have changed.
      if core.pointee.hasChanges, record.isContainer { return (match, false) }
      var match = match
      match.record = record
      return (match, true)
    // "###" stands for a dot.
    case .next: return (match, !key.contains(0x23))
    case .stop: return (match, false)
    }
  }

  func split(_ key: Bytes) -> KeySplit {
    let isOwn =
      arguments.pointee.options & (OptionName.keySeparator.bit | OptionName.nsSeparator.bit) != 0
    guard isOwn else { return split(key, by: core.pointee.separators) }
    let (ns, separator) = (nsSeparator, keySeparator)
    let areGiven =
      core.pointee.separators.areGiven
      || arguments.isTruthy(.keySeparator, "keySeparator")
      || arguments.isTruthy(.nsSeparator, "nsSeparator")
    return (ns ?? Text()).bytes.withUnsafeBufferPointer { nsBytes in
      (separator ?? Text()).bytes.withUnsafeBufferPointer { keyBytes in
        split(
          key,
          by: KeySeparators(
            ns: ns == nil ? nil : nsBytes, key: separator == nil ? nil : keyBytes,
            areGiven: areGiven, nesting: core.pointee.separators.nesting))
      }
    }
  }

  private func split(_ key: Bytes, by separators: KeySeparators) -> KeySplit {
    separators.split(
      key, isNamespace: { ns in snapshot.options.ns.contains(Text(ns)) },
      hasReference: { key in snapshot.nesting.occurs(in: key) })
  }

  var nsSeparator: Text? { separator(.nsSeparator, "nsSeparator", snapshot.options.nsSeparator) }

  var keySeparator: Text? {
    separator(.keySeparator, "keySeparator", snapshot.options.keySeparator)
  }

  private func separator(
    _ option: OptionName, _ name: StaticString, _ standard: @autoclosure () -> Text?
  ) -> Text? {
    guard let given = arguments.value(option, name) else { return standard() }
    return given.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Walking

  /// Walks the tree, candidate by candidate, and notifies the observer.
  @inline(never)
  func walk(_ keys: UnsafeBufferPointer<Bytes>) -> Match {
    let match = walk(keys.map { Text($0) })
    guard !match.isFound, let spelled = dotted(keys) else { return match }
    let dotted = walk(spelled)
    return dotted.isFound ? dotted : match
  }

  private func walk(_ keys: [Text]) -> Match {
    let snapshot = snapshot
    let chain = core.pointee.chain.takeUnretainedValue()
    let candidates = Candidates(snapshot.options, arguments)
    let separator = keySeparator
    let flat =
      arguments.value(.ignoreJSONStructure, "ignoreJSONStructure")?.isTruthy
      ?? snapshot.options.ignoreJSONStructure
    let isTraced = arguments.pointee.work?.pointee.trace != nil
    var resolution = Resolution()
    for key in keys {
      let (bare, namespaces) = bare(key)
      resolution.usedKey = bare
      let all = Chain.namespaces(namespaces ?? chain.own, snapshot.options)
      for ns in all {
        resolution.usedNS = ns
        for code in chain.codes {
          resolution.usedLng = code
          let stored = snapshot.stored(code, ns)
          // Forms of a key are looked for in catalogs that are there.
          let isAbsent = stored == nil && !isTraced && !bare.isEmpty
          let forms = isAbsent ? [bare] : candidates.keys(for: bare, in: code)
          for candidate in forms where !candidate.isEmpty {
            resolution.exactUsedKey = candidate
            let found = look(candidate, in: stored, separator, flat)
            let isValid = isValid(found, snapshot)
            resolution.found = found
            trace(resolution, found, isValid: isValid)
            guard isValid else { continue }
            return match(resolution, namespaces, isValid: true)
          }
        }
      }
    }
    let last = keys.last.map { bare($0).namespaces } ?? nil
    return match(resolution, last, isValid: false)
  }

  func match(
    _ resolution: Resolution, _ namespaces: [Text]?, isValid: Bool
  ) -> Match {
    let key = resolution.usedKey ?? ""
    let memory = key.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
    let bytes = Bytes(
      start: memory.start.assumingMemoryBound(to: UInt8.self), count: memory.count)
    func match(_ core: UnsafePointer<ChainCore>) -> Match {
      var match = Match(core, bytes, memory: memory)
      match.walked = Walked(resolution, isValid: isValid)
      return match
    }
    guard let ns = namespaces?.first else { return match(core) }
    guard !ns.isEmpty else {
      let chain = core.pointee.chain.takeUnretainedValue().derived(lng: nil, own: [ns])
      return withExtendedLifetime(chain) { match(chain.reader.core) }
    }
    return ns.bytes.withUnsafeBufferPointer { ns in
      core.pointee.chain.takeUnretainedValue().with(.none, ns, match)
    }
  }

  /// A key without its namespace, and the namespaces if it has any.
  func bare(_ key: Text) -> (key: Text, namespaces: [Text]?) {
    key.bytes.withUnsafeBufferPointer { bytes in
      switch split(bytes) {
      case .whole, .unknown: (key, nil)
      case .parts(let ns, let bare): (Text(bare), [Text(ns)])
      case .joined(let ns, let bare): (bare, ns.map { [$0] })
      }
    }
  }

  private func look(
    _ key: Text, in stored: StoredCatalog?, _ separator: Text?, _ flat: Bool
  ) -> CatalogNode? {
    guard let stored, let schema = stored.base?.schema else { return nil }
    if schema.keySeparator == separator, schema.findsFlatKeys == flat { return stored.find(key) }
    return stored.catalog?.find(key, separator: separator, flat: flat)
  }

  private func isValid(_ node: CatalogNode?, _ snapshot: Snapshot) -> Bool {
    guard let node else { return false }
    if node.isNull { return snapshot.options.returnNull }
    return snapshot.options.returnEmptyString || node.isTruthy || node.text == nil
  }

  private func trace(_ resolution: Resolution, _ found: CatalogNode?, isValid: Bool) {
    guard let work = arguments.pointee.work, work.pointee.trace != nil else { return }
    let outcome: Text =
      switch found {
      case nil: "missing"
      case let node?: isValid ? "found" : node.isNull ? "null" : "empty"
      }
    work.pointee.trace?.append(
      TracedCandidate(
        lng: resolution.usedLng ?? "", ns: resolution.usedNS ?? "",
        key: resolution.exactUsedKey ?? "", outcome: outcome))
  }

  /// `ns.key` as `ns:key`, for when nothing else was found.
  private func dotted(_ keys: UnsafeBufferPointer<Bytes>) -> [Text]? {
    guard core.pointee.hasDottedNamespaces, let separator = snapshot.options.nsSeparator,
      let dot = keySeparator
    else { return nil }
    let spelled = keys.compactMap { key -> Text? in
      let key = Text(key)
      guard !key.contains(separator), let at = key.firstIndex(of: dot),
        snapshot.options.ns.contains(key.part(0, at))
      else { return nil }
      return key.part(0, at) + separator + key.part(at + dot.count)
    }
    return spelled.isEmpty ? nil : spelled
  }
}

extension Match {
  /// Whether no catalog has the key or a form of it as the name of a member at its top.
  fileprivate var isMissingWhole: Bool {
    guard !key.mayHide, isFound else { return !key.mayHide }
    return !core.pointee.hasChanges
      && (0..<Int(core.pointee.layerCount)).allSatisfy { position in
        core.pointee.layers[position].catalog._withUnsafeGuaranteedRef {
          !$0.root.hasMember(beginningWith: key)
        }
      }
  }
}

extension Bytes {
  /// Whether a look-up of whole keys may find what has no such key: i18next then splits by "false".
  fileprivate var mayHide: Bool {
    let mark: Text = "false"
    return contains(mark) || contains(0x23)
  }
}
