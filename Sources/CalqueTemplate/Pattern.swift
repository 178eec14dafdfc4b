import CalqueBase

/// A message pattern, parsed once into a flat program that a renderer runs without looking for
/// placeholders again.
///
/// The program names parts of the text that it was made from, and goes through it from its begin to
/// its end. It is a run of steps, each a literal part and the placeholder or reference behind it:
///
/// | offset | size | what |
/// |---|---|---|
/// | 0 | 1 | `Pattern.Operation` |
/// | 1 | 3 | bytes of the literal part |
/// | 4 | 1 | bytes of the placeholder as written, for the case that it stays |
/// | 5 | 1 | where the name starts in it |
/// | 6 | 1 | bytes of the name |
/// | 7 | 1 | bits of a word that the first eight bytes of the name leave unused |
/// | 8 | 8 | of a reference: the `KeyHash` of its name |
///
/// The last one is an end, four bytes, with what is left of the text. Numbers are little-endian.
package enum Pattern: Sendable, Equatable {
  /// Nothing to replace.
  case plain
  case program
  /// Scanned at each call, because of the options or of the way it is written.
  case dynamic

  package enum Operation: UInt8, Sendable {
    case end = 0
    case variable = 1
    case escapedVariable = 2
    /// A variable that is replaced before the others, whose value a second pass looks at again.
    case unescapedVariable = 3
    case reference = 4
    /// A path such as `user.name`, or a name that is an option of the call in some texts.
    case path = 5
    case escapedPath = 6
    case unescapedPath = 7
    /// A variable with formatters behind it; `PatternDetail` has what they say.
    case formatted = 8
    case escapedFormatted = 9
    case unescapedFormatted = 10
    /// A reference with options or formatters, which a `PatternDetail` has.
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

    /// Whether a second pass looks at the value again.
    package var isUnescaped: Bool {
      self == .unescapedVariable || self == .unescapedPath || self == .unescapedFormatted
    }

    /// Whether something of the placeholder is parsed once and kept beside the catalog.
    package var hasDetail: Bool { rawValue >= Operation.formatted.rawValue }
  }

  /// Bytes of an end.
  package static let endSize = 4
  package static let variableSize = 8
  package static let referenceSize = 16

  /// How many steps of a program that is right have a detail.
  package static func detailCount(ofProgram start: UnsafePointer<UInt8>) -> Int {
    var (offset, count) = (0, 0)
    while let operation = Operation(rawValue: start[offset]), operation != .end {
      if operation.hasDetail { count &+= 1 }
      offset &+= operation.isReference ? referenceSize : variableSize
    }
    return count
  }

  /// Bytes of a program that is right.
  package static func size(ofProgram start: UnsafePointer<UInt8>) -> Int {
    var size = 0
    while start[size] != Operation.end.rawValue {
      size &+= Operation(rawValue: start[size])?.isReference ?? false ? referenceSize : variableSize
    }
    return size &+ endSize
  }
}
