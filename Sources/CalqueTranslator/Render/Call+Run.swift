import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Running the program of a text into the output.
extension Call {
  /// Runs the program of a record, or scans its text where a value asks for that.
  @inline(never)
  func run(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    // Functions of the host, and the budget, make it matter what is replaced first: then how a text is
    // rendered is decided before anything is put out.
    let orderMatters = core.pointee.asksHost || mayRunOut(record)
    let start = output.length
    var progress = Progress(
      record: record, most: start &+ core.pointee.limits.maxOutput &- record.textLength,
      isDecided: orderMatters)
    if orderMatters, let answer = scanIfNeeded(record, key, &output) { return answer }
    var step = PatternStep(record.program, record.text)
    while let operation = step.operation {
      output.append(padded: step.literal, step.literalCount)
      if operation == .end { break }
      if operation.rawValue <= Pattern.Operation.escapedVariable.rawValue {
        if mayReplace(step, progress, output), charge() {
          insert(step, operation, &output)
        } else {
          output.append(step.placeholder, step.placeholderCount)
        }
        step = step.nextOfVariable
        continue
      }
      let replaced =
        operation.isReference
        ? refer(step, key, &progress, &output)
        : replace(step, key, &progress, &output)
      guard replaced == .text else {
        if replaced == .value { return .value }
        output.rewind(to: start)
        return scan(record, key, &output)
      }
      step = operation.isReference ? step.nextOfReference : step.nextOfVariable
    }
    return .text
  }

  /// Scans a text whose order of replacing matters, or answers by the rules of older formats; nil where
  /// running its program has the same result.
  @inline(never)
  private func scanIfNeeded(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer? {
    guard core.pointee.isModern else { return runOlder(record, key, &output) }
    let isScanned = mustScan(record, key, orderMatters: true, knowing: nil)
    return isScanned ? scan(record, key, &output) : nil
  }

  /// A program that is run, and what is known of it by now.
  struct Progress {
    let record: CatalogRecord
    /// Up to this length of the output, the text with what is not replaced yet is not too long.
    let most: Int
    /// The text need not be scanned.
    var isDecided = false
    /// A text was too long, which ends the following of references.
    var isOver = false
  }

  /// Whether the text with what is not replaced yet, from a step on, is not too long.
  @inline(__always)
  func mayReplace(_ step: PatternStep, _ progress: Progress, _ output: Output) -> Bool {
    let read = step.placeholder - progress.record.text
    return output.length <= progress.most
      || mayGrow(output.length &- progress.most &+ limits.maxOutput &- read)
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
    // Nothing stands for an argument that has the name, but no value by the rules of paths.
    if frame.pointee.data != nil || !options.ignoreJSONStructure, !operation.hasDetail,
      frame.named(Name(step.nameBytes)) != nil
    {
      return
    }
    // Scanning comes across it in both of its passes.
    if operation.isUnescaped { _ = charge() }
    output.append(step.placeholder, step.placeholderCount)
  }
}
