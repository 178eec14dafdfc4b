import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// References of a program: `$t(key)`, `$t(key, {"count": 1})`, `$t(key, format)`.
extension Call {
  /// Options of a call that say more of what a reference stands for than its key, count and context.
  private static let referring =
    OptionName.splitting | OptionName.scanning | OptionName.counts.bit

  /// Replaces a reference.
  @inline(never)
  func refer(
    _ step: PatternStep, _ key: UnsafePointer<CallKey>, _ progress: inout Progress,
    _ output: inout Output
  ) -> Answer {
    // A reference that is all of a text stands for its value, whatever that is.
    let isWhole = step.placeholderCount == progress.record.textLength
    if !isWhole, mustScan(step, raw: nil, key, &progress) { return .unknown }
    guard mayReplace(step, progress, output), !progress.isOver else {
      output.append(step.placeholder, step.placeholderCount)
      return .text
    }
    let before = output.length
    var replaced =
      step.is(.reference)
      ? refer(step, isWhole, key, &output) : referWithOptions(step, isWhole, key, &output)
    if replaced == .value {
      replaced = put(evaluation.pointee.value, isWhole: isWhole, &output)
    }
    if replaced == .text, output.length &- before > core.pointee.limits.maxOutput {
      progress.isOver = !mayGrow(output.length &- before)
      output.rewind(to: before)
      output.append(step.placeholder, step.placeholderCount)
    }
    return replaced
  }

  /// - Parameter isWhole: the reference is all of its text.
  @inline(__always)
  private func refer(
    _ step: PatternStep, _ isWhole: Bool, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    guard canNest(), charge() else {
      output.append(step.placeholder, step.placeholderCount)
      return .text
    }
    if isSimple, !isOpen(step.nameBytes, key),
      let record = find(step.name, step.nameCount, step.keyMark)
    {
      let replaced = follow(record, step.nameBytes, key, &output)
      if replaced != .unknown { return replaced }
    }
    let reference = Reference(name: step.nameBytes, detail: nil, own: .none)
    return put(reference, at: step.address, isWhole: isWhole, key, &output)
  }

  @inline(never)
  private func referWithOptions(
    _ step: PatternStep, _ isWhole: Bool, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    guard canNest(), charge() else {
      // A reference that is left has its variables filled in.
      output.append(interpolated(step.placeholderBytes, scanners, of: key, lng: nil))
      return .text
    }
    return detail(of: step, key)._withUnsafeGuaranteedRef { detail in
      guard let own = own(of: detail) else { return .unknown }
      for _ in detail.slots { _ = charge() }
      // The text in the parentheses begins with the key, unless its options are none.
      let name =
        detail.own == nil
        ? arena.pointee.copy(detail.name) : Bytes(start: step.name, count: detail.name.count)
      if isSimple, !isOpen(name, key), detail.formats.isEmpty, let start = name.baseAddress,
        name.count > 0
      {
        let replaced = withInner(roomFor: own.count, on: core, takingOver: frame) {
          inner, nested -> Answer in
          // Count, context and ordinal choose a form; other options choose more.
          guard nested.pointee.add(forms: own),
            let record = inner.find(start, name.count, KeyHash(start, name.count).mark)
          else { return .unknown }
          return inner.follow(record, name, key, &output)
        }
        if replaced != .unknown { return replaced }
      }
      let reference = Reference(name: name, detail: detail, own: own)
      return put(reference, at: step.address, isWhole: isWhole, key, &output)
    }
  }

  /// Whether a reference is looked up on the same chain, with nothing but its key, count and context
  /// to heed, and nobody sees the options that it takes over.
  @inline(__always)
  private var isSimple: Bool {
    core.pointee.refersByHash && frame.pointee.data == nil
      && frame.pointee.options & Self.referring == 0 && !evaluation.pointee.isTraced
  }

  /// Whether a key is the one whose text refers to the text at hand. Longer rings end by a limit.
  @inline(__always)
  func isOpen(_ name: Bytes, _ key: UnsafePointer<CallKey>) -> Bool {
    guard let outer = key.pointee.outer, outer.pointee.count == name.count else { return false }
    let hasContext = frame.pointee.context?.pointee.isTruthy ?? false
    return !hasContext && outer.pointee.bytes.isSame(name)
  }

