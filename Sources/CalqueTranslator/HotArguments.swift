/// The arguments of a hot call, and which of them are options.
package struct HotArguments {
  private let first: UnsafeMutablePointer<Argument>
  private var length = 0
  /// Placeholders and references that were replaced.
  private var replaced = 0
  private(set) var count: UnsafePointer<Argument>?
  private(set) var context: UnsafePointer<Argument>?
  private(set) var isOrdinal = false
  /// An argument is an option that hot calls do not follow.
  private(set) var isUnusual = false

  /// - Parameter storage: where the arguments are put; it outlives them.
  @inline(__always)
  package init(_ storage: UnsafeMutablePointer<Argument>) { first = storage }

  /// Adds an argument; there must be room in the storage.
  @inline(__always)
  package mutating func append(_ argument: Argument) {
    let place = first + length
    place.initialize(to: argument)
    length &+= 1
    switch HotOption.of(argument.name, argument.kind) {
    case .variable: break
    case .count: count = UnsafePointer(place)
    case .context: context = UnsafePointer(place)
    case .ordinal: isOrdinal = argument.integer != 0
    case .unusual: isUnusual = true
    }
  }

  @inline(__always)
  var all: UnsafeBufferPointer<Argument> { UnsafeBufferPointer(start: first, count: length) }

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
    var position = length
    while position > 0 {
      position &-= 1
      let place = UnsafePointer(first + position)
      if place.pointee.name.isSame(name) { return place }
    }
    return nil
  }

  /// Counts a placeholder or reference; false when there were too many.
  @inline(__always)
  mutating func spend(of most: Int) -> Bool {
    replaced &+= 1
    return replaced <= most
  }
}
