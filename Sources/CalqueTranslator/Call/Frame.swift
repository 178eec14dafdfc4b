package import CalqueBase
package import CalqueTemplate

/// The arguments of a call, and which of them are options. Trivial: the evaluation, or whoever made
/// the call, keeps the memory that it points to.
///
/// A reference takes over the frame that it stands in: that is `outer`. At the top `outer` has the
/// options of the view, if it has any.
package struct Frame {
  fileprivate let first: UnsafeMutablePointer<Argument>
  private(set) var end: UnsafeMutablePointer<Argument>
  private(set) var count: UnsafePointer<Argument>?
  private(set) var context: UnsafePointer<Argument>?
  private(set) var lng: UnsafePointer<Argument>?
  private(set) var ns: UnsafePointer<Argument>?
  /// Bits of `OptionName`, but those of count, context and ordinal, and those of a view.
  private(set) var options: UInt64 = 0
  let outer: UnsafePointer<Frame>?
  /// Where variables are looked up, when it is not here: `replace`.
  var data: UnsafePointer<Frame>?
  package let evaluation: UnsafeMutablePointer<Evaluation>
  private(set) var isOrdinal = false
  /// The options of a view in formats 2 to 4: they are used where those of a call are empty.
  private var standsIn = false

  /// A frame at the top.
  ///
  /// - Parameter storage: where the arguments are put; it outlives them. nil for none.
  @inline(__always)
  package init(
    _ evaluation: UnsafeMutablePointer<Evaluation>, _ chain: ChainReader,
    _ storage: UnsafeMutablePointer<Argument>? = nil
  ) {
    first = storage ?? Self.nowhere()
    end = first
    self.evaluation = evaluation
    (outer, data) = (chain.pointee.fixed, nil)
    // All that a view chooses.
    if let outer { (lng, ns) = (outer.pointee.lng, outer.pointee.ns) }
  }

  /// An address that is never read or written.
  @inline(__always)
  private static func nowhere<Pointee>() -> UnsafeMutablePointer<Pointee> {
    // Only address 0 becomes nil.
    UnsafeMutablePointer(bitPattern: MemoryLayout<Pointee>.alignment).unsafelyUnwrapped
  }

  /// The frame of a reference, or of something else inside a call.
  ///
  /// - Parameters:
  ///   - count: arguments that there is room for.
  ///   - outer: what is taken over.
  @inline(__always)
  init(
    roomFor count: Int, _ evaluation: UnsafeMutablePointer<Evaluation>,
    outer: UnsafePointer<Frame>? = nil
  ) {
    let storage = evaluation.pointee.arena.take(Argument.self, max(count, 1))
    (first, end) = (storage, storage)
    self.evaluation = evaluation
    self.outer = outer
    data = outer?.pointee.data
    if let outer {
      options = outer.pointee.options
      self.count = outer.pointee.count
      context = outer.pointee.context
      lng = outer.pointee.lng
      ns = outer.pointee.ns
      isOrdinal = outer.pointee.isOrdinal
    }
  }

  /// The frame of a view, whose options are shared by all its calls and are none of theirs.
  init(shared list: ArgumentList, standsIn: Bool) {
    self.standsIn = standsIn
    (first, end) = (list.start, list.start)
    // Calls take arguments from here and begin nothing.
    evaluation = Self.nowhere()
    (outer, data) = (nil, nil)
    for _ in 0..<list.count { noteLast(OptionName.of(end.pointee.name)) }
  }

  // MARK: Adding arguments

  /// Adds an argument, put together where it stays; there must be room.
  ///
  /// - Parameter bits: as for `Argument`.
  @inline(__always)
  package mutating func add(_ name: Name, _ kind: Argument.Kind, _ bits: UInt64, _ text: Bytes) {
    end.initialize(to: Argument(name, kind, bits, text))
    noteLast(OptionName.of(name))
  }

  /// As `add`, of a decimal or JSON text that is read when it is needed: `Evaluation` looks into those that
  /// were not at the end.
  package mutating func add(_ name: Name, unread kind: Argument.Kind, _ text: Bytes) {
    evaluation.pointee.marks.insert(.unread)
    add(name, kind, 1, text)
  }

  /// As `add`, of any argument.
  @inline(__always)
  package mutating func add(_ argument: Argument) {
    end.initialize(to: argument)
    noteLast(OptionName.of(argument.name))
  }

  /// Adds arguments of a reference.
  ///
  /// - Returns: false if one is an option other than count, context and ordinal.
  @inline(__always)
  mutating func add(forms own: UnsafeBufferPointer<Argument>) -> Bool {
    let outer = options
    options = 0
    for argument in own { add(argument) }
    defer { options |= outer }
    return options == 0
  }

  @inline(__always)
  private mutating func noteLast(_ option: OptionName?) {
    let place = end
    end += 1
    guard let option else { return }
    let given = place.pointee.kind == .absent ? nil : UnsafePointer(place)
    switch option {
    case .count: count = given
    case .context: context = given
    default: note(option, given)
    }
  }

  @inline(never)
  private mutating func note(_ option: OptionName, _ given: UnsafePointer<Argument>?) {
    if given?.pointee.filledText == nil, !(given?.pointee.isContainer ?? false),
      option == .lng || option == .lngs || option == .ns, outer?.pointee.standsIn ?? false
    {
      return
    }
    switch option {
    case .ordinal:
      isOrdinal = given?.pointee.isTruthy ?? false
      return
    case .lng: lng = given
    case .ns: ns = given
    default: break
    }
    options = given == nil ? options & ~option.bit : options | option.bit
  }

  /// Whether there is the option of views, which replaces their prefix of keys.
  @inline(__always)
  package var hasKeyPrefix: Bool { options & OptionName.keyPrefix.bit != 0 }

  @inline(__always)
  package var all: UnsafeBufferPointer<Argument> {
    UnsafeBufferPointer(start: first, count: end - first)
  }
}

