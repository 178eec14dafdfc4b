import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// References of a first attempt: those that are found, and whose options are known.
extension Call {
  @inline(never)
  func refer(
    _ step: PatternStep, _ output: inout Output, _ key: UnsafePointer<CallKey>
  ) -> Answer {
    guard mayRefer(output.length, key) else { return .full }
    let (name, count) = (step.name, step.nameCount)
    // A key that is being translated already is left out, in formats v2 to v4.
    guard !isOpen(name, count, key) else { return core.pointee.isModern ? .done : .full }
    return follow(name, count, step.keyMark, &output, key)
  }

  @inline(never)
  func referWithOptions(
    _ step: PatternStep, _ output: inout Output, _ key: UnsafePointer<CallKey>
  ) -> Answer {
    guard mayRefer(output.length, key) else { return .full }
    return withDetail(of: step, key) {
      readReference(step)
    } _: { detail in
      guard detail.options == .known, detail.formats.isEmpty, let own = detail.own?.all,
        own.count <= Self.mostOptions
      else { return .full }
      // The text in the parentheses begins with the key.
      let (name, count) = (step.name, detail.name.count)
      guard count > 0 else { return .full }
      if isOpen(name, count, key) { return .done }
      return CallArguments.with(roomFor: Self.mostOptions, nil, outer: arguments) { nested in
        guard take(over: own, detail, nested) else { return .full }
        let answer = Call(core, nested).follow(
          name, count, KeyHash(name, count).mark, &output, key)
        // All references of a text share what it may cost.
        arguments.pointee.replaced = nested.pointee.replaced
        return withExtendedLifetime(detail) { answer }
      }
    }
  }

  /// Options of a reference that a first attempt follows.
  private static let mostOptions = 8

  /// Adds the options of a reference; false when they need a second attempt.
  private func take(
    over own: UnsafeBufferPointer<Argument>, _ detail: PatternDetail,
    _ nested: UnsafeMutablePointer<CallArguments>
  ) -> Bool {
    for position in 0..<own.count {
      var argument = own[position]
      for slot in detail.slots where slot.position == position {
        guard !slot.path.bytes.contains(0x2E), let value = value(of: slot, argument.name) else {
          return false
        }
        argument = value
      }
      guard argument.kind.rawValue < Argument.Kind.value.rawValue else { return false }
      nested.pointee.add(argument)
    }
    // Count, context and ordinal choose a form; other options choose more.
    return nested.pointee.options == arguments.pointee.options
  }

  @inline(__always)
  private func mayRefer(_ length: Int, _ key: UnsafePointer<CallKey>) -> Bool {
    // Whether a limit is reached is for the second attempt to say.
    (core.pointee.isModern
      ? core.pointee.followsReferences : arguments.pointee.context == nil && keepsChain)
      && isFollowed
      && arguments.pointee.data == nil
      && key.pointee.depth < core.pointee.deepest
      && arguments.spend(of: core.pointee.mostReplaces) && length <= core.pointee.maxOutput
  }

  /// Whether a reference of formats v1 and ios is looked up where its text was: v1 looks only in the
  /// language of a plural form, and ios in the current languages and the default namespace.
  var keepsChain: Bool {
    core.pointee.order == .byForm
      ? core.pointee.fixed.isEmpty && core.pointee.isBase : arguments.pointee.count == nil
  }

  /// Whether a key is being translated already.
  @inline(__always)
  private func isOpen(
    _ name: UnsafePointer<UInt8>, _ count: Int, _ key: UnsafePointer<CallKey>
  ) -> Bool {
    guard let outer = key.pointee.outer, outer.pointee.count == count else { return false }
    return !arguments.hasContext && Word.isSame(outer.pointee.start, name, count)
  }

  @_transparent
  private func follow(
    _ name: UnsafePointer<UInt8>, _ count: Int, _ mark: @autoclosure () -> KeyMark,
    _ output: inout Output, _ key: UnsafePointer<CallKey>
  ) -> Answer {
    // With a namespace in it, a key may not mean what is found as it stands.
    let isWhole =
      !core.pointee.hasSplitKeys
      || core.pointee.separators.ns.map {
        Bytes(start: name, count: count).firstIndex(of: $0) == nil
      } ?? true
    if isWhole {
      let hasForms = core.pointee.isModern && arguments.hasForms
      switch hasForms ? formed(name, count) : findBare(name, count, mark()) {
      case .found(let record):
        var own = CallKey(name, count, core, from: key)
        let answer = render(record, into: &output, &own)
        guard answer == .full, record.isContainer else { return answer }
        return shown(record, Bytes(start: name, count: count), &output)
      case .next: break
      case .stop: return .full
      }
    }
    guard core.pointee.isModern else { return .full }
    let answer = settled(name, count, isSought: isWhole, from: key, &output)
    return answer == .missing ? .done : answer
  }
}
