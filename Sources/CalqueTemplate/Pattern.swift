import CalqueBase

/// A message pattern, parsed once into a flat program that a renderer runs without looking for
/// placeholders again.
///
/// The program is a run of segments, each a 12-byte head and its bytes:
///
/// | offset | size | what |
/// |---|---|---|
/// | 0 | 1 | `Pattern.Operation` |
/// | 1 | 1 | 0 |
/// | 2 | 2 | where the name starts in the bytes |
/// | 4 | 4 | length of the bytes |
/// | 8 | 4 | length of the name |
///
/// The bytes are the literal text, or the placeholder or reference as written, for the case that it
/// stays. Numbers are little-endian.
package enum Pattern: Sendable, Equatable {
  /// Nothing to replace.
  case plain
  case program([UInt8])
  /// Needs the full rules at each call: formats, paths, options of a reference.
  case dynamic

  package enum Operation: UInt8, Sendable {
    case end = 0
    case literal = 1
    case variable = 2
    case escapedVariable = 3
    case reference = 4
    /// A variable that is replaced before the others, whose value a second pass looks at again.
    case unescapedVariable = 5
  }

  package static let headSize = 12
}

/// Puts a program together.
struct PatternProgram {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ operation: Pattern.Operation, _ text: Text, name: Range<Int> = 0..<0) {
    guard operation != .literal || !text.isEmpty else { return }
    bytes.append(operation.rawValue)
    bytes.append(0)
    append(UInt64(name.lowerBound), size: 2)
    append(UInt64(text.count), size: 4)
    append(UInt64(name.count), size: 4)
    bytes.append(contentsOf: text.bytes)
  }

  mutating func end() { bytes.append(Pattern.Operation.end.rawValue) }

  private mutating func append(_ number: UInt64, size: Int) {
    for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte)))) }
  }
}
