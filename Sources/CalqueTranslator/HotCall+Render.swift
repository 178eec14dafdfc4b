import CalqueBase
import CalqueCatalog
import CalqueTemplate

extension HotCall {
  @inline(__always)
  func render(
    _ record: CatalogRecord, into output: inout Output, _ key: UnsafePointer<HotKey>
  ) -> Answer {
    let kind = record.kind
    if kind == NodeKind.plain.rawValue {
      output.append(padded: record.text, record.textLength)
      return .done
    }
    guard kind == NodeKind.program.rawValue else { return .full }
    return run(record, into: &output, key)
  }

  /// Follows a program.
  ///
  /// Appends to a copy of the output, which stays in registers; what is seldom called gets the
  /// output itself.
  @inline(__always)
  private func run(
    _ record: CatalogRecord, into output: inout Output, _ key: UnsafePointer<HotKey>
  ) -> Answer {
    var own = output
    let start = own.length
    var step = PatternStep(record.program, record.text)
    var refers = false
    while let operation = step.operation {
      own.append(padded: step.literal, step.literalCount)
      if operation == .end { break }
      if operation == .reference {
        refers = true
        output.rewind(to: own.length)
        guard refer(step, &output, key) == .done else { return .full }
        own.rewind(to: output.length)
        step = step.nextOfReference
      } else {
        guard insert(step, operation, &own, &output) == .done else { return .full }
        step = step.nextOfVariable
      }
    }
    output.rewind(to: own.length)
    // The full rules stop at a length that counts what is not replaced yet.
    guard own.length &- start &+ record.textLength <= core.pointee.maxOutput else {
      return .full
    }
    // A value that could be taken for a part of a reference is left to the full rules.
    return refers && mayDisturbReferences() ? .full : .done
  }

  // MARK: Variables

  @inline(__always)
  private func insert(
    _ step: PatternStep, _ operation: Pattern.Operation, _ own: inout Output,
    _ output: inout Output
  ) -> Answer {
    guard arguments.pointee.spend(of: core.pointee.mostReplaces) else { return .full }
    guard let argument = arguments.pointee.named(by: step) else {
      guard !core.pointee.asksForMissing, !core.pointee.hasDefaults else { return .full }
      own.append(step.placeholder, step.placeholderCount)
      return .done
    }
    // The kinds that are asked for most come first: a table of jumps costs more.
    let kind = argument.pointee.kind
    if kind == .int {
      own.append(decimal: argument.pointee.integer)
      return .done
    }
    if kind == .text, insertText(argument, operation, &own) { return .done }
    output.rewind(to: own.length)
    let answer = insertSlowly(argument, operation, &output)
    own.rewind(to: output.length)
    return answer
  }

  /// False for a text that has to be looked at byte by byte.
  @inline(__always)
  private func insertText(
    _ argument: UnsafePointer<Argument>, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Bool {
    let text = argument.pointee.text
    let count = argument.pointee.textCount
    return switch operation {
    case .variable:
      core.pointee.isModern && output.append(text, count, if: Bytes16.isASCII)
    case .escapedVariable:
      core.pointee.isModern && !core.pointee.asksForEscape
        && output.append(text, count, if: HTMLEscape.keeps)
    default: false
    }
  }

  @inline(never)
  private func insertSlowly(
    _ argument: UnsafePointer<Argument>, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    switch argument.pointee.kind {
    case .bool: output.append((argument.pointee.integer != 0 ? "true" : "false") as StaticString)
    case .double: output.append(Decimal.text(of: argument.pointee.number))
    case .text: return insertByBytes(argument, operation, &output)
    case .int, .other: return .full
    }
    return .done
  }

  private func insertByBytes(
    _ argument: UnsafePointer<Argument>, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    let text = argument.pointee.text
    let count = argument.pointee.textCount
    let escapes = operation == .escapedVariable
    if escapes, core.pointee.asksForEscape { return .full }
    let isRescanned = operation == .unescapedVariable || !core.pointee.isModern
    var plain = 0
    for offset in 0..<count {
      let byte = text[offset]
      if isRescanned, isDelimiter(byte) { return .full }
      guard escapes, let entity = HTMLEscape.entity(of: byte) else { continue }
      output.append(text + plain, offset &- plain)
      output.append(entity)
      plain = offset &+ 1
    }
    output.append(text + plain, count &- plain)
    let bytes = UnsafeBufferPointer(start: text, count: count)
    return UTF8Check.firstInvalid(bytes) == nil ? .done : .full
  }

  /// Whether a later pass over the text could see the byte as part of a delimiter.
  @inline(__always)
  private func isDelimiter(_ byte: UInt8) -> Bool {
    byte == core.pointee.prefixByte || byte == core.pointee.suffixByte
      || core.pointee.nestingPrefix.contains(byte)
  }

  private func mayDisturbReferences() -> Bool {
    for argument in arguments.pointee.all where argument.kind == .text {
      for offset in 0..<argument.textCount {
        let byte = argument.text[offset]
        if byte == 0x22 || byte == 0x27 || byte == core.pointee.nestingSuffixByte
          || core.pointee.nestingPrefix.contains(byte)
        {
          return true
        }
      }
    }
    return false
  }

  // MARK: References

  @inline(never)
  private func refer(
    _ step: PatternStep, _ output: inout Output, _ key: UnsafePointer<HotKey>
  ) -> Answer {
    // Whether a limit is reached is for the full rules to say.
    guard core.pointee.followsReferences, isFollowed, key.pointee.depth < core.pointee.deepest,
      arguments.pointee.spend(of: core.pointee.mostReplaces),
      output.length <= core.pointee.maxOutput
    else { return .full }
    let name = step.name
    let count = step.nameCount
    if let outer = key.pointee.outer, outer.pointee.count == count,
      !arguments.pointee.hasContext, Word.isSame(outer.pointee.start, name, count)
    {
      return .done
    }
    guard case .found(let record) = find(name, count, step.keyHash) else { return .full }
    return withUnsafePointer(to: HotKey(name, count, from: key)) {
      render(record, into: &output, $0)
    }
  }
}
