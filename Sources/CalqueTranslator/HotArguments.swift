/// The arguments of a hot call, and which of them are options.
struct HotArguments {
  let all: UnsafeBufferPointer<Argument>
  /// Placeholders and references that may still be replaced.
  private var replaces: Int
  private(set) var count: UnsafePointer<Argument>?
  private(set) var context: UnsafePointer<Argument>?
  private(set) var isOrdinal = false
  /// An argument is an option that hot calls do not follow.
  private(set) var isUnusual = false

  @inline(__always)
  init(_ all: UnsafeBufferPointer<Argument>, mostReplaces: Int) {
    self.all = all
    replaces = mostReplaces
    guard let first = all.baseAddress else { return }
    for position in 0..<all.count {
      let argument = first + position
      switch HotOption.of(argument) {
      case .variable: break
      case .count: count = argument
      case .context: context = argument
      case .ordinal: isOrdinal = argument.pointee.integer != 0
      case .unusual: isUnusual = true
      }
    }
  }

  /// Whether another form of a key may be meant.
  @inline(__always)
  var hasForms: Bool { count != nil || context != nil }

  @inline(__always)
  var hasOptions: Bool { hasForms || isOrdinal }

  @inline(__always)
  var hasContext: Bool {
    guard let context else { return false }
    return context.pointee.textCount > 0
  }

  /// The argument of a name; of several the last.
  @inline(__always)
  func named(_ name: Name) -> UnsafePointer<Argument>? {
    guard let first = all.baseAddress else { return nil }
    var position = all.count
    while position > 0 {
      position &-= 1
      if (first + position).pointee.name.isSame(name) { return first + position }
    }
    return nil
  }

  /// Counts a placeholder or reference; false when there were too many.
  @inline(__always)
  mutating func spend() -> Bool {
    replaces &-= 1
    return replaces >= 0
  }
}