/// By pointer, because copying a frame costs more than most of what is asked of it.
extension UnsafePointer where Pointee == Frame {
  @inline(__always)
  var all: UnsafeBufferPointer<Argument> { pointee.all }

  /// Whether all decimals and JSON texts are valid: those that were not read are looked into.
  var isRight: Bool {
    all.allSatisfy { !$0.isUnread || $0.isRight(in: pointee.evaluation.arena) }
  }

  /// Whether another form of a key may be meant.
  @inline(__always)
  var hasForms: Bool { pointee.count != nil || pointee.context != nil }

  @inline(__always)
  func has(_ option: OptionName) -> Bool { pointee.options & option.bit != 0 }

  // MARK: Finding

  /// The argument of a variable; of several the last.
  @inline(__always)
  func named(by step: PatternStep) -> UnsafePointer<Argument>? {
    // Eight bytes may be read behind any text.
    let word = Word.at(step.name, 0)
    var place = UnsafePointer<Argument>(pointee.end)
    let first = UnsafePointer<Argument>(pointee.first)
    while place > first {
      place -= 1
      if place.pointee.name.isSame(word, step) { return place }
    }
    return pointee.outer == nil ? nil : further(step.nameBytes)
  }

  @inline(never)
  private func further(_ name: Bytes) -> UnsafePointer<Argument>? {
    pointee.outer?.named(Name(name))
  }

  /// The argument of a name; nil also for one that is hidden.
  @inline(never)
  func named(_ name: Name) -> UnsafePointer<Argument>? {
    let first = UnsafePointer<Argument>(pointee.first)
    var place = UnsafePointer<Argument>(pointee.end)
    while place > first {
      place -= 1
      if place.pointee.name.isSame(name) { return place.pointee.kind == .absent ? nil : place }
    }
    return pointee.outer?.named(name)
  }

  /// An option that is there.
  @inline(__always)
  func named(_ option: OptionName) -> UnsafePointer<Argument>? {
    has(option) ? named(Name(option.name)) : nil
  }

  func value(_ option: OptionName) -> Value? { named(option)?.pointee.value }

  /// A text that is not empty.
  func text(_ option: OptionName) -> Bytes? { named(option)?.pointee.filledText }

  func isTruthy(_ option: OptionName) -> Bool { named(option)?.pointee.isTruthy ?? false }

  /// The language that the call asks for, if it is a text.
  var lng: Bytes? { pointee.lng?.pointee.filledText }

  /// All but some options as an object, for the host.
  func members(without options: UInt64 = 0) -> Members {
    var members = pointee.outer?.members(without: options) ?? Members()
    for argument in all where !OptionName.isOne(argument.name, of: options) {
      members[Text(argument.name.bytes)] = argument.value
    }
    return members
  }

  /// Whether formatters heed any, those taken over included.
  @inline(never)
  func hasFormatOption(besides other: StaticString) -> Bool {
    let isOne = all.contains { argument in
      // Shorter names are those of variables.
      guard argument.name.count >= FormatOption.shortest else { return false }
      let name = argument.name.bytes
      return !name.equals(other) && FormatOption.isOne(name)
    }
    return isOne || pointee.outer?.hasFormatOption(besides: other) ?? false
  }
}