  /// Renders the text of a reference, whose name has an address; `unknown` for what is no text.
  @_transparent
  private func follow(
    _ record: CatalogRecord, _ name: Bytes, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    // The name is a part of the program, and so has an address.
    guard !core.mayBeSplit(name.baseAddress.unsafelyUnwrapped, name.count) else { return .unknown }
    read(record.textLength)
    if record.kind == NodeKind.plain.rawValue {
      output.append(padded: record.text, record.textLength)
      return .text
    }
    guard record.kind == NodeKind.program.rawValue else { return .unknown }
    evaluation.pointee.depth &+= 1
    let own = CallKey(
      start: name.baseAddress.unsafelyUnwrapped, count: name.count, core: core, outer: key,
      borrowsFrame: true)
    let answer = _withUnprotectedUnsafePointer(to: own) { run(record, $0, &output) }
    evaluation.pointee.depth &-= 1
    return answer
  }

  // MARK: Options

  /// The options of a reference, with variables of the call in their slots; nil where other values than
  /// those that stand for themselves in JSON may change how it is read.
  @inline(__always)
  func own(of detail: PatternDetail) -> UnsafeBufferPointer<Argument>? {
    if detail.isFilled { return nil }
    return detail.slots.isEmpty ? detail.own ?? .none : filled(detail)
  }

  @inline(never)
  private func filled(_ detail: PatternDetail) -> UnsafeBufferPointer<Argument>? {
    let own: UnsafeBufferPointer<Argument> = detail.own ?? .none
    let filled = arena.pointee.take(Argument.self, own.count)
    for (position, argument) in own.enumerated() { (filled + position).initialize(to: argument) }
    for slot in detail.slots {
      guard let value = value(of: slot, own[slot.position].name) else { return nil }
      filled[slot.position] = value
    }
    return UnsafeBufferPointer(start: filled, count: own.count)
  }

  /// The option that a variable is the value of, as JSON would read it; nil when that needs reading.
  private func value(of slot: PatternDetail.Slot, _ name: Name) -> Argument? {
    guard !core.pointee.asksForFormat else { return nil }
    let found = slot.path.bytes.withUnsafeBufferPointer { lookUp($0) }
    guard case .argument(let argument)? = found else { return nil }
    switch argument.pointee.kind {
    case .int, .bool: return slot.isQuoted ? nil : Argument(name, as: argument.pointee)
    case .text where slot.isQuoted && !core.pointee.asksForEscape:
      return quoted(argument.pointee.bytes).map { Argument(name, .text, 0, $0) }
    default: return nil
    }
  }

  /// A text as it is put between the quotes of JSON; nil when JSON has escapes for some of it, and when it
  /// has placeholders, which are replaced, too.
  private func quoted(_ text: Bytes) -> Bytes? {
    let escapes = options.interpolation.escapeValue
    guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x5C && (escapes || $0 != 0x22) }),
      !core.pointee.delimiters.finds(in: text.baseAddress ?? Argument.nowhere, text.count)
    else { return nil }
    guard escapes else { return text }
    read(text.count)
    var output = Output(in: arena, expecting: text.count &+ 16)
    HTMLEscape.append(text, to: &output)
    return output.bytes
  }

  /// The detail of a step. It is read the first time, and lasts as long as the call.
  func detail(
    of step: PatternStep, _ key: UnsafePointer<CallKey>
  ) -> Unmanaged<PatternDetail> {
    let catalog = key.pointee.core.catalog(at: step.address)
    let known = catalog?._withUnsafeGuaranteedRef { $0.details.known(step.address) }
    return (known ?? nil) ?? keptDetail(of: step, catalog)
  }

  @inline(never)
  private func keptDetail(
    of step: PatternStep, _ catalog: Unmanaged<Catalog>?
  ) -> Unmanaged<PatternDetail> {
    let syntax = options.interpolation
    let detail: PatternDetail
    if let operation = step.operation, operation.isReference {
      let end = step.placeholderCount - syntax.nestingSuffix.count
      let inside = Text(step.placeholderBytes.part(syntax.nestingPrefix.count, end))
      detail = PatternDetail.reference(inside, syntax) { try? JSON.parse($0) }
    } else {
      let isRaw = step.operation?.isUnescaped ?? false
      let start = syntax.prefix.count + (isRaw ? syntax.unescapePrefix.count : 0)
      let inside = Text(
        step.placeholderBytes.part(start, step.placeholderCount - syntax.suffix.count))
      detail = PatternDetail(placeholder: inside, separator: syntax.formatSeparator)
    }
    let isKept = catalog?.takeUnretainedValue().details.keep(detail, step.address) ?? false
    if !isKept { evaluation.pointee.keep(detail) }
    return .passUnretained(detail)
  }
}
