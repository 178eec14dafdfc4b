import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Walking the trees of catalogs, candidate by candidate: for separators of a call, for what hashes do not
/// tell, and for observers.
extension Call {
  @inline(never)
  func walk(_ keys: UnsafeBufferPointer<Bytes>) -> Match {
    let match = walk(inOrder: keys)
    guard !match.isFound, options.dottedNamespaces, let ns = core.pointee.separators.ns else {
      return match
    }
    // `ns.key` as `ns:key`, for when nothing else was found.
    let dot = keySeparator.map { arena.pointee.copy($0) }
    let spelled = keys.compactMap { key in
      let parts = key.firstIndex(of: ns) == nil ? dotted(key, by: dot) : nil
      return parts.map { joined($0.ns, ns, $0.key) }
    }
    let found = spelled.withUnsafeBufferPointer { walk(inOrder: $0) }
    return found.isFound ? found : match
  }

  private func walk(inOrder keys: UnsafeBufferPointer<Bytes>) -> Match {
    let snapshot = snapshot
    let chain = core.pointee.chain.takeUnretainedValue()
    let resolution = Resolution()
    var tree = Tree(
      call: self, separator: keySeparator,
      flat: frame.value(.ignoreJSONStructure)?.isTruthy ?? options.ignoreJSONStructure,
      resolution: resolution)
    var last: (ns: Bytes?, key: Bytes) = (nil, .none)
    for key in keys {
      last = parts(of: key)
      resolution.usedKey = Text(last.key)
      let candidates = Candidates(self, last.key)
      let own = last.ns.map { [Text($0)] } ?? chain.own
      for ns in snapshot.parts.namespaces(behind: own) {
        resolution.usedNS = ns
        for (code, lng) in chain.codes.enumerated() {
          resolution.usedLng = lng
          tree.stored = snapshot.stored(lng, ns, telling: host(snapshot.host.log))
          resolution.isValid = candidates.first(core.pointee.plurals + code, in: tree) != nil
          if resolution.isValid { return match(resolution, last) }
        }
      }
    }
    return match(resolution, last)
  }

  /// The tree of one catalog, or none, in which forms of a key are looked for.
  private struct Tree: CandidatePlace {
    let call: Call
    let separator: Text?
    let flat: Bool
    /// Of the key, language and namespace; what was looked at is added.
    let resolution: Resolution
    var stored: StoredCatalog?

    @inline(never)
    func record(_ key: FormedKey, _ suffix: UnsafePointer<KeySuffix>) -> CatalogRecord? {
      let key = Text(call.joined(key.bytes, suffix.pointee.all))
      guard !key.isEmpty else { return nil }
      let node = node(key)
      (resolution.exactUsedKey, resolution.found) = (key, node)
      let record = call.core.taken(node?.record)
      if call.evaluation.pointee.isTraced {
        let outcome: Text =
          record != nil ? "found" : node.map { $0.isNull ? "null" : "empty" } ?? "missing"
        call.evaluation.pointee.note(
          candidate: key, resolution.usedLng ?? "", resolution.usedNS ?? "", outcome)
      }
      return record
    }

    private func node(_ key: Text) -> CatalogNode? {
      guard let stored, let schema = stored.base?.schema else { return nil }
      if schema.keySeparator == separator, schema.findsFlatKeys == flat { return stored.find(key) }
      return stored.catalog?.find(key, separator: separator, flat: flat)
    }
  }

  /// The result of walking.
  ///
  /// - Parameter last: the parts of the key that was looked for last.
  func match(_ resolution: Resolution, _ last: (ns: Bytes?, key: Bytes)) -> Match {
    let core = last.ns.map { chain(inNamespace: $0) } ?? core
    return Match(core: core, key: last.key, walked: resolution)
  }
}
