import CalqueBase

/// The remaining budget of one call, shared by the calls nested in it.
package struct CallWork {
  let limits: TranslatorLimits
  /// Replacements that were made.
  var steps = 0
  /// Bytes of the texts that were read, and something for each text.
  private var cost = 0
  /// Limits that left a part of the text as written.
  private(set) var reached: Limit = []
  /// References and objects inside one another at this moment.
  var depth = 0
  /// A value was inserted that a scan for references could take for a part of one.
  var mayDisturb = false
  /// The reference that is all of a text, and its result if that is not text.
  var whole: UnsafeRawPointer?
  var value: Value?
  /// The call is repeated with more room: nothing is reported again.
  var isRepeated = false
  /// Filled while explaining a call.
  var trace: [TracedCandidate]?

  init(_ limits: TranslatorLimits) { self.limits = limits }

  // MARK: Limits

  struct Limit: OptionSet {
    let rawValue: UInt8
    static let nesting = Limit(rawValue: 1)
    static let steps = Limit(rawValue: 2)
    static let output = Limit(rawValue: 4)

    /// The names of the options.
    var names: [Text] {
      let all: [(Limit, Text)] = [
        (.nesting, "maxNesting"), (.steps, "maxSteps"), (.output, "maxOutput"),
      ]
      return all.filter { contains($0.0) }.map { $0.1 }
    }
  }

  private mutating func may(_ isBelow: Bool, _ limit: Limit) -> Bool {
    if !isBelow { reached.insert(limit) }
    return isBelow
  }

  /// Counts one replacement; false when there were too many.
  mutating func step() -> Bool { step(by: 1) }

  /// As `step`, for so many.
  mutating func step(by count: Int) -> Bool {
    steps &+= count
    return may(steps <= limits.maxSteps, .steps) && may(cost <= mostCost, .output)
  }

  /// Whether references may be followed one deeper, of so many times the usual depth.
  mutating func canNest(times: Int = 1) -> Bool {
    may(depth < limits.maxNesting * times, .nesting)
  }

  /// Whether a text may grow.
  mutating func mayGrow(_ count: Int) -> Bool {
    may(count <= limits.maxOutput, .output)
  }

  /// Counts a text that is read so many times. References to long texts of which little is put out
  /// would cost much within all other limits.
  mutating func read(_ count: Int, times: Int = 1) {
    let (total, overflows) = (count &+ 64).multipliedReportingOverflow(by: times)
    cost = overflows ? Int.max >> 1 : min(cost &+ total, Int.max >> 1)
  }

  private var mostCost: Int { max(limits.maxOutput, 1 << 20) &* 8 }
}

extension Snapshot {
  /// Calls `body` with the work allowance of a call, and reports to the host when it was exceeded.
  func withWork<Result>(
    for key: Bytes, trace: [TracedCandidate]? = nil,
    _ body: (UnsafeMutablePointer<CallWork>) -> Result
  ) -> Result {
    var work = CallWork(options.limits)
    work.trace = trace
    let result = withUnsafeMutablePointer(to: &work, body)
    if !work.reached.isEmpty { tell(work.reached, for: key) }
    return result
  }

  @inline(never)
  private func tell(_ reached: CallWork.Limit, for key: Bytes) {
    guard let log = host.log else { return }
    let names = Text.joined(reached.names, by: ", ")
    let shown = Text(key.part(0, 100))
    log(("\"" + shown + "\": left in part as it is written: " + names).onOneLine)
  }
}

/// A candidate that was looked up, and what was there.
package struct TracedCandidate {
  let lng: Text
  let ns: Text
  let key: Text
  let outcome: Text

  var value: Value {
    .object(
      Members([
        ("lng", .text(lng)), ("ns", .text(ns)), ("key", .text(key)), ("outcome", .text(outcome)),
      ]))
  }
}
