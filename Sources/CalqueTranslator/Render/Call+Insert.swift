import CalqueBase
import CalqueTemplate

/// Values as they are put out in the place of a variable.
extension Call {
  /// Puts out a variable.
  func insert(_ argument: UnsafePointer<Argument>, escapes: Bool, _ output: inout Output) {
    switch argument.pointee.kind {
    case .int: output.append(decimal: argument.pointee.integer)
    case .bool: output.append((argument.pointee.integer != 0 ? "true" : "false") as StaticString)
    case .double: append(argument.pointee.number, &output)
    // Nothing in a number has to be escaped.
    case .decimal where !core.pointee.asksForEscape: output.append(argument.pointee.bytes)
    case .text, .decimal: insert(argument.pointee.bytes, escapes: escapes, &output)
    case .null, .value, .json: insert(argument.pointee.value ?? .null, escapes: escapes, &output)
    case .absent: break
    }
  }

  private func append(_ number: Double, _ output: inout Output) {
    // Most counts are whole; they are spelled as integers are.
    if number.magnitude < 1e15, let whole = number.integer {
      output.append(decimal: whole)
    } else if number.magnitude >= 1e-6, let (digits, places) = Decimal.short(number.magnitude) {
      if number < 0 { output.append(0x2D) }
      output.append(digits, places: places)
    } else {
      appendAny(number, &output)
    }
  }

  /// A number in ECMAScript's notation: Swift's has the same digits.
  @inline(never)
  private func appendAny(_ number: Double, _ output: inout Output) {
    guard number.isFinite else { return output.append(Decimal.text(of: number)) }
    if number < 0 { output.append(0x2D) }
    var description = number.magnitude.description
    description.withUTF8 { spelled in
      let end = spelled.firstIndex(of: 0x65) ?? spelled.count
      guard end < spelled.count else {
        let isWhole = spelled[end - 2] == 0x2E && spelled[end - 1] == 0x30
        return output.append(spelled.part(0, isWhole ? end - 2 : end))
      }
      let isSmall = spelled[end + 1] == 0x2D
      let exponent = spelled.digits(from: end + 2).value.map { Int($0) } ?? 0
      let (first, rest) = (spelled.part(0, 1), spelled.part(2, end))
      if isSmall ? exponent > 6 : exponent > 20 {
        output.append(spelled.part(0, end))
        output.append((isSmall ? "e-" : "e+") as StaticString)
        output.append(decimal: Int64(exponent))
      } else if isSmall {
        output.append("0." as StaticString)
        for _ in 1..<exponent { output.append(0x30) }
        output.append(first)
        output.append(rest)
      } else {
        output.append(first)
        output.append(rest)
        for _ in rest.count..<exponent { output.append(0x30) }
      }
    }
  }

  /// Formats v1 and ios do not escape objects and arrays.
  @inline(never)
  func insert(_ value: Value, escapes: Bool, _ output: inout Output) {
    if value.isNull { return output.append(core.pointee.rules.pointee.null) }
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
  ///
  /// - Parameter mayReplace: the text is not too long yet.
  @inline(never)
  func replace(
    _ step: PatternStep, _ mayReplace: Bool, _ key: UnsafePointer<CallKey>,
    _ progress: inout Progress, _ output: inout Output
  ) -> Answer {
    guard let operation = step.operation else { return .text }
    if operation.isUnescaped, !progress.isDecided {
      progress.isDecided = true
      if mustScan(progress.program, progress.text, key, orderMatters: false, knowing: nil) {
        return .unknown
      }
    }
    if mayReplace, charge() {
      replace(step, operation, key, &output)
    } else {
      output.append(step.placeholder, step.placeholderCount)
    }
    return .text
  }

  @inline(__always)
  private func replace(
    _ step: PatternStep, _ operation: Pattern.Operation, _ key: UnsafePointer<CallKey>,
    _ output: inout Output
  ) {
    if operation.hasDetail { return formatted(step, operation, key, &output) }
    guard operation.isPath else { return insertOther(step, operation, &output) }
    // A name that denotes an option is not the same in a reference.
    if key.pointee.borrowsFrame, !step.nameBytes.contains(0x2E) {
      return asReference { $0.path(step, operation, &output) }
    }
    if let dot = step.nameBytes.firstIndex(of: 0x2E), !core.pointee.asksForFormat,
      case .found(let item) = inside(step.nameBytes, dot)
    {
      return withUnsafePointer(to: Argument(Name(step.nameBytes), item)) {
        insert($0, escapes: operation.escapes, &output)
      }
    }
    path(step, operation, &output)
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
    switch operand {
    case .argument(let argument): insert(argument, escapes: operation.escapes, &output)
    case .value(let value): insert(value, escapes: operation.escapes, &output)
    }
  }
}
