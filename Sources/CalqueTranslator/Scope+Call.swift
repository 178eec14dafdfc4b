package import CalqueBase
import CalqueCatalog

/// Hot calls from outside.
extension Scope {
  /// Translates without allocating, if the call is one that hot calls follow.
  ///
  @inline(__always)
  package func translate(
    _ key: UnsafeBufferPointer<UInt8>, _ args: UnsafeBufferPointer<Argument>,
    into output: inout Output
  ) -> HotAnswer {
    guard let core, let start = key.baseAddress else { return .full }
    var call = HotCall(core, args)
    return call.translate(start, key.count, into: &output)
  }

  /// The text of a key without anything to replace, ending in NUL.
  package func text(of key: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let core, let start = key.baseAddress,
      let record = HotCall(core, Self.noArguments).resolve(start, key.count),
      record.kind == NodeKind.plain.rawValue
    else { return nil }
    return UnsafeBufferPointer(start: record.text, count: record.textLength)
  }

  // MARK: Resolved keys

  /// Layer, tag and record of a key in one number; nil when there is no text under it.
  package func resolve(_ key: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard let core, let start = key.baseAddress, core.pointee.layerCount < 255 else { return nil }
    for position in 0..<core.pointee.layerCount {
      let layer = core.pointee.layers + position
      let hash = Hash.of(start, key.count)
      guard let record = layer.pointee.image.record(start, key.count, hash: hash) else { continue }
      if record.kind == NodeKind.null.rawValue, !core.pointee.returnsNull { continue }
      guard record.kind == NodeKind.plain.rawValue || record.kind == NodeKind.program.rawValue
      else { return nil }
      if record.textLength == 0, !core.pointee.returnsEmpty { continue }
      let offset = UInt64(layer.pointee.image.offset(of: record))
      return offset | UInt64(core.pointee.tag) << 32 | UInt64(position &+ 1) << 56
    }
    return nil
  }

  /// Renders a resolved key; false when it is not of this scope or needs the full rules.
  @inline(__always)
  package func translate(
    resolved key: UInt64, _ args: UnsafeBufferPointer<Argument>, into output: inout Output
  ) -> Bool {
    guard let core, UInt32(truncatingIfNeeded: key >> 32) & 0xFF_FFFF == core.pointee.tag else {
      return false
    }
    let position = Int(truncatingIfNeeded: key >> 56) &- 1
    guard position >= 0, position < core.pointee.layerCount else { return false }
    let image = (core.pointee.layers + position).pointee.image
    let record = image.record(at: Int(UInt32(truncatingIfNeeded: key)))
    let start = output.length
    var call = HotCall(core, args)
    if call.render(record, into: &output, record.key, record.keyLength, nil, 0, depth: 0) == .done {
      return true
    }
    output.rewind(to: start)
    return false
  }

  /// The key of a resolved key, for the full rules.
  package func key(of resolved: UInt64) -> Text? {
    guard let core, UInt32(truncatingIfNeeded: resolved >> 32) & 0xFF_FFFF == core.pointee.tag
    else { return nil }
    let position = Int(truncatingIfNeeded: resolved >> 56) &- 1
    guard position >= 0, position < core.pointee.layerCount else { return nil }
    let image = (core.pointee.layers + position).pointee.image
    let record = image.record(at: Int(UInt32(truncatingIfNeeded: resolved)))
    return Text(UnsafeBufferPointer(start: record.key, count: record.keyLength))
  }

  private static var noArguments: UnsafeBufferPointer<Argument> {
    UnsafeBufferPointer(start: nil, count: 0)
  }
}
