import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Deciding whether a text has to be scanned although it has a program.
///
/// i18next replaces raw variables, then the others, then references. Following a program in one go has the
/// same result unless a value brings along a part of a placeholder or of a reference.
extension Call {
  /// As below, decided once for each text, at its first raw variable or reference. A step that is alone
  /// has nothing beside it.
  ///
  /// - Parameter operation: of a raw variable; nil for a reference.
  @inline(__always)
  func mustScan(
    _ step: PatternStep, raw operation: Pattern.Operation?, _ key: UnsafePointer<CallKey>,
    _ progress: inout Progress
  ) -> Bool {
    if progress.isDecided { return false }
    progress.isDecided = true
    let next = operation == nil ? step.nextOfReference : step.nextOfVariable
    if step.address == UnsafeRawPointer(progress.record.program), next.is(.end) {
      return operation.map { isScannedAgain(step, $0) } ?? false
    }
    return mustScan(progress.record, key, orderMatters: false, knowing: step.address)
  }

  /// - Parameters:
  ///   - orderMatters: the host is asked for values, or not everything may be replaced.
  ///   - reference: a step that tells by itself whether its options are known.
  @inline(never)
  func mustScan(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, orderMatters: Bool,
    knowing reference: UnsafeRawPointer?
  ) -> Bool {
    var step = PatternStep(record.program, record.text)
    var (refers, inserts) = (false, false)
    // Variables in the options of references are replaced first, which matters at the end of the budget.
    let isShort = mayRunOut(record)
    while let operation = step.operation, operation != .end {
      if operation.isReference {
        refers = true
        if operation.hasDetail, step.address != reference,
          detail(of: step, key)._withUnsafeGuaranteedRef({
            isShort && !$0.slots.isEmpty || own(of: $0) == nil
          })
        {
          return true
        }
        step = step.nextOfReference
      } else {
        inserts = true
        if operation.isUnescaped, orderMatters || isScannedAgain(step, operation) { return true }
        if orderMatters, core.pointee.asksForMissing, lookUp(step.nameBytes) == nil { return true }
        step = step.nextOfVariable
      }
    }
    return refers && inserts && (orderMatters || injects(record))
  }

  /// Whether the value of a raw variable has to be scanned.
  @inline(never)
  private func isScannedAgain(_ step: PatternStep, _ operation: Pattern.Operation) -> Bool {
    if operation == .unescapedVariable, let argument = variable(of: step),
      argument.pointee.kind == .text
    {
      return isScannedAgain(argument.pointee.bytes)
    }
    return operation.hasDetail || withValue(of: step) { isScannedAgain($0) }
  }

  /// Whether a raw text has a part of a placeholder or of a reference.
  func isScannedAgain(_ text: Bytes) -> Bool {
    guard let start = text.baseAddress, let first = text.first else { return false }
    if core.pointee.delimiters.finds(in: start, text.count) { return true }
    for byte in core.pointee.separators.nesting where byte == first { return true }
    return false
  }

  /// Calls `body` with the text of a variable that is no number.
  private func withValue(of step: PatternStep, _ body: (Bytes) -> Bool) -> Bool {
    guard let operand = lookUp(step.nameBytes) else { return false }
    if case .argument(let argument) = operand {
      switch argument.pointee.kind {
      case .text, .decimal: return body(argument.pointee.bytes)
      case .int, .double, .bool, .absent: return false
      case .value, .json, .null: break
      }
    }
    return ValueText.of(operand.value).bytes.withUnsafeBufferPointer(body)
  }

  // MARK: Programs with variables and references

  /// Whether a value may make other references of a text than its program has.
  @inline(never)
  private func injects(_ record: CatalogRecord) -> Bool {
    var step = PatternStep(record.program, record.text)
    // Escaped, a byte becomes at most six; what is filled in later counts for references before it.
    var longest = 0
    while let operation = step.operation {
      longest &+= step.literalCount
      // A reference that does not end: a value could end it.
      if step.literalBytes.firstIndex(of: core.pointee.separators.nesting) != nil { return true }
      if operation == .end { return longest > core.pointee.limits.maxOutput }
      longest &+= step.placeholderCount
      if operation.isReference {
        step = step.nextOfReference
      } else {
        // A formatter may put out anything, and a value go on with what begins a reference.
        guard !operation.hasDetail, !endsInMark(step.literalBytes) else { return true }
        let begins = withValue(of: step) { text in
          longest &+= 6 &* text.count
          return core.pointee.separators.nesting.first.map { text.contains($0) } ?? true
        }
        if begins { return true }
        step = step.nextOfVariable
      }
    }
    return false
  }

  /// Whether a literal part ends in the first bytes of what begins a reference.
  private func endsInMark(_ literal: Bytes) -> Bool {
    let mark = core.pointee.separators.nesting
    return (1..<max(mark.count, 1)).contains { count in
      literal.part(literal.count &- count, literal.count).elementsEqual(mark.part(0, count))
    }
  }
}
