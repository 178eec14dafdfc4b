package import CalqueBase
package import CalqueTemplate

/// The state that a call of a host shares with the calls inside it: memory, the remaining budget, and
/// the events to report when it ends.
package struct Evaluation {
  package var arena: Arena
  // Members that begin as 0 are side by side, so that few moves clear them.
  /// State that few calls need.
  private var more: Unmanaged<More>?
  /// Replacements that were made, and how many may be made.
  var steps = 0
  /// Bytes of the texts that were read, and something for each text.
  var cost = 0
  var mostSteps: Int
  /// References and objects inside one another at this moment.
  var depth = 0
  /// Set where more is to be done at the end.
  var marks: EvaluationMarks = []
  /// False for a call that ends as declined where a function of the host would be called.
  let mayCallHost: Bool

  /// - Parameters:
  ///   - block: memory for the arena, aligned to 16 bytes.
  ///   - chain: where the call is made.
  @inline(__always)
  package init(
    _ block: UnsafeMutableRawPointer, _ size: Int, _ chain: ChainReader, mayCallHost: Bool = true
  ) {
    arena = Arena(block, size)
    mostSteps = chain.pointee.limits.maxSteps
    self.mayCallHost = mayCallHost
  }

  /// Bytes on the stack that calls begin with.
  package static var stackBytes: Int { 1024 }

  private final class More {
    var value = Value.null
    var kept: [AnyObject] = []
    var trace: [Value]?
    /// The facts about the call itself; nil without an observer.
    var observed: Translation?
    var isNoted = false
  }

  private mutating func others() -> More {
    if let known { return known }
    let made = More()
    more = .passRetained(made)
    return made
  }

  private var known: More? { more?.takeUnretainedValue() }

  /// A text of any length, for a caller without a buffer.
  package var output: Output {
    mutating get { withUnsafeMutablePointer(to: &arena) { Output(in: $0) } }
  }

  /// Gives back what the evaluation holds.
  @inline(__always)
  package func end() {
    arena.free()
    more?.release()
  }

  /// Keeps an object until the call ends.
  mutating func keep(_ object: AnyObject) { others().kept.append(object) }

  /// The members of an object as arguments, until the call ends.
  package mutating func arguments(of members: Members) -> UnsafeBufferPointer<Argument> {
    let list = ArgumentList(members)
    keep(list)
    return list.all
  }

  // MARK: Results that are not text

  mutating func give(_ value: Value) -> Answer {
    others().value = value
    return .value
  }

  /// The value that an answer stands for, which is in the output if it is text.
  package var value: Value { known?.value ?? .null }

  // MARK: Observers

  /// Notes candidates and matches from now on, for `explain` and for details.
  mutating func observe(candidates: Bool) {
    let others = others()
    others.observed = Translation(value: nil)
    if candidates { others.trace = [] }
  }

  /// Whether candidates are noted, so that all of them have to be looked up.
  var isTraced: Bool { known?.trace != nil }

  /// Notes a candidate that was looked up, and what was there.
  @inline(never)
  func note(candidate key: Text, _ lng: Text, _ ns: Text, _ outcome: Text) {
    known?.trace?.append(
      .object(
        Members([
          ("lng", .text(lng)), ("ns", .text(ns)), ("key", .text(key)), ("outcome", .text(outcome)),
        ])))
  }

  /// Whether the match of the call itself is wanted and not noted yet: it comes before those of calls
  /// inside it.
  var isObserved: Bool { known.map { $0.observed != nil && !$0.isNoted } ?? false }

  /// Changes what is noted of the call itself.
  func note(_ change: (inout Translation) -> Void) {
    guard let known, var observed = known.observed else { return }
    change(&observed)
    (known.observed, known.isNoted) = (observed, true)
  }

  var trace: [Value] { known?.trace ?? [] }

  /// The facts noted about the call itself, without its value.
  var observed: Translation { known?.observed ?? Translation(value: nil) }
}

extension Arena {
  /// Memory of the heap alone.
  init() { self.init(UnsafeMutableRawPointer(mutating: Argument.nowhere), 0) }

  /// The bytes of a text, behind which eight more are readable.
  @inline(never)
  package mutating func copy(_ text: Text) -> Bytes {
    text.bytes.withUnsafeBufferPointer { copy($0) }
  }

  @inline(never)
  package mutating func copy(_ bytes: Bytes) -> Bytes {
    let place = take(UInt8.self, bytes.count &+ 8)
    if let from = bytes.baseAddress { Word.copy(from, to: place, bytes.count) }
    return Bytes(start: place, count: bytes.count)
  }
}

extension UnsafeMutablePointer where Pointee == Evaluation {
  var arena: UnsafeMutablePointer<Arena> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Arena.self)
  }
}

/// How a call ended. A text is in the output; any other value in the evaluation.
package struct Answer: OptionSet {
  package let rawValue: UInt8

  @inline(__always)
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static var text: Answer { Answer(rawValue: 0) }
  /// No translation was found: the result is the default or the key.
  package static var missing: Answer { Answer(rawValue: 1) }
  package static var value: Answer { Answer(rawValue: 2) }
  /// Nothing was put out: a value asks for the text to be scanned. By the time another step of a program is
  /// replaced, that is known.
  static var unknown: Answer { Answer(rawValue: 4) }
}
