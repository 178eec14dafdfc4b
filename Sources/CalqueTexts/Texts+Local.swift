import CalqueBase
import CalqueStorage

/// The local sources: the cache and the bundle. The holder of the storage holds its lock.
extension Texts {
  /// Uses the text of the bundle if it is newer than the current one.
  func takeFromBundle(_ identifier: Text, _ storage: TextStorage) {
    let found = state.withLock { state -> (TextSource, Version, Text?)? in
      let version = state.bundleVersions.version(of: identifier)
      guard let entry = state.entries[identifier], entry.isOlder(than: version) else {
        return nil
      }
      return (entry.source, version, state.bundleDirectory)
    }
    guard let (source, version, directory) = found, let file = source.bundleFile else { return }
    do throws(Diagnostic) {
      let bytes = try Self.read(file, in: directory, maximumBytes: options.maximumBytes)
      guard let text = TextDecoding.marked(bytes) else {
        throw Diagnostic(.invalidUTF8, "the file of the bundle is not text", source: file)
      }
      guard source.accepts(text) else {
        throw Diagnostic(
          .corrupt, "the file of the bundle does not have the expected SHA-256", source: file)
      }
      keep(LocalText(text: text, version: version, place: .bundle), source, storage)
    } catch {
      state.withLock { $0.entries[identifier]?.failure = error }
    }
  }

  /// Makes a text the current one, and stores it.
  func keep(_ local: LocalText, _ source: TextSource, _ storage: TextStorage) {
    let identifier = source.identifier
    let isWanted = state.withLock { state in
      guard let entry = state.entries[identifier] else { return false }
      return entry.isOlder(than: local.version) || (entry.isForced && local.place == .remote)
    }
    guard isWanted else { return }
    var kept = local
    var failure: Diagnostic?
    do throws(Diagnostic) {
      let outcome = try storage.store(local.text, of: identifier, local.version)
      if case .newer(let text, let version) = outcome, source.accepts(text) {
        kept = LocalText(text: text, version: version, place: .cache)
      }
    } catch {
      // It stays in memory until the process ends.
      failure = error
    }
    state.withLock { state in
      state.entries[identifier]?.local = kept
      if local.place == .remote { state.entries[identifier]?.isForced = false }
      state.entries[identifier]?.storageFailure = failure
      let previous = state.recorded.version(of: identifier)
      guard kept.version > previous else { return }
      state.recorded[identifier] = kept.version
      let increase = VersionIncrease(source: source, version: kept.version, previous: previous)
      announce(increase, &state)
    }
  }

  /// Reads the versions of the bundle, none if there is no file, and uses the newer texts.
  func readBundleVersions(_ storage: TextStorage) {
    let (file, directory) = state.withLock { ($0.versionSource?.bundleFile, $0.bundleDirectory) }
    var versions = VersionTable()
    if let file {
      do throws(Diagnostic) {
        let limit = options.maximumVersionBytes
        let bytes = try Self.read(file, in: directory, maximumBytes: limit)
        versions = try VersionTable(
          versionFile: TextDecoding.marked(bytes) ?? bytes, maximumBytes: limit)
      } catch {
        state.withLock { $0.versionFailure = error.from(source: file) }
      }
    }
    let identifiers = state.withLock { state in
      state.bundleVersions = versions
      return state.entries.keys
    }
    for identifier in identifiers { takeFromBundle(identifier, storage) }
  }

  /// Reads the recorded versions again: another process may have written since.
  func readRecordedVersions(_ storage: TextStorage) {
    guard let versions = try? storage.versions() else { return }
    state.withLock { state in
      for (identifier, version) in zip(versions.keys, versions.values)
      where version > state.recorded.version(of: identifier) {
        state.recorded[identifier] = version
      }
    }
  }

  private static func read(
    _ file: Text, in directory: Text?, maximumBytes: Int
  ) throws(Diagnostic) -> Text {
    var path = file
    if !file.hasPrefix("/") {
      guard let directory else {
        throw Diagnostic(.io, "no resource bundle is set", source: file)
      }
      path = "\(directory)/\(file)"
    }
    guard let bytes = try File.readIfPresent(path, maximumBytes: maximumBytes) else {
      throw Diagnostic(.io, "the bundle has no such file", source: path)
    }
    return bytes
  }
}
