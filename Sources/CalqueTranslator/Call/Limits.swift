import CalqueBase
import CalqueCatalog

/// Marks of evaluations that have more to do at their end.
struct EvaluationMarks: OptionSet {
  let rawValue: UInt8

  /// Limits that left a part of a text as written.
  static var nesting: EvaluationMarks { EvaluationMarks(rawValue: 1) }
  static var steps: EvaluationMarks { EvaluationMarks(rawValue: 2) }
  static var output: EvaluationMarks { EvaluationMarks(rawValue: 4) }
  static var limits: EvaluationMarks { EvaluationMarks(rawValue: 7) }
  /// A function of the host would have been called.
  static var declined: EvaluationMarks { EvaluationMarks(rawValue: 8) }
  /// The key is not UTF-8, or an argument that was not read is not valid.
  static var wrong: EvaluationMarks { EvaluationMarks(rawValue: 16) }
  /// Some arguments were not read when they were given.
  static var unread: EvaluationMarks { EvaluationMarks(rawValue: 32) }

  /// The names of the options.
  var names: [Text] {
    let all: [(EvaluationMarks, Text)] = [
      (.nesting, "maxNesting"), (.steps, "maxSteps"), (.output, "maxOutput"),
    ]
    return all.filter { contains($0.0) }.map { $0.1 }
  }
}

/// The budget of a call.
extension Call {
  var limits: TranslatorLimits { core.pointee.limits }

  /// Counts a replacement; false when there were too many.
  @inline(__always)
  func charge() -> Bool {
    let evaluation = evaluation
    evaluation.pointee.steps &+= 1
    return evaluation.pointee.steps <= evaluation.pointee.mostSteps || overcharged()
  }

  @inline(never)
  private func overcharged() -> Bool {
    if evaluation.pointee.steps > limits.maxSteps { evaluation.pointee.marks.insert(.steps) }
    return false
  }

  /// Whether the budget may end while the program of a record is run.
  @inline(__always)
  func mayRunOut(_ record: CatalogRecord) -> Bool {
    evaluation.pointee.steps &+ record.textLength > evaluation.pointee.mostSteps
  }

  /// Counts a text that is read so many times. References to long texts of which little is put out
  /// would cost much within all other limits; when they do, nothing more is replaced.
  @inline(__always)
  func read(_ count: Int) {
    evaluation.pointee.cost &+= count &+ 64
    if evaluation.pointee.cost > core.pointee.mostCost { overspent() }
  }

  @inline(never)
  private func overspent() {
    evaluation.pointee.mostSteps = 0
    evaluation.pointee.marks.insert(.output)
  }

  /// Whether references may be followed one deeper, of so many times the usual depth.
  func canNest(times: Int = 1) -> Bool {
    may(evaluation.pointee.depth < limits.maxNesting &* times, .nesting)
  }

  /// Whether a text may grow.
  func mayGrow(_ count: Int) -> Bool { may(count <= limits.maxOutput, .output) }

  private func may(_ isBelow: Bool, _ limit: EvaluationMarks) -> Bool {
    if !isBelow { evaluation.pointee.marks.insert(limit) }
    return isBelow
  }

  /// Tells the host of limits that were reached. The last step of a call.
  @inline(never)
  func tellLimits(for key: Bytes) {
    guard let log = host(snapshot.host.log) else { return }
    let names = Text.joined(evaluation.pointee.marks.names, by: ", ")
    let shown = Text(key.part(0, 100))
    log(("\"" + shown + "\": left in part as it is written: " + names).onOneLine)
  }

  /// A function of the host, unless the call must not call it, and so is declined.
  func host<Function>(_ function: Function?) -> Function? {
    guard let function else { return nil }
    guard evaluation.pointee.mayCallHost else {
      evaluation.pointee.marks.insert(.declined)
      return nil
    }
    return function
  }
}
