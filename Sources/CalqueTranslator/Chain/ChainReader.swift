package import CalqueBase
package import CalqueCatalog
import CalqueTemplate

/// A chain as calls see it, without its reference count; valid as long as the chain.
package typealias ChainReader = UnsafePointer<ChainCore>

/// The result of looking up a key without arguments.
package enum PlainFind {
  /// A text without anything to replace.
  case plain(CatalogRecord)
  /// A text that `run` fills in.
  case program(CatalogRecord)
  /// Nothing: the key is its own text.
  case missing
  /// Something that `answer` finds out.
  case other
}

extension ChainReader {
  @inline(__always)
  package func find(_ key: UnsafePointer<UInt8>, _ count: Int) -> PlainFind {
    guard count > 0 else { return .other }
    let found = taken(pointee.table.record(key, count, KeyHash(key, count).mark))
    if found == nil, !pointee.isMerged { return findLayered(key, count) }
    return result(found, key, count)
  }

  /// Without a table over all layers each of them has to be asked.
  @inline(never)
  private func findLayered(_ key: UnsafePointer<UInt8>, _ count: Int) -> PlainFind {
    pointee.isDirect ? result(layered(key, count), key, count) : .other
  }

  /// - Parameter record: of the key as it stands; nil when no catalog has it.
  @inline(__always)
  private func result(
    _ record: CatalogRecord?, _ key: UnsafePointer<UInt8>, _ count: Int
  ) -> PlainFind {
    guard let record else {
      return showsAsItIs(key, count) ? .missing : .other
    }
    if mayBeSplit(record) { return .other }
    let kind = record.kind
    if kind == NodeKind.plain.rawValue { return .plain(record) }
    return kind == NodeKind.program.rawValue ? .program(record) : .other
  }

  /// Whether a key that no catalog has is shown as it is.
  @inline(__always)
  func showsAsItIs(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    pointee.showsMissing && count <= pointee.limits.maxOutput
      && !pointee.telling.occurs(in: key, count)
  }

  /// The text of a key with a namespace before it, if it has nothing to replace.
  @inline(never)
  package func find(qualified key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    guard case .pair(let end) = pointee.marks.shape(key, count), pointee.isModern,
      pointee.isDirect, let known = known(.none, Bytes(start: key, count: end)),
      case .plain(let record) = known.find(key + end + 1, count &- end &- 1)
    else { return nil }
    return record
  }

  /// The chain of a call that has these options and no other arguments; there it is a call without
  /// any. nil for a chain that is not known, or where the options do more.
  ///
  /// - Parameters:
  ///   - lng: empty for none, as is `ns`.
  ///   - hasDefault: whether there is a default text.
  @inline(__always)
  package func selected(lng: Bytes, ns: Bytes, hasDefault: Bool) -> ChainReader? {
    guard pointee.isModern, pointee.isDirect, lng.isEmpty || !pointee.hasList,
      !hasDefault || !pointee.options.updateMissing
    else { return nil }
    return known(lng, ns)
  }

  /// Whether a text that no catalog has is one without anything to replace.
  @inline(__always)
  package func isPlain(_ text: Bytes) -> Bool {
    guard let start = text.baseAddress else { return true }
    return text.count <= pointee.limits.maxOutput
      && !pointee.specialInTexts.occurs(in: start, text.count)
  }

  // MARK: Calls

  /// Renders a record that `find` gave.
  @inline(__always)
  package func run(
    _ record: CatalogRecord, _ frame: inout Frame, into output: inout Output
  ) -> Answer {
    frame.evaluation.pointee.cost = record.textLength &+ 64
    return _withUnprotectedUnsafeMutablePointer(to: &frame) { frame in
      let key = CallKey(start: record.key, count: record.keyLength, core: self)
      return _withUnprotectedUnsafePointer(to: key) { Call(self, frame).run(record, $0, &output) }
    }
  }

  /// Answers for a key.
  @inline(__always)
  package func answer(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ frame: inout Frame, into output: inout Output
  ) -> Answer {
    _withUnprotectedUnsafeMutablePointer(to: &frame) {
      Call(self, $0).answer(key, count, into: &output)
    }
  }

  /// As `answer`, for less frequent callers.
  @inline(never)
  package func answer(
    _ key: Bytes, _ frame: inout Frame, into output: inout Output
  ) -> Answer {
    answer(key.baseAddress ?? Argument.nowhere, key.count, &frame, into: &output)
  }

  /// Whether details may be wanted instead of a text, or another prefix of keys.
  @inline(__always)
  package func mayBeDetailed(_ frame: Frame) -> Bool {
    frame.options & (OptionName.returnDetails.bit | OptionName.keyPrefix.bit) != 0
      || pointee.options.returnDetails
  }

  /// Whether details are wanted instead of a text.
  @inline(__always)
  package func isDetailed(_ frame: inout Frame) -> Bool {
    mayBeDetailed(frame)
      && _withUnprotectedUnsafeMutablePointer(to: &frame) { Call(self, $0).isDetailed }
  }

  /// Ends an evaluation: tells the host of limits that were reached, and gives memory back.
  ///
  /// - Returns: false when there is no result, because something that was given is wrong or the host would
  ///   have to be called.
  @inline(__always)
  package func end(_ frame: inout Frame, for key: Bytes) -> Bool {
    guard frame.evaluation.pointee.marks.isEmpty else { return endMarked(&frame, for: key) }
    frame.evaluation.pointee.end()
    return true
  }

  @inline(never)
  private func endMarked(_ frame: inout Frame, for key: Bytes) -> Bool {
    _withUnprotectedUnsafePointer(to: &frame) { frame in
      let evaluation = frame.pointee.evaluation
      defer { evaluation.pointee.end() }
      if evaluation.pointee.marks.contains(.unread), !frame.isRight { return false }
      if !evaluation.pointee.marks.isDisjoint(with: .limits) {
        Call(self, frame).tellLimits(for: key)
      }
      return evaluation.pointee.marks.isDisjoint(with: [.declined, .wrong])
    }
  }

  /// The text of a key without anything to replace, ending in NUL.
  @inline(__always)
  package func text(of key: Bytes) -> Bytes? {
    guard let start = key.baseAddress, case .plain(let record) = find(start, key.count) else {
      return nil
    }
    return Bytes(start: record.text, count: record.textLength)
  }
}
