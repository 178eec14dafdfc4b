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
  /// Needs the full rules at each call: formats, paths, options of a reference.
  case dynamic

  package enum Operation: UInt8, Sendable {
    case end = 0
    case variable = 1
    case escapedVariable = 2
    /// A variable that is replaced before the others, whose value a second pass looks at again.
    case unescapedVariable = 3
    case reference = 4
  }

  /// Bytes of an end.
  package static let endSize = 4
  package static let variableSize = 8
  package static let referenceSize = 16

  /// Bytes of a program that is right.
  package static func size(ofProgram start: UnsafePointer<UInt8>) -> Int {
    var size = 0
    while start[size] != Operation.end.rawValue {
      size &+= start[size] == Operation.reference.rawValue ? referenceSize : variableSize
    }
    return size &+ endSize
  }
}
