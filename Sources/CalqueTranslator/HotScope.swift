package import CalqueBase
package import CalqueCatalog

/// What hot calls are made on: a scope without its reference count, valid as long as the scope.
package struct HotScope: @unchecked Sendable {
  // Unchecked: what the pointer leads to is written before it is shared.
  let core: UnsafePointer<ScopeCore>

  /// What a key without arguments comes to.
  package enum Find {
    /// A text without anything to replace.
    case plain(CatalogRecord)
    /// One that is rendered by `render`.
    case program(CatalogRecord)
    /// Nothing: the key is its own text.
    case missing
    /// The full rules have to be asked.
    case full
  }

  @inline(__always)
  package func find(_ key: UnsafePointer<UInt8>, _ count: Int) -> Find {
    guard count > 0 else { return .full }
    let found = core.pointee.table.record(key, count, KeyHash(key, count).value)
    guard let record = found, !core.pointee.skips.skips(record) else {
      return showsAsItIs(key, count) ? .missing : .full
    }
    return find(record)
  }

  @inline(__always)
  private func find(_ record: CatalogRecord) -> Find {
    let kind = record.kind
    if kind == NodeKind.plain.rawValue { return .plain(record) }
    return kind == NodeKind.program.rawValue ? .program(record) : .full
  }

  /// A record that `find` gave.
  @inline(__always)
  package func render(
    _ record: CatalogRecord, _ arguments: inout HotArguments, into output: inout Output
  ) -> HotAnswer {
    withUnsafeMutablePointer(to: &arguments) {
      HotCall(core, $0).whole(record, into: &output, record.key, record.keyLength)
    }
  }

  /// Translates a key with arguments, if the call is one that hot calls follow.
  @inline(__always)
  package func translate(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ arguments: inout HotArguments,
    into output: inout Output
  ) -> HotAnswer {
    withUnsafeMutablePointer(to: &arguments) {
      HotCall(core, $0).translate(key, count, into: &output)
    }
  }

  /// Translates a key with arguments or without.
  package func translate(
    _ key: UnsafeBufferPointer<UInt8>, _ arguments: inout HotArguments, into output: inout Output
  ) -> HotAnswer {
    guard let start = key.baseAddress else { return .full }
    if !arguments.all.isEmpty { return translate(start, key.count, &arguments, into: &output) }
    switch find(start, key.count) {
    case .plain(let record), .program(let record):
      return render(record, &arguments, into: &output)
    case .full: return .full
    case .missing:
      output.append(start, key.count)
      return .missing
    }
  }

  /// Whether a missing key is its own text.
  @inline(__always)
  private func showsAsItIs(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    core.pointee.showsMissing && count <= core.pointee.maxOutput
      && !core.pointee.telling.occurs(in: key, count)
  }

  /// The text of a key without anything to replace, ending in NUL.
  @inline(__always)
  package func text(of key: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let start = key.baseAddress,
      let record = core.pointee.table.record(start, key.count, KeyHash(start, key.count).value),
      record.kind == NodeKind.plain.rawValue, !core.pointee.skips.skips(record)
    else { return nil }
    return UnsafeBufferPointer(start: record.text, count: record.textLength)
  }

  // MARK: Resolved keys

  /// Tag, layer and record of a key in one number; nil when there is no text under it.
  package func resolve(_ key: UnsafeBufferPointer<UInt8>) -> UInt64? {
    let core = core.pointee
    guard let start = key.baseAddress,
      let place = core.table.place(of: start, key.count, KeyHash(start, key.count).value)
    else { return nil }
    let record = core.table.record(layer: place.layer, offset: place.offset)
    guard
      record.kind == NodeKind.plain.rawValue || record.kind == NodeKind.program.rawValue,
      !core.skips.skips(record)
    else { return nil }
    return UInt64(place.offset) | UInt64(core.tag &+ UInt32(place.layer)) << 32
  }

  /// What a resolved key comes to; `full` when it is not of this scope.
  @inline(__always)
  package func find(resolved: UInt64) -> Find {
    record(of: resolved).map { find($0) } ?? .full
  }

  /// The record of a resolved key if its text has nothing to replace.
  @inline(__always)
  package func plain(resolved: UInt64) -> CatalogRecord? {
    guard let record = record(of: resolved), record.kind == NodeKind.plain.rawValue else {
      return nil
    }
    return record
  }

  /// The key of a resolved key, for the full rules.
  package func key(of resolved: UInt64) -> Text? {
    record(of: resolved).map { Text(UnsafeBufferPointer(start: $0.key, count: $0.keyLength)) }
  }

  /// nil for a key that was not resolved here.
  @inline(__always)
  private func record(of resolved: UInt64) -> CatalogRecord? {
    // Below the tag it is no key from here, above the tags of all layers neither.
    let layer = UInt32(truncatingIfNeeded: resolved >> 32) &- core.pointee.tag
    guard layer < core.pointee.layerCount else { return nil }
    return core.pointee.table.record(
      layer: Int(layer), offset: Int(UInt32(truncatingIfNeeded: resolved)))
  }
}
