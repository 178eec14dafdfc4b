import CalqueBase
import CalqueTemplate

/// The arguments of a hot call, and which of them are options.
package struct HotArguments {
  private let first: UnsafeMutablePointer<Argument>
  private var end: UnsafeMutablePointer<Argument>
  /// Placeholders and references that were replaced.
  private var replaced = 0
  private(set) var count: UnsafePointer<Argument>?
  private(set) var context: UnsafePointer<Argument>?
  private(set) var isOrdinal = false
  /// An argument is an option that hot calls do not follow.
  private(set) var isUnusual = false

  /// - Parameter storage: where the arguments are put; it outlives them.
  @inline(__always)
  package init(_ storage: UnsafeMutablePointer<Argument>) { (first, end) = (storage, storage) }

  /// Adds an argument; there must be room in the storage.
  ///
  /// - Returns: false for one that hot calls do not take at all.
  @inline(__always)
  package mutating func append(_ argument: Argument) -> Bool {
    guard argument.kind != .other, argument.name.isASCII else { return false }
    let place = end
    place.initialize(to: argument)
    end += 1
    switch HotOption.of(argument.name, argument.kind) {
    case .variable: break
    case .count: count = UnsafePointer(place)
    case .context: context = UnsafePointer(place)
    case .ordinal: isOrdinal = argument.integer != 0
    case .unusual: isUnusual = true
    }
    return true
  }

  @inline(__always)
  var all: UnsafeBufferPointer<Argument> { UnsafeBufferPointer(start: first, count: end - first) }

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

  /// The argument of a variable; of several the last.
  @inline(__always)
  func named(by step: PatternStep) -> UnsafePointer<Argument>? {
    // Eight bytes may be read behind any text.
    let word = Word.at(step.name, 0)
    var place = UnsafePointer(end)
    while place > UnsafePointer(first) {
      place -= 1
      if place.pointee.name.isSame(word, step) { return place }
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
