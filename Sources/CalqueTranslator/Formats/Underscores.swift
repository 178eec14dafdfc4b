import CalqueBase
import CalqueTemplate

/// Texts with placeholders as formats v1 and ios have them: `__name__`.
extension Call {
  /// A text with its placeholders replaced.
  ///
  /// - Parameter show: puts out the variable of a name, or returns false for one that stays as it is
  ///   written; whether it is marked as HTML.
  func filled(
    _ text: Bytes, _ scanner: UnderscoreScanner,
    _ show: (_ name: Bytes, _ isHTML: Bool, inout Output) -> Bool
  ) -> Bytes {
    guard scanner.next(in: text, from: 0) != nil else { return text }
    read(text.count)
    var output = Output(in: arena, expecting: text.count &+ 64)
    _ = replaceAll(
      in: text, areReferences: false, &output, next: { scanner.next(in: text, from: $0) }
    ) { match, output in
      let name = text.part(match.inner.lowerBound, match.inner.upperBound)
      return show(name, match.isHTML, &output) ? .text : .unknown
    }
    return output.bytes
  }

  // MARK: Programs

  /// Runs a program of variables whose values can begin nothing that is scanned later.
  ///
  /// - Returns: false for any other, and the output is as it was.
  @inline(never)
  func runUnderscores(
    _ program: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>, _ output: inout Output
  ) -> Bool {
    let start = output.length
    var step = PatternStep(program, text)
    while let operation = step.operation {
      output.append(padded: step.literal, step.literalCount)
      if operation == .end { return output.length &- start <= core.pointee.limits.maxOutput }
      guard operation.rawValue <= Pattern.Operation.unescapedVariable.rawValue, charge() else {
        break
      }
      if let argument = variable(of: step) {
        guard isPlain(argument) else { break }
        insert(argument, escapes: operation.escapes, &output)
      } else {
        output.append(step.placeholder, step.placeholderCount)
      }
      step = step.nextOfVariable
    }
    output.rewind(to: start)
    return false
  }

  /// Whether a value can neither begin nor end anything that is scanned later.
  private func isPlain(_ argument: UnsafePointer<Argument>) -> Bool {
    switch argument.pointee.kind {
    case .null, .int, .double, .bool, .decimal: return true
    case .text: break
    case .value, .json, .absent: return false
    }
    return !isScannedAgain(argument.pointee.bytes)
  }
}
