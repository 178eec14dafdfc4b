import CalqueBase

/// The versions that the user has seen.
extension TextsEngine {
  func markSeen(_ identifier: Text) throws(Diagnostic) -> Bool {
    try storage.withLock { (storage) throws(Diagnostic) in
      let seen = state.withLock { state -> VersionTable? in
        guard let local = state.entries[identifier]?.local else { return nil }
        state.seen[identifier] = local.version
        return state.seen
      }
      guard let seen else { return false }
      try storage.store(seen: seen)
      return true
    }
  }
}

extension TextsState {
  var unseen: [VersionIncrease] {
    entries.values.compactMap { entry in
      let seen = seen.version(of: entry.source.identifier)
      guard let local = entry.local, local.version > seen else { return nil }
      return VersionIncrease(source: entry.source, version: local.version, previous: seen)
    }
  }
}
