package import CalqueBase
import CalqueJSON
import CalqueLocale
package import CalqueTemplate

/// The arguments of a call, and which of them are options. Trivial: its creator keeps the memory that
/// it points to.
///
/// A reference takes over the arguments of the call that it stands in: they are `outer`.
package struct CallArguments {
  fileprivate let first: UnsafeMutablePointer<Argument>
  fileprivate var end: UnsafeMutablePointer<Argument>
  private(set) var count: UnsafePointer<Argument>?
  private(set) var context: UnsafePointer<Argument>?
  private(set) var lng: UnsafePointer<Argument>?
  private(set) var ns: UnsafePointer<Argument>?
  private(set) var defaultValue: UnsafePointer<Argument>?
  /// Bits of `OptionName`, but those of count, context and ordinal.
  private(set) var options: UInt64 = 0
  let outer: UnsafeMutablePointer<CallArguments>?
  /// Where variables are looked up, when it is not here: `replace`.
  var data: UnsafeMutablePointer<CallArguments>?
  /// The remaining budget of the call. nil on the first attempt, which leaves to the second all that
  /// needs a budget.
  let work: UnsafeMutablePointer<CallWork>?
  /// Placeholders and references that were replaced. Not beside what a reference takes over at the same
  /// time: copying both with one move would wait until this, which changes, is written.
  var replaced = 0
  private(set) var isOrdinal = false
  /// Some were decimals or JSON text that had not been read.
  fileprivate var hasUnread = false

  /// - Parameter storage: where the arguments are put; it outlives them.
  @inline(__always)
  package init(_ storage: UnsafeMutablePointer<Argument>) {
    (first, end) = (storage, storage)
    (outer, data, work) = (nil, nil, nil)
  }

  /// No arguments; none may be added.
  package init() {
    // Never read or written; only address 0 becomes nil.
    self.init(UnsafeMutablePointer(bitPattern: MemoryLayout<Argument>.alignment).unsafelyUnwrapped)
  }

  /// For a second attempt, or a reference.
  ///
  /// - Parameter outer: what is taken over.
  init(
    _ storage: UnsafeMutablePointer<Argument>, _ work: UnsafeMutablePointer<CallWork>?,
    outer: UnsafeMutablePointer<CallArguments>? = nil
  ) {
    (first, end) = (storage, storage)
    self.work = work
    self.outer = outer
    data = nil
    if let outer {
      count = outer.pointee.count
      context = outer.pointee.context
      lng = outer.pointee.lng
      ns = outer.pointee.ns
      defaultValue = outer.pointee.defaultValue
      isOrdinal = outer.pointee.isOrdinal
      options = outer.pointee.options
      replaced = outer.pointee.replaced
    }
  }

  /// Calls `body` with room for so many arguments.
  @inline(__always)
  static func withRoom<Result>(
    for count: Int, _ body: (UnsafeMutablePointer<Argument>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Argument.self, capacity: count) { room in
      // A temporary allocation has an address, even of nothing.
      body(room.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Calls `body` with the call that a second attempt or a reference makes.
  ///
  /// - Parameters:
  ///   - count: arguments that `body` may add.
  ///   - outer: as for `init`.
  @inline(__always)
  static func with<Result>(
    roomFor count: Int, _ work: UnsafeMutablePointer<CallWork>?,
    outer: UnsafeMutablePointer<CallArguments>? = nil,
    _ body: (UnsafeMutablePointer<CallArguments>) -> Result
  ) -> Result {
    withRoom(for: count) { room in
      var arguments = CallArguments(room, work, outer: outer)
      return withUnsafeMutablePointer(to: &arguments, body)
    }
  }

  /// Adds an argument; there must be room in the storage.
  ///
  /// - Returns: false for one that a first attempt does not take.
  @inline(__always)
  package mutating func append(_ argument: Argument) -> Bool {
    guard argument.kind.rawValue < Argument.Kind.value.rawValue, argument.name.isASCII else {
      return false
    }
    add(argument)
    return true
  }

  /// As `append`, put together where it stays.
  ///
  /// - Parameter kind: a scalar or text.
  @inline(__always)
  package mutating func append(
    _ name: Name, _ kind: Argument.Kind, _ bits: UInt64, _ text: Bytes
  ) -> Bool {
    guard name.isASCII else { return false }
    end.initialize(to: Argument(name, kind, bits, text))
    noteLast(OptionName.of(name))
    return true
  }

  /// As `append`, for any argument whose texts are known to be UTF-8.
  @inline(__always)
  mutating func add(_ argument: Argument) {
    end.initialize(to: argument)
    noteLast(OptionName.of(argument.name))
  }

  @inline(__always)
  private mutating func noteLast(_ option: OptionName?) {
    let place = end
    end += 1
    guard let option else { return }
    if option == .count {
      count = place.pointee.kind == .absent ? nil : UnsafePointer(place)
    } else {
      note(option, place)
    }
  }

  @inline(never)
  private mutating func note(_ option: OptionName, _ place: UnsafePointer<Argument>) {
    let given = place.pointee.kind == .absent ? nil : place
    switch option {
    case .context:
      context = given
      return
    case .ordinal:
      isOrdinal = place.pointee.isTruthy
      return
    case .lng: lng = given
    case .ns: ns = given
    case .defaultValue: defaultValue = given
    default: break
    }
    options = given == nil ? options & ~option.bit : options | option.bit
  }

  /// As `append`, for what is read when it is needed.
  ///
  /// - Parameter kind: a decimal or JSON.
  @inline(never)
  package mutating func append(
    _ name: Name, unread kind: Argument.Kind, _ text: Bytes
  ) -> Bool {
    append(name, unread: kind, text, OptionName.of(name))
  }

  /// - Parameter option: the option of that name, if it is one.
  @inline(__always)
  mutating func append(
    _ name: Name, unread kind: Argument.Kind, _ text: Bytes, _ option: OptionName?
  ) -> Bool {
    guard name.isASCII else { return false }
    hasUnread = true
    end.initialize(to: Argument(name, kind, 1, text))
    noteLast(option)
    return true
  }
}

/// By pointer, because copying arguments costs more than most of what is asked of them.
extension UnsafeMutablePointer where Pointee == CallArguments {
  @inline(__always)
  var all: UnsafeBufferPointer<Argument> {
    UnsafeBufferPointer(start: pointee.first, count: pointee.end - pointee.first)
  }

  /// Whether all decimals and JSON texts are right: those that were not read have to be looked into.
  @inline(__always)
  var isRight: Bool { !pointee.hasUnread || isUnreadRight }

  @inline(never)
  private var isUnreadRight: Bool {
    var next = pointee.first
    while next != pointee.end {
      if next.pointee.isUnread { return isUnreadRight(from: next) }
      next += 1
    }
    return true
  }

  /// A function of its own, because most have been read by now.
  @inline(never)
  private func isUnreadRight(from first: UnsafeMutablePointer<Argument>) -> Bool {
    var next = first
    while next != pointee.end {
      if next.pointee.isUnread, !next.pointee.isRight { return false }
      next += 1
    }
    return true
  }

  /// Whether another form of a key may be meant.
  @inline(__always)
  var hasForms: Bool { pointee.count != nil || pointee.context != nil }

  @inline(__always)
  func has(_ option: OptionName) -> Bool { pointee.options & option.bit != 0 }

  @inline(__always)
  var hasContext: Bool {
    guard let context = pointee.context else { return false }
    return context.pointee.isTruthy
  }

  // MARK: Finding

  /// The argument of a variable; of several the last.
  @inline(__always)
  func named(by step: PatternStep) -> UnsafePointer<Argument>? {
    // Eight bytes may be read behind any text.
    let word = Word.at(step.name, 0)
    var place = UnsafePointer<Argument>(pointee.end)
    while place > UnsafePointer<Argument>(pointee.first) {
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
  func named(_ name: Name) -> UnsafePointer<Argument>? {
    var place = UnsafePointer<Argument>(pointee.end)
    while place > UnsafePointer<Argument>(pointee.first) {
      place -= 1
      guard place.pointee.name.isSame(name) else { continue }
      return place.pointee.kind == .absent ? nil : place
    }
    return pointee.outer?.named(name)
  }

  func named(_ name: StaticString) -> UnsafePointer<Argument>? {
    named(Name(Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount)))
  }

  func named(text name: Text) -> UnsafePointer<Argument>? {
    name.bytes.withUnsafeBufferPointer { named(Name($0)) }
  }

  /// An option that is there, as a value.
  func value(_ option: OptionName, _ name: StaticString) -> Value? {
    has(option) ? named(name)?.pointee.value : nil
  }

  /// A text that is not empty.
  func text(_ option: OptionName, _ name: StaticString) -> Bytes? {
    has(option) ? named(name)?.pointee.filledText : nil
  }

  /// The language that the call asks for, if it is a text.
  var lng: Bytes? { pointee.lng?.pointee.filledText }

  func isTruthy(_ option: OptionName, _ name: StaticString) -> Bool {
    has(option) && named(name)?.pointee.isTruthy ?? false
  }

  /// All of them as an object, for the host.
  var members: Members {
    var members = pointee.outer?.members ?? Members()
    for argument in all { members[Text(argument.name.bytes)] = argument.value }
    return members
  }

  /// Whether any fulfils a condition, those taken over included.
  func contains(_ condition: (Argument) -> Bool) -> Bool {
    all.contains(where: condition) || pointee.outer?.contains(condition) ?? false
  }

  /// Whether formatters heed any, those taken over included.
  @inline(never)
  func hasFormatOption(besides other: StaticString) -> Bool {
    var next = pointee.first
    while next != pointee.end {
      // Shorter names are those of variables.
      if next.pointee.name.count >= FormatOption.shortest {
        let name = next.pointee.name.bytes
        if FormatOption.isOne(name), !name.equals(other) { return true }
      }
      next += 1
    }
    return pointee.outer?.hasFormatOption(besides: other) ?? false
  }

  // MARK: Limits

  /// Counts a placeholder or reference; false when there were too many.
  @inline(__always)
  func spend(of most: Int) -> Bool {
    pointee.replaced &+= 1
    return pointee.replaced <= most
  }
}

extension Argument {
  /// A copy of its own; nil for what is hidden.
  var value: Value? {
    switch kind {
    case .null: .null
    case .int: .int(integer)
    case .double: .double(number)
    case .bool: .bool(integer != 0)
    case .text: .text(Text(bytes))
    case .decimal: .decimal(Text(bytes))
    case .value: container
    case .json: try? JSON.parse(bytes)
    case .absent: nil
    }
  }

  /// As `Value.isTruthy`; false for what is hidden.
  @inline(never)
  var isTruthy: Bool {
    switch kind {
    case .int, .bool: integer != 0
    case .text: textCount > 0
    case .json: true
    default: value?.isTruthy ?? false
    }
  }

  /// Whether a decimal or JSON text is valid.
  fileprivate var isRight: Bool {
    kind == .json ? JSONScan.isValue(bytes) : PluralOperands(decimal: bytes) != nil
  }

  var isText: Bool { kind == .text || kind == .decimal }

  /// Whether it may have members: an array or object.
  var isContainer: Bool { kind == .value || kind == .json }

  /// A text that is not empty.
  @inline(__always)
  var filledText: Bytes? { kind == .text && textCount > 0 ? bytes : nil }
}
