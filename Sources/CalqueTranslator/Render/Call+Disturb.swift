import CalqueBase
import CalqueJSON
import CalqueTemplate

/// Values that look like parts of references. A text where one could make a reference of what is none has
/// to be scanned: i18next looks for references when all variables are filled in.
extension Call {
  /// Whether values may make other references of a text than its program has.
  @inline(never)
  func makesReferences(
    _ program: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>
  ) -> Bool {
    var step = PatternStep(program, text)
    // Most have no variable beside their references.
    while let operation = step.operation, operation.isReference { step = step.nextOfReference }
    return step.operation != .end && variablesMakeReferences(program, text)
  }

  /// As `makesReferences`, of a program with variables.
  @inline(never)
  private func variablesMakeReferences(
    _ program: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>
  ) -> Bool {
    var step = PatternStep(program, text)
    while let operation = step.operation {
      // A reference that does not end: a value could end it.
      if step.literalBytes.firstIndex(of: core.pointee.separators.nesting) != nil { return true }
      if operation == .end { return false }
      if operation.isReference {
        step = step.nextOfReference
      } else {
        if mayBegin(step, operation) { return true }
        step = step.nextOfVariable
      }
    }
    return false
  }

  /// Whether a reference may begin in the value of a step, or before it.
  private func mayBegin(_ step: PatternStep, _ operation: Pattern.Operation) -> Bool {
    let isFirst = arguments.pointee.work == nil
    // The second attempt looks at what formatters have made.
    guard !operation.hasDetail else { return isFirst }
    let isBegun = endsInMark(step.literalBytes)
    if isFirst, operation.isPath, let dot = step.nameBytes.firstIndex(of: 0x2E) {
      switch inside(step.nameBytes, dot) {
      case .found(.text(let text)): return mayBegin(text, isBegun: isBegun)
      case .found, .unknown: return isBegun
      case .nowhere: break
      }
    }
    let operand = isFirst ? variable(of: step).map { .argument($0) } : lookUp(step.nameBytes)
    switch operand {
    case nil: return false
    case .argument(let argument)? where argument.pointee.isText:
      return mayBegin(argument.pointee.bytes, isBegun: isBegun)
    case let operand?:
      let text = ValueText.of(operand.value)
      return text.bytes.withUnsafeBufferPointer { mayBegin($0, isBegun: isBegun) }
    }
  }

  /// Whether a reference may begin in a text that is inserted.
  ///
  /// - Parameter isBegun: one may have begun before it.
  func mayBegin(_ text: Bytes, isBegun: Bool = true) -> Bool {
    let mark = core.pointee.separators.nesting
    guard let first = mark.first, !text.contains(first) else { return true }
    return isBegun && text.first.map { mark.contains($0) } ?? true
  }

  /// Whether a literal part ends in the first bytes of what begins a reference.
  private func endsInMark(_ literal: Bytes) -> Bool {
    let mark = core.pointee.separators.nesting
    return (1..<max(mark.count, 1)).contains { count in
      literal.part(literal.count &- count, literal.count).elementsEqual(mark.part(0, count))
    }
  }
}
