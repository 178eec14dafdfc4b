import CalqueBase

/// Puts the program of a text together, from the begin of the text to its end; see `Pattern`.
struct PatternProgram {
  private(set) var bytes: [UInt8] = []
  private let text: Text
  /// Where the text goes on behind the last placeholder.
  private var place = 0

  /// - Parameter text: of less than 2^24 bytes.
  init(_ text: Text) { self.text = text }

  /// Adds what stands before a placeholder, and the placeholder.
  ///
  /// - Parameters:
  ///   - range: of the placeholder in the text.
  ///   - name: what it names, within the range.
  /// - Returns: false when it is too long for a step.
  mutating func add(
    _ operation: Pattern.Operation, _ range: Range<Int>, name: Range<Int>
  ) -> Bool {
    guard range.count <= UInt8.max, !name.isEmpty, range.contains(name.lowerBound),
      name.upperBound <= range.upperBound
    else { return false }
    add(operation, literal: range.lowerBound)
    append(UInt64(range.count), size: 1)
    append(UInt64(name.lowerBound - range.lowerBound), size: 1)
    append(UInt64(name.count), size: 1)
    append(UInt64(64 - 8 * min(name.count, 8)), size: 1)
    if operation == .reference {
      append(KeyHash.of(text.part(name.lowerBound, name.upperBound)), size: 8)
    }
    place = range.upperBound
    return true
  }

  /// Adds what is left of the text.
  mutating func end() { add(.end, literal: text.count) }

  private mutating func add(_ operation: Pattern.Operation, literal end: Int) {
    append(UInt64(operation.rawValue), size: 1)
    append(UInt64(end - place), size: 3)
  }

  private mutating func append(_ number: UInt64, size: Int) {
    for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte)))) }
  }
}
