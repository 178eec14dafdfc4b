package import CalqueBase

extension Texts {
  /// Describes the state of every registered text, as the C header defines it.
  package var status: Members { state.withLock { $0.status } }
}

extension TextsState {
  var status: Members {
    var members = Members()
    members["versionsKnown"] = .bool(isInformed)
    if let versionFailure { members["versionFailure"] = .text(versionFailure.message) }
    var texts = Members()
    for entry in entries.values { texts[entry.source.identifier] = .object(status(of: entry)) }
    members["texts"] = .object(texts)
    return members
  }

  private func status(of entry: TextEntry) -> Members {
    var members = Members()
    if let local = entry.local {
      members["version"] = .text(local.version.text)
      members["place"] = .text(local.place.name)
      members["bytes"] = .int(Int64(local.text.count))
    }
    let identifier = entry.source.identifier
    if let version = bundleVersions[identifier] { members["bundleVersion"] = .text(version.text) }
    if let version = remoteVersions[identifier] { members["remoteVersion"] = .text(version.text) }
    if entry.download != nil { members["loading"] = .bool(true) }
    if let failure = entry.failure { members["failure"] = .text(failure.message) }
    if let failure = entry.storageFailure { members["storageFailure"] = .text(failure.message) }
    return members
  }
}

/// The versions that the user has seen.
extension Texts {
  /// Records that the user has seen the current text, such as an accepted licence. Kept where files
  /// last.
  ///
  /// - Returns: false when there is no local text.
  /// - Throws: `io` when the record cannot be written; it is kept until the process ends.
  package func markSeen(_ identifier: Text) throws(Diagnostic) -> Bool {
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
