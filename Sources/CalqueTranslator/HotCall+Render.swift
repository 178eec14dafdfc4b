import CalqueBase
import CalqueCatalog
import CalqueTemplate

extension HotCall {
  /// - Parameters:
  ///   - key: the key being rendered.
  ///   - outer: the key whose text refers to it, nil at the top.
  @inline(__always)
  func render(
    _ record: CatalogRecord, into output: inout Output, _ key: UnsafePointer<UInt8>,
    _ keyCount: Int, _ outer: UnsafePointer<UInt8>?, _ outerCount: Int, depth: Int
  ) -> Answer {
    let kind = record.kind
    if kind == NodeKind.plain.rawValue {
      output.append(padded: record.text, record.textLength)
      return .done
    }
    guard kind == NodeKind.program.rawValue else { return .full }
    return run(record, into: &output, key, keyCount, outer, outerCount, depth)
  }

  @inline(never)
  private func run(
    _ record: CatalogRecord, into output: inout Output, _ key: UnsafePointer<UInt8>,
    _ keyCount: Int, _ outer: UnsafePointer<UInt8>?, _ outerCount: Int, _ depth: Int
  ) -> Answer {
    let start = output.length
    var step = PatternStep(record.program, record.text)
    var refers = false
    while let operation = step.operation {
      output.append(padded: step.literal, step.literalCount)
      if operation == .end { break }
      if operation == .reference {
        refers = true
        guard refer(step, &output, key, keyCount, outer, outerCount, depth) == .done else {
          return .full
        }
        step = step.nextOfReference
      } else {
        guard insert(step, operation, &output) == .done else { return .full }
        step = step.nextOfVariable
      }
    }
    // The full rules stop at a length that counts what is not replaced yet.
    guard output.length &- start &+ record.textLength <= core.pointee.maxOutput else {
      return .full
    }
    // A value that could be taken for a part of a reference is left to the full rules.
    return refers && mayDisturbReferences() ? .full : .done
  }

  // MARK: Variables

  @inline(__always)
  private func insert(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    guard arguments.pointee.spend(of: core.pointee.mostReplaces) else { return .full }
    let name = Name(padded: step.name, step.nameCount)
    if let argument = arguments.pointee.named(name) {
      return insert(argument, operation, &output)
    }
    guard !core.pointee.asksForMissing, !core.pointee.hasDefaults else { return .full }
    output.append(step.placeholder, step.placeholderCount)
    return .done
  }

  @inline(__always)
  private func insert(
    _ argument: UnsafePointer<Argument>, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    switch argument.pointee.kind {
    case .int: output.append(decimal: argument.pointee.integer)
    case .bool: output.append((argument.pointee.integer != 0 ? "true" : "false") as StaticString)
    case .double: output.append(Decimal.text(of: argument.pointee.number))
    case .text: return insertText(argument, operation, &output)
    case .other: return .full
    }
    return .done
  }

  @inline(__always)
  private func insertText(
    _ argument: UnsafePointer<Argument>, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    let text = argument.pointee.text
    let count = argument.pointee.textCount
    let isPlain =
      switch operation {
      case .variable: core.pointee.isModern && !Bytes16.contain(text, count, where: Bytes16.wide)
      case .escapedVariable:
        core.pointee.isModern && !core.pointee.asksForEscape && HTMLEscape.keeps(text, count)
      default: false
      }
    if isPlain {
      output.append(text, count)
      return .done
    }
    return insertByBytes(argument, operation, &output)
  }

  @inline(never)
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
    _ step: PatternStep, _ output: inout Output, _ key: UnsafePointer<UInt8>, _ keyCount: Int,
    _ outer: UnsafePointer<UInt8>?, _ outerCount: Int, _ depth: Int
  ) -> Answer {
    // Whether a limit is reached is for the full rules to say.
    guard core.pointee.followsReferences, isFollowed, depth < core.pointee.deepest,
      arguments.pointee.spend(of: core.pointee.mostReplaces),
      output.length <= core.pointee.maxOutput
    else { return .full }
    let name = step.name
    let count = step.nameCount
    if let outer, outerCount == count, !arguments.pointee.hasContext,
      Word.isSame(outer, name, count)
    {
      return .done
    }
    guard case .found(let record) = find(name, count, step.keyHash) else { return .full }
    return render(record, into: &output, name, count, key, keyCount, depth: depth &+ 1)
  }
}
