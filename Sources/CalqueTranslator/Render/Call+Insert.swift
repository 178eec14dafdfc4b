import CalqueBase
import CalqueTemplate

/// Values as they are put out in the place of a variable.
extension Call {
  /// Puts out a variable.
  func insert(_ argument: UnsafePointer<Argument>, escapes: Bool, _ output: inout Output) {
    switch argument.pointee.kind {
    case .int: output.append(decimal: argument.pointee.integer)
    case .bool: output.append((argument.pointee.integer != 0 ? "true" : "false") as StaticString)
    case .double: output.append(number: argument.pointee.number)
    // Nothing in a number has to be escaped.
    case .decimal where !core.pointee.asksForEscape: output.append(argument.pointee.bytes)
    case .text, .decimal: insert(argument.pointee.bytes, escapes: escapes, &output)
    case .null, .value, .json: insert(argument.pointee.value ?? .null, escapes: escapes, &output)
    case .absent: break
    }
  }

  func insert(_ operand: Operand, escapes: Bool, _ output: inout Output) {
    switch operand {
    case .argument(let argument): insert(argument, escapes: escapes, &output)
    case .value(let value): insert(value, escapes: escapes, &output)
    }
  }

  /// Formats v1 and ios do not escape objects and arrays.
  @inline(never)
  func insert(_ value: Value, escapes: Bool, _ output: inout Output) {
    if value.isNull { return output.append(options.format.null) }
    let escapes = escapes && (core.pointee.isModern || value.text != nil)
    ValueText.of(value).bytes.withUnsafeBufferPointer { insert($0, escapes: escapes, &output) }
  }

  func insert(_ bytes: Bytes, escapes: Bool, _ output: inout Output) {
    guard escapes else { return output.append(bytes) }
    if core.pointee.asksForEscape {
      output.append(escaped(Text(bytes)))
    } else {
      HTMLEscape.append(bytes, to: &output)
    }
  }

  /// A text as the host escapes it, or in HTML.
  func escaped(_ text: Text) -> Text {
    host(snapshot.host.escape)?(text) ?? HTMLEscape.escape(text)
  }

  // MARK: Steps that are more than a plain variable

  /// Replaces a path, a raw variable, or one with formatters.
  @inline(never)
  func replace(
    _ step: PatternStep, _ key: UnsafePointer<CallKey>, _ progress: inout Progress,
    _ output: inout Output
  ) -> Answer {
    guard let operation = step.operation else { return .text }
    if operation.isUnescaped, mustScan(step, raw: operation, key, &progress) { return .unknown }
    if !mayReplace(step, progress, output) || !charge() {
      output.append(step.placeholder, step.placeholderCount)
    } else if operation.hasDetail {
      formatted(step, operation, key, &output)
    } else if !operation.isPath {
      insertOther(step, operation, &output)
    } else if key.pointee.borrowsFrame, !step.nameBytes.contains(0x2E) {
      // A name that denotes an option is not the same in a reference.
      asReference { $0.path(step, operation, &output) }
    } else if let dot = step.nameBytes.firstIndex(of: 0x2E), !core.pointee.asksForFormat,
      let item = inside(step.nameBytes, dot)
    {
      _withUnprotectedUnsafePointer(to: Argument(Name(step.nameBytes), item)) {
        insert($0, escapes: operation.escapes, &output)
      }
    } else {
      path(step, operation, &output)
    }
    return .text
  }

  /// A variable by the rules for paths.
  @inline(never)
  func path(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output
  ) {
    guard let operand = lookUp(step.nameBytes) else { return absent(step, operation, &output) }
    if core.pointee.asksForFormat {
      let value = always(operand.value, Text(step.nameBytes), nil)
      return insert(value, escapes: operation.escapes, &output)
    }
    insert(operand, escapes: operation.escapes, &output)
  }
}
