package import CalqueBase

/// Chains that the options of a call choose, or its key.
extension ChainReader {
  /// The chain of a call that has these options and no other arguments; there it is a call without
  /// any. nil for a chain that is not known, or where a first attempt does not follow the options.
  ///
  /// - Parameters:
  ///   - lng: empty for none, as is `ns`.
  ///   - hasDefault: whether there is a default text.
  @inline(__always)
  package func chosen(lng: Bytes, ns: Bytes, hasDefault: Bool) -> ChainReader? {
    let all = OptionName.lng.bit | OptionName.ns.bit | OptionName.defaultValue.bit
    let unusual = core.pointee.unusual & all
    guard unusual == 0 || Self.isFollowed(unusual, !lng.isEmpty, !ns.isEmpty, hasDefault) else {
      return nil
    }
    return core.known(lng, ns).map { ChainReader(core: $0) }
  }

  /// Whether none of the options that are there is unusual.
  @inline(never)
  private static func isFollowed(
    _ unusual: UInt64, _ hasLng: Bool, _ hasNS: Bool, _ hasDefault: Bool
  ) -> Bool {
    let given =
      (hasLng ? OptionName.lng.bit : 0) | (hasNS ? OptionName.ns.bit : 0)
      | (hasDefault ? OptionName.defaultValue.bit : 0)
    return unusual & given == 0
  }

  /// The result of the second part of a key on the chain of the first, its namespace.
  ///
  /// - Parameter end: the place of the separator, which `find` gave.
  @inline(__always)
  package func find(_ key: UnsafePointer<UInt8>, _ count: Int, behind end: Int) -> Find {
    guard core.pointee.isModern, let known = core.known(.none, Bytes(start: key, count: end)) else {
      return .absent
    }
    return ChainReader(core: known).find(key + end + 1, count &- end &- 1)
  }

  /// Whether a text that no catalog has is one without anything to replace.
  @inline(__always)
  package func isPlain(_ text: Bytes) -> Bool {
    guard let start = text.baseAddress else { return true }
    return text.count <= core.pointee.maxOutput
      && !core.pointee.rendered.occurs(in: start, text.count)
  }
}
