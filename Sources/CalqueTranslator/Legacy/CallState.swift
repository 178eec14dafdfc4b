import CalqueBase

/// What one call may still do, shared by the calls nested in it.
final class CallState {
  let limits: TranslatorLimits
  private(set) var steps = 0
  /// References inside one another at this moment.
  var depth = 0
  /// Filled while explaining a call.
  var trace: [TracedCandidate]?

  init(_ limits: TranslatorLimits) { self.limits = limits }

  /// Counts one replacement; false when there were too many.
  func step() -> Bool {
    steps += 1
    return steps <= limits.maxSteps
  }

  var canNest: Bool { depth < limits.maxNesting }
}
