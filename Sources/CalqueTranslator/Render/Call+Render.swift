import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Running the program of a text into the output.
extension Call {
  /// - Returns: `full` for anything that is not text, or has to be scanned.
  @_transparent
  func render(
    _ record: CatalogRecord, into output: inout Output, _ key: UnsafePointer<CallKey>
  ) -> Answer {
    let kind = record.kind
    if kind == NodeKind.program.rawValue {
      return run(record.program, record.text, record.textLength, into: &output, key)
    }
    guard kind == NodeKind.plain.rawValue else { return .full }
    output.append(padded: record.text, record.textLength)
    return .done
  }

  /// Follows a program.
  ///
  /// Transparent functions are inlined before all others, so that the compiler does not decide by the order
  /// in which it meets `whole`, `refer` and others that call one another.
  ///
  /// Appends to a copy of the output, which stays in registers; what is seldom called gets the
  /// output itself.
  ///
  /// - Parameter text: as for `Output.append(padded:)`.
  @_transparent
  func run(
    _ program: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>, _ textCount: Int,
    into output: inout Output, _ key: UnsafePointer<CallKey>
  ) -> Answer {
    var own = output
    let start = own.length
    var step = PatternStep(program, text)
    var refers = false
    while let operation = step.operation {
      own.append(padded: step.literal, step.literalCount)
      if operation == .end { break }
      if operation.rawValue <= Pattern.Operation.unescapedVariable.rawValue,
        arguments.pointee.work == nil
      {
        guard insert(step, operation, &own, &output) == .done else { return .full }
        step = step.nextOfVariable
        continue
      }
      if operation.isReference, !refers {
        refers = true
        guard !core.pointee.isModern || !makesReferences(program, text) else { return .full }
      }
      output.rewind(to: own.length)
      let left = textCount &- (step.placeholder - text)
      let answer =
        !operation.isReference || arguments.pointee.work != nil
        ? replace(step, operation, &output, key, left &- start)
        : operation == .reference
          ? refer(step, &output, key) : referWithOptions(step, &output, key)
      guard answer == .done else { return .full }
      own.rewind(to: output.length)
      step = operation.isReference ? step.nextOfReference : step.nextOfVariable
    }
    output.rewind(to: own.length)
    // Scanning stops at a length that counts what is not replaced yet.
    let isShort = own.length &- start &+ textCount <= core.pointee.maxOutput
    guard let work = arguments.pointee.work else { return isShort ? .done : .full }
    return isShort && !work.pointee.isSpent ? .done : work.pointee.giveUp()
  }

  // MARK: Variables of a first attempt

  @_transparent
  private func insert(
    _ step: PatternStep, _ operation: Pattern.Operation, _ own: inout Output,
    _ output: inout Output
  ) -> Answer {
    guard arguments.spend(of: core.pointee.mostReplaces) else { return .full }
    guard let argument = variable(of: step) else {
      output.rewind(to: own.length)
      let answer = absent(step, operation, &output)
      own.rewind(to: output.length)
      return answer
    }
    guard !core.pointee.asksForFormat else { return .full }
    // The kinds that are asked for most come first: a table of jumps costs more.
    let kind = argument.pointee.kind
    if kind == .int {
      own.append(decimal: argument.pointee.integer)
      return .done
    }
    if kind == .text, insertText(argument.pointee.bytes, operation, &own) { return .done }
    output.rewind(to: own.length)
    let answer = insertSlowly(argument, operation, &output)
    own.rewind(to: output.length)
    return answer
  }

  /// The argument of a step in a first attempt, or the variable for all calls.
  @inline(__always)
  func variable(of step: PatternStep) -> UnsafePointer<Argument>? {
    (arguments.pointee.data ?? arguments).named(by: step)
      ?? (core.pointee.hasDefaults ? shared(by: step.nameBytes) : nil)
  }

  @inline(never)
  private func shared(by name: Bytes) -> UnsafePointer<Argument>? {
    let variables = core.pointee.variables
    return variables.firstIndex { $0.name.isSame(Name(name)) }.flatMap { position in
      variables.baseAddress.map { $0 + position }
    }
  }

