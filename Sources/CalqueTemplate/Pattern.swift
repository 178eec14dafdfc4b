import CalqueBase

/// A message pattern, parsed once into a flat program that a renderer runs without searching for
/// placeholders again.
///
/// The program refers to parts of its source text and covers the text from start to end. It is a
/// sequence of steps, each for a literal part and the placeholder or reference after it:
///
/// | offset | size | what |
/// |---|---|---|
/// | 0 | 1 | `Pattern.Operation` |
/// | 1 | 3 | bytes of the literal part |
/// | 4 | 1 | bytes of the placeholder as written, in case it is not replaced |
/// | 5 | 1 | where the name starts in it |
/// | 6 | 1 | bytes of the name |
/// | 7 | 1 | bits of a word that the first eight bytes of the name leave unused |
/// | 8 | 8 | of a reference: the `KeyHash` of its name |
///
/// The last step is an end of four bytes, for the rest of the text. Numbers are little-endian.
package enum Pattern: Sendable, Equatable {
  /// Nothing to replace.
  case plain
  case program
  /// Scanned in each call, because of the options or of unusual syntax.
  case dynamic

  package enum Operation: UInt8, Sendable {
    case end = 0
    case variable = 1
    case escapedVariable = 2
    /// A variable that is replaced before the others, and whose value a second pass scans again.
    case unescapedVariable = 3
    case reference = 4
    /// A path such as `user.name`, or a name that in some texts denotes an option of the call.
    case path = 5
    case escapedPath = 6
    case unescapedPath = 7
    /// A variable with formatters, which `PatternDetail` holds.
    case formatted = 8
    case escapedFormatted = 9
    case unescapedFormatted = 10
    /// A reference with options or formatters, which `PatternDetail` holds.
    case referenceWithOptions = 11

    @inline(__always)
    static var last: Operation { .referenceWithOptions }

    /// Whether the step has the hash of a key.
    @inline(__always)
    package var isReference: Bool { self == .reference || self == .referenceWithOptions }

    package var isPath: Bool {
      rawValue >= Operation.path.rawValue && rawValue < Operation.formatted.rawValue
    }

    /// Whether the value is escaped.
    package var escapes: Bool {
      self == .escapedVariable || self == .escapedPath || self == .escapedFormatted
    }

    /// Whether a second pass scans the value again.
    package var isUnescaped: Bool {
      self == .unescapedVariable || self == .unescapedPath || self == .unescapedFormatted
    }

    /// Whether the step has a detail, which is parsed once and cached with the catalog.
    package var hasDetail: Bool { rawValue >= Operation.formatted.rawValue }
  }

  /// The size of an end in bytes.
  package static let endSize = 4
  package static let variableSize = 8
  package static let referenceSize = 16

  /// The number of steps with a detail in a valid program.
  package static func detailCount(ofProgram start: UnsafePointer<UInt8>) -> Int {
    var count = 0
    _ = size(ofProgram: start) { if $0.hasDetail { count &+= 1 } }
    return count
  }

  /// The size of a valid program in bytes.
  ///
  /// - Parameter body: is called with each operation but the end.
  package static func size(
    ofProgram start: UnsafePointer<UInt8>, _ body: (Operation) -> Void = { _ in }
  ) -> Int {
    var size = 0
    while let operation = Operation(rawValue: start[size]), operation != .end {
      body(operation)
      size &+= operation.isReference ? referenceSize : variableSize
    }
    return size &+ endSize
  }
}
