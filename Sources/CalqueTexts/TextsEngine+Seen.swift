import CalqueBase

/// The versions that the user has seen.
extension TextsEngine {
  func markSeen(_ identifier: Text) throws(Diagnostic) -> Bool {
    try storage.withLock { (storage) throws(Diagnostic) in
      let seen = state.withLock { state -> VersionTable? in
        guard let held = state.entries[identifier]?.held else { return nil }
        state.seen[identifier] = held.version
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
      guard let held = entry.held, held.version > seen else { return nil }
      return VersionIncrease(source: entry.source, version: held.version, previous: seen)
    }
  }
}
