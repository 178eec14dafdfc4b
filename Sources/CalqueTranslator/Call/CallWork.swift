import CalqueBase
import CalqueTemplate

/// The remaining budget of one call, shared by the calls nested in it.
package struct CallWork {
  let limits: TranslatorLimits
  private var progress = Progress()
  /// Missing keys that were reported, those of parts that are done again included.
  private var reported = 0
  /// All texts are scanned, because a limit was reached: which parts stay as written must not depend on
  /// how the call came in.
  private(set) var scansAll = false
  /// Programs that are being followed, one inside another.
  var programs = 0
  /// References and objects inside one another at this moment.
  var depth = 0
  /// A value was inserted that a scan for references could take for a part of one.
  var mayDisturb = false
  /// Texts in memory of their own, one inside another.
  private var captures = 0
  /// Bytes to reserve for them by how deep they are inside one another, where the usual was too little:
  /// a text around one that did not fit is made again, too, and should have to only once.
  private var rooms: [Int] = []
  /// Parts that were done again because they did not fit.
  private var repeats = 0
  /// The reference that is all of a text, and its result if that is not text.
  var whole: UnsafeRawPointer?
  var value: Value?
  /// Chains that look-ups made: no cache may have kept them.
  private var chains: [Chain] = []
  /// Filled while explaining a call.
  var trace: [TracedCandidate]?

  init(_ limits: TranslatorLimits) { self.limits = limits }

  // MARK: Parts that are done again

  /// Counters of a call: a part that is done again begins with those it began with.
  struct Progress {
    /// Replacements that were made.
    fileprivate var steps = 0
    /// Bytes of the texts that were read, and something for each text.
    fileprivate var cost = 0
    /// Missing keys that were met.
    fileprivate var missing = 0
    fileprivate var reached: Limit = []
    /// Candidates in the trace.
    fileprivate var traced = 0
  }

  var now: Progress {
    var now = progress
    now.traced = trace?.count ?? 0
    return now
  }

  /// Does a part again, by scanning.
  mutating func goBack(to start: Progress) {
    reported = max(reported, progress.missing)
    progress = start
    if let count = trace?.count { trace?.removeLast(count &- start.traced) }
  }

  /// Begins a text in memory of its own.
  ///
  /// - Returns: how many bytes to reserve.
  mutating func beginCapture() -> Int {
    captures &+= 1
    return captures <= rooms.count ? rooms[captures &- 1] : Self.room(captures)
  }

  mutating func endCapture() { captures &-= 1 }

  /// Does a text again that did not fit. As they lie in one another, its cost counts again when that
  /// happens too often.
  mutating func repeatCapture(from start: Progress, _ length: Int) {
    let cost = progress.cost
    goBack(to: start)
    repeats &+= 1
    if repeats > Self.freeRepeats { progress.cost = cost }
    while rooms.count < captures { rooms.append(Self.room(rooms.count + 1)) }
    rooms[captures &- 1] = max(length, 8192) &* 4
  }

  /// Those deep inside others have little, because all are on the stack.
  private static func room(_ depth: Int) -> Int { depth <= 32 ? 1024 : 128 }

  /// Twice as many as references may be inside one another, unless the host wants more.
  private static var freeRepeats: Int { 64 }

  /// Whether a key that is missing is to be reported: not again in a part that is repeated.
  mutating func reports() -> Bool {
    progress.missing &+= 1
    return progress.missing > reported
  }

  /// Whether a program has more steps than may be made, so that it need not be begun.
  func cannotFollow(_ program: UnsafePointer<UInt8>, ofText count: Int) -> Bool {
    // A text that is shorter has no more steps than bytes.
    count > limits.maxSteps && Pattern.stepCount(ofProgram: program) > limits.maxSteps
  }

  /// Ends following a program, because scanning may reach a limit elsewhere.
  mutating func giveUp() -> CallAnswer {
    scansAll = true
    return .full
  }

  // MARK: Chains

  /// Keeps a chain as long as the call lasts.
  mutating func keep(_ chain: Chain) -> UnsafePointer<ChainCore> {
    chains.append(chain)
    return chain.reader.core
  }

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

  /// Limits that left a part of the text as written.
  var reached: Limit { progress.reached }

  /// Whether no more may be replaced.
  var isSpent: Bool { !reached.isDisjoint(with: [.steps, .output]) }

  private mutating func may(_ isBelow: Bool, _ limit: Limit) -> Bool {
    if !isBelow { progress.reached.insert(limit) }
    return isBelow
  }

  /// Counts replacements; false when there were too many.
  mutating func step(by count: Int = 1) -> Bool {
    progress.steps &+= count
    return may(progress.steps <= limits.maxSteps, .steps) && may(progress.cost <= mostCost, .output)
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
    progress.cost = overflows ? Int.max >> 1 : min(progress.cost &+ total, Int.max >> 1)
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
