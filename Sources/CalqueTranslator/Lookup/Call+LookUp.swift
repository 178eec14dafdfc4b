import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Looking up keys, whatever the call's options say of separators.
extension Call {
  /// Tries each key, in each namespace, in each language, in each form; the first valid value wins.
  ///
  /// - Parameter isAbsent: no form of a key without a namespace is found by its hash.
  func lookUp(_ keys: UnsafeBufferPointer<Bytes>, isAbsent: Bool = false) -> Match {
    guard core.pointee.isCompiled, !evaluation.pointee.isTraced,
      frame.pointee.options & OptionName.splitting == 0 || isHashed
    else { return walk(keys) }
    var last = Match(core: core, key: .none)
    for key in keys {
      guard let match = match(key, isAbsent: isAbsent) else { return walk(keys) }
      if match.isFound { return match }
      last = match
    }
    // Walking reports a damaged catalog to the host.
    return core.pointee.isDamaged || options.dottedNamespaces ? walk(keys) : last
  }

  /// Whether hashes find the keys of a call that says how they are split. A key that is not split is
  /// the name of a member of the root.
  private var isHashed: Bool {
    guard !core.pointee.hasChanges, !frame.has(.ignoreJSONStructure) else { return false }
    return !frame.has(.keySeparator) || keySeparator == nil && options.ignoreJSONStructure
  }

  /// - Returns: nil when the tree has to be walked.
  private func match(_ key: Bytes, isAbsent: Bool) -> Match? {
    let (ns, bare) = parts(of: key)
    guard let ns else { return found(bare, isAbsent: isAbsent) }
    // An empty namespace is one too, and not that of the chain.
    return ns.isEmpty ? nil : Call(chain(.none, ns), frame).found(bare, isAbsent: false)
  }

  private func found(_ key: Bytes, isAbsent: Bool) -> Match? {
    // Forms of an empty key are looked for in trees alone.
    guard let start = key.baseAddress, !key.isEmpty else { return nil }
    let hasCounts = options.multipleCounts && frame.has(.counts)
    let record =
      hasCounts || frame.has(.keySeparator)
      ? candidates(start, key.count)
      : isAbsent ? nil : find(start, key.count, KeyHash(start, key.count).mark)
    guard let record else {
      // "###" stands for a dot.
      return key.contains(0x23) ? nil : Match(core: core, key: key)
    }
    // Members of an array or object may have changed.
    if core.pointee.hasChanges, record.isContainer { return nil }
    return Match(core: core, key: key, record: record)
  }

  // MARK: Parts of keys

  /// Parts of a key as one, until the call ends.
  @inline(never)
  func joined(
    _ first: Bytes, _ second: Bytes, _ third: Bytes = .none, _ mark: Bytes = .none,
    _ suffix: Bytes = .none
  ) -> Bytes {
    let count = first.count &+ second.count &+ third.count &+ mark.count &+ suffix.count
    // Eight bytes must be readable at any place of a key.
    let whole = arena.pointee.take(UInt8.self, count &+ 8)
    var end = whole
    @inline(__always)
    func add(_ part: Bytes) {
      if let start = part.baseAddress { Word.copy(start, to: end, part.count) }
      end += part.count
    }
    add(first)
    add(second)
    add(third)
    add(mark)
    add(suffix)
    return Bytes(start: whole, count: count)
  }

  /// A key without its namespace, and that if it has one.
  func parts(of key: Bytes) -> (ns: Bytes?, key: Bytes) {
    let separators = separators
    if let start = key.baseAddress, separators == nil {
      switch core.pointee.marks.shape(start, key.count) {
      case .name: return (nil, key)
      case .pair(let end): return (key.part(0, end), key.part(end &+ 1, key.count))
      case .other: break
      }
    }
    return split(key, by: separators ?? core.pointee.separators)
  }

  /// With `dottedNamespaces`, a key that begins with a namespace, as in `ns.key`.
  func dotted(_ key: Bytes, by separator: Bytes?) -> (ns: Bytes, key: Bytes)? {
    guard options.dottedNamespaces, let separator, let at = key.firstIndex(of: separator),
      case let ns = key.part(0, at), snapshot.parts.names.ns.contains(where: { $0.isSame(ns) })
    else { return nil }
    return (ns, key.part(at &+ separator.count, key.count))
  }

  /// The separators of the call, if it has its own.
  private var separators: KeySeparators? {
    guard frame.has(.keySeparator) || frame.has(.nsSeparator) else { return nil }
    return KeySeparators(
      ns: nsSeparator.map { arena.pointee.copy($0) },
      key: keySeparator.map { arena.pointee.copy($0) },
      areGiven: core.pointee.separators.areGiven || frame.isTruthy(.keySeparator)
        || frame.isTruthy(.nsSeparator),
      nesting: core.pointee.separators.nesting)
  }

  var nsSeparator: Text? { separator(.nsSeparator, options.nsSeparator) }

  var keySeparator: Text? { separator(.keySeparator, options.keySeparator) }

  private func separator(_ option: OptionName, _ standard: @autoclosure () -> Text?) -> Text? {
    guard let given = frame.value(option) else { return standard() }
    return given.text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Where a key was found, or that it was not.
struct Match {
  /// The chain that was looked in.
  let core: UnsafePointer<ChainCore>
  /// The key without its namespace.
  let key: Bytes
  /// The record that was found by its hash.
  var record: CatalogRecord?
  /// The match that was found by walking the tree.
  var walked: Resolution?

  var isFound: Bool { record != nil || walked?.isValid ?? false }

  /// The value that was found, in the tree of its catalog.
  var node: CatalogNode? {
    if let walked { return walked.found }
    return record.flatMap { core.layer(at: $0.key)?.pointee.node(of: $0) }
  }

  /// The language of what was found.
  var lng: Text? {
    if let walked { return walked.usedLng }
    return record.flatMap { core.language(at: $0.key) }
  }

  /// For those who observe the call.
  var resolution: Resolution {
    if let walked { return walked }
    let resolution = Resolution()
    resolution.usedKey = Text(key)
    if let record, let layer = core.layer(at: record.key) {
      resolution.found = node
      resolution.exactUsedKey = Text(record.keyBytes)
      (resolution.usedLng, resolution.usedNS) = core.place(of: layer)
      return resolution
    }
    let chain = core.pointee.chain.takeUnretainedValue()
    resolution.usedNS = chain.namespaces.last
    resolution.usedLng = resolution.usedNS == nil ? nil : chain.codes.last
    if resolution.usedLng != nil, !key.isEmpty { resolution.exactUsedKey = Text(key) }
    return resolution
  }
}