  /// False for a text that has to be looked at byte by byte.
  @_transparent
  func insertText(
    _ text: Bytes, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Bool {
    let start = text.baseAddress ?? Argument.nowhere
    return switch operation {
    case .variable:
      core.pointee.isModern && output.append(start, text.count, if: Bytes16.isASCII)
    case .escapedVariable:
      core.pointee.isModern && !core.pointee.asksForEscape
        && output.append(start, text.count, if: HTMLEscape.keeps)
    default: false
    }
  }

  @inline(never)
  func insertSlowly(
    _ argument: UnsafePointer<Argument>, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    switch argument.pointee.kind {
    case .int: output.append(decimal: argument.pointee.integer)
    case .bool: output.append((argument.pointee.integer != 0 ? "true" : "false") as StaticString)
    case .double: append(argument.pointee.number, &output)
    case .decimal
    where core.pointee.isModern && !operation.isUnescaped && !asksForEscape(operation):
      // Nothing in a number has to be escaped.
      output.append(argument.pointee.bytes)
    case .text, .decimal: return insertByBytes(argument.pointee.bytes, operation, &output)
    case .null: return core.pointee.isModern ? .done : .full
    case .value, .json:
      guard arguments.pointee.work != nil, let value = argument.pointee.value else { return .full }
      return insert(ValueText.of(value), operation, &output)
    case .absent: return .full
    }
    return .done
  }

  private func append(_ number: Double, _ output: inout Output) {
    // Most counts are whole; they are spelled as integers are.
    if number.magnitude < 1e15, let whole = number.integer {
      output.append(decimal: whole)
    } else if let (digits, places) = Decimal.short(number.magnitude) {
      if number < 0 { output.append(0x2D) }
      output.append(digits, places: places)
    } else {
      output.append(Decimal.text(of: number))
    }
  }

  /// A text that was made for this call.
  func insert(
    _ text: Text, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    noteDisturbing(text)
    return text.bytes.withUnsafeBufferPointer { insertByBytes($0, operation, &output) }
  }

  /// Notes a text in which a reference may begin.
  private func noteDisturbing(_ text: Text) {
    guard let work = arguments.pointee.work else { return }
    if text.bytes.withUnsafeBufferPointer({ mayBegin($0) }) { work.pointee.mayDisturb = true }
  }

  func insertByBytes(
    _ bytes: Bytes, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    guard let text = bytes.baseAddress else { return .done }
    let count = bytes.count
    let escapes = operation.escapes
    if asksForEscape(operation) { return escapedByHost(bytes, &output) }
    let isRescanned = operation.isUnescaped || !core.pointee.isModern
    var plain = 0
    for offset in 0..<count {
      let byte = text[offset]
      if isRescanned, isDelimiter(byte) || offset == 0 && core.pointee.nestingPrefix.contains(byte)
      {
        return .full
      }
      guard escapes, let entity = HTMLEscape.entity(of: byte) else { continue }
      output.append(text + plain, offset &- plain)
      output.append(entity)
      plain = offset &+ 1
    }
    output.append(text + plain, count &- plain)
    return arguments.pointee.work != nil || UTF8Check.firstInvalid(bytes) == nil ? .done : .full
  }

  private func asksForEscape(_ operation: Pattern.Operation) -> Bool {
    operation.escapes && core.pointee.asksForEscape
  }

  private func escapedByHost(_ bytes: Bytes, _ output: inout Output) -> Answer {
    guard arguments.pointee.work != nil else { return .full }
    let text = Text(bytes)
    let escaped = snapshot.host.escape?(text) ?? HTMLEscape.escape(text)
    noteDisturbing(escaped)
    output.append(escaped)
    return .done
  }

  /// Whether a later pass over the text could see the byte as the begin of a delimiter, or its end.
  @inline(__always)
  private func isDelimiter(_ byte: UInt8) -> Bool {
    byte == core.pointee.prefixByte || byte == core.pointee.suffixByte
      || byte == UInt8(truncatingIfNeeded: core.pointee.nestingPrefix.bytes)
  }
}
