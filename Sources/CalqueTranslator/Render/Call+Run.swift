import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Running the program of a text into the output.
extension Call {
  /// Runs the program of a record, or scans its text where a value asks for that.
  @inline(__always)
  func run(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer { runHere(record, key, &output) }

  /// Functions of the host, and the budget, make it matter what is replaced first: then how a text is
  /// rendered is decided before anything is put out.
  @_transparent
  private func runHere(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    if core.pointee.asksHost
      || evaluation.pointee.steps &+ record.textLength > evaluation.pointee.mostSteps
    {
      return runOrScan(record, key, &output)
    }
    return follow(record, key, isDecided: false, &output)
  }

  /// As `run`, for less frequent callers: following a program is long.
  @inline(never)
  func runOutOfLine(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer { run(record, key, &output) }

  @inline(never)
  private func runOrScan(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    guard core.pointee.isModern else { return runOlder(record, key, &output) }
    guard mustScan(record, key, orderMatters: true, knowing: nil) else {
      return follow(record, key, isDecided: true, &output)
    }
    return scan(Bytes(start: record.text, count: record.textLength), key, &output)
  }

  /// Follows a program.
  ///
  /// Transparent functions are inlined before all others, so that the compiler does not decide by the order in
  /// which it meets functions that call one another.
  ///
  /// - Parameter isDecided: the text need not be scanned.
  @_transparent
  private func follow(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, isDecided: Bool,
    _ output: inout Output
  ) -> Answer {
    // As for `Output.append(padded:)`.
    let (text, count) = (record.text, record.textLength)
    let start = output.length
    // Up to this length of the output, the text with what is not replaced yet is not too long.
    let most = start &+ core.pointee.limits.maxOutput &- count
    var step = PatternStep(record.program, text)
    var progress = Progress(record: record, isDecided: isDecided)
    while let operation = step.operation {
      output.append(padded: step.literal, step.literalCount)
      if operation == .end { break }
      let mayReplace =
        output.length <= most
        || mayGrow(output.length &- start &+ count &- (step.placeholder - text))
      if operation.rawValue <= Pattern.Operation.escapedVariable.rawValue {
        if mayReplace, charge() {
          insert(step, operation, &output)
        } else {
          output.append(step.placeholder, step.placeholderCount)
        }
        step = step.nextOfVariable
        continue
      }
      let replaced =
        operation.isReference
        ? refer(step, mayReplace, key, &progress, &output)
        : replace(step, mayReplace, key, &progress, &output)
      guard replaced == .text else {
        if replaced == .value { return .value }
        output.rewind(to: start)
        return scan(Bytes(start: text, count: count), key, &output)
      }
      step = operation.isReference ? step.nextOfReference : step.nextOfVariable
    }
    return .text
  }

  /// A program that is followed, and what is known of it by now.
  struct Progress {
    let record: CatalogRecord
    /// The text need not be scanned.
    var isDecided: Bool
    /// A text was too long, which ends the following of references.
    var isOver = false
  }

  // MARK: Variables

  @_transparent
  private func insert(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output
  ) {
    if let argument = variable(of: step), !core.pointee.asksForFormat {
      // The kinds that are asked for most come first: a table of jumps costs more.
      let kind = argument.pointee.kind
      if kind == .int {
        output.append(decimal: argument.pointee.integer)
        return
      }
      if kind == .text, insertText(argument.pointee.bytes, operation, &output) { return }
    }
    insertOther(step, operation, &output)
  }

  /// A variable that is none of the usual ones, or is not there.
  @inline(never)
  func insertOther(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output
  ) {
    guard let argument = variable(of: step), !core.pointee.asksForFormat else {
      return path(step, operation, &output)
    }
    insert(argument, escapes: operation.escapes, &output)
  }

  /// The argument of a step, or the variable for all calls.
  @inline(__always)
  func variable(of step: PatternStep) -> UnsafePointer<Argument>? {
    let found = (frame.pointee.data ?? frame).named(by: step)
    if let found, found.pointee.kind != .absent { return found }
    return core.pointee.hasDefaults ? variableOfAllCalls(step.nameBytes) : nil
  }

  @inline(never)
  func variableOfAllCalls(_ name: Bytes) -> UnsafePointer<Argument>? {
    let variables = core.pointee.variables
    return variables.firstIndex { $0.name.isSame(Name(name)) }.flatMap { position in
      variables.baseAddress.map { $0 + position }
    }
  }

  /// False for a text that has to be looked at byte by byte.
  @_transparent
  private func insertText(
    _ text: Bytes, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Bool {
    let start = text.baseAddress ?? Argument.nowhere
    guard operation == .escapedVariable else {
      output.append(start, text.count)
      return true
    }
    return !core.pointee.asksForEscape && output.append(start, text.count, if: HTMLEscape.keeps)
  }

  /// A variable that the call does not have.
  @inline(never)
  func absent(_ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output) {
    if frame.pointee.data != nil, frame.named(Name(step.nameBytes)) != nil { return }
    // Scanning comes across it in both of its passes.
    if operation.isUnescaped { _ = charge() }
    output.append(step.placeholder, step.placeholderCount)
  }
}
