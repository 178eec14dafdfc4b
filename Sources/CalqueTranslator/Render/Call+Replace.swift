import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Steps that are more than a variable: paths, formatters, references; and all of a second attempt.
extension Call {
  /// - Parameter extra: plus the length of the output, the bytes of the whole text so far.
  @inline(never)
  func replace(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output,
    _ key: UnsafePointer<CallKey>, _ extra: Int
  ) -> Answer {
    if let work = arguments.pointee.work {
      return replace(step, operation, &output, key, extra, work)
    }
    switch operation {
    case .path, .escapedPath, .unescapedPath: return path(step, operation, &output, key)
    case .formatted, .escapedFormatted:
      guard arguments.spend(of: core.pointee.mostReplaces) else { return .full }
      return formatted(step, operation, &output, key)
    default: return .full
    }
  }

  /// As `replace`, of a second attempt.
  @inline(never)
  private func replace(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output,
    _ key: UnsafePointer<CallKey>, _ extra: Int, _ work: UnsafeMutablePointer<CallWork>
  ) -> Answer {
    guard !operation.isReference || work.pointee.canNest() else {
      output.append(step.placeholder, step.placeholderCount)
      return .done
    }
    guard work.pointee.step(), work.pointee.mayGrow(output.length &+ extra) else {
      return work.pointee.giveUp()
    }
    if operation.isReference {
      // Scanning first fills in all variables, so that a missing one is not reported twice.
      guard !core.pointee.asksForMissing, !work.pointee.mayDisturb else { return .full }
      let answer = follow(step, operation, &output, key)
      return work.pointee.scansAll ? .full : answer
    }
    if operation.rawValue >= Pattern.Operation.formatted.rawValue {
      return formatted(step, operation, &output, key)
    }
    return variable(step, operation, &output)
  }

  // MARK: Variables

  /// A path of a first attempt: it leads into an argument that is JSON text, or the whole name is that
  /// of an argument.
  @inline(never)
  private func path(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output,
    _ key: UnsafePointer<CallKey>
  ) -> Answer {
    let name = step.nameBytes
    let dot = name.firstIndex(of: 0x2E)
    guard arguments.spend(of: core.pointee.mostReplaces), !core.pointee.asksForFormat,
      !core.pointee.asksForMissing
    else { return .full }
    switch dot.map({ inside(name, $0) }) ?? .nowhere {
    case .nowhere: break
    case .unknown: return .full
    case .found(let item):
      if case .text(let text) = item, operation != .unescapedPath,
        insertText(text, operation == .path ? .variable : .escapedVariable, &output)
      {
        return .done
      }
      return withUnsafePointer(to: Argument(Name(name), item)) {
        insertSlowly($0, operation, &output)
      }
    }
    guard dot != nil ? core.pointee.findsFlat && !name.contains(0x23) : key.pointee.depth == 0
    else { return .full }
    guard let argument = variable(of: step) else {
      // A path may lead into a variable for all calls.
      return core.pointee.hasDefaults ? .full : absent(step, operation, &output)
    }
    return insertSlowly(argument, operation, &output)
  }

  private func variable(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    guard let operand = lookUp(step.nameBytes) else { return absent(step, operation, &output) }
    if core.pointee.asksForFormat {
      let value = always(operand.value, Text(step.nameBytes), nil, snapshot)
      return insert(ValueText.of(value), operation, &output)
    }
    switch operand {
    case .argument(let argument): return insertSlowly(argument, operation, &output)
    case .value(let value): return insert(ValueText.of(value), operation, &output)
    }
  }

  /// A variable that the call does not have.
  func absent(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output
  ) -> Answer {
    // The callback gets the text with earlier replacements, which only scanning has.
    if core.pointee.asksForMissing { return .full }
    if arguments.pointee.data != nil,
      arguments.named(Name(step.nameBytes)) != nil
    {
      return .done
    }
    // Scanning comes across it in both of its passes.
    if operation.isUnescaped { _ = arguments.pointee.work?.pointee.step() }
    output.append(step.placeholder, step.placeholderCount)
    return .done
  }

  // MARK: Formatters

  func formatted(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output,
    _ key: UnsafePointer<CallKey>
  ) -> Answer {
    withDetail(of: step, key) {
      PatternDetail(placeholder: inside(of: step, operation), separator: syntax.formatSeparator)
    } _: { detail in
      if arguments.pointee.work == nil {
        guard !step.nameBytes.contains(0x2E), let argument = variable(of: step),
          argument.pointee.kind == .int || argument.pointee.kind == .double
        else { return .full }
        return formatAtOnce(argument, detail, step.address, operation, &output, key)
      }
      guard let operand = lookUp(step.nameBytes) else { return absent(step, operation, &output) }
      let lng = withUsedLanguage(step.address, key) { Text($0) }
      return insert(ValueText.of(format(operand, detail, lng, of: key)), operation, &output)
    }
  }

  /// The placeholder without its delimiters and without what marks it as unescaped.
  private func inside(of step: PatternStep, _ operation: Pattern.Operation) -> Text {
    let syntax = syntax
    let prefix =
      syntax.prefix.count + (operation.isUnescaped ? syntax.unescapePrefix.count : 0)
    let bytes = step.placeholderBytes
    return Text(bytes.part(prefix, bytes.count - syntax.suffix.count))
  }

  /// Calls `body` with what a step says beyond its name, which is read the first time.
  func withDetail(
    of step: PatternStep, _ key: UnsafePointer<CallKey>, _ make: () -> PatternDetail,
    _ body: (PatternDetail) -> Answer
  ) -> Answer {
    guard let catalog = key.pointee.core.catalog(at: step.address) else { return body(make()) }
    return catalog._withUnsafeGuaranteedRef { $0.details.with(step.address, make, body) }
  }

  var snapshot: Snapshot { core.pointee.owner.takeUnretainedValue() }

  var syntax: InterpolationSyntax { snapshot.options.interpolation }
}
