import CalqueBase

/// Assembles the program of a text from the start of the text to its end; see `Pattern`.
struct PatternProgram {
  private let text: Bytes
  /// The offset in the text after the last placeholder.
  private var place = 0

  /// - Parameter text: a text of less than 2^24 bytes.
  init(_ text: Bytes) { self.text = text }

  /// Adds the literal part before a placeholder, and the placeholder.
  ///
  /// - Parameters:
  ///   - range: the range of the placeholder in the text.
  ///   - name: the range of its name, within `range`.
  /// - Returns: false when it is too long for a step.
  mutating func add(
    _ operation: Pattern.Operation, _ range: Range<Int>, name: Range<Int>,
    to program: inout ByteBuffer
  ) -> Bool {
    guard range.count <= UInt8.max, !name.isEmpty, range.contains(name.lowerBound),
      name.upperBound <= range.upperBound
    else { return false }
    let placeholder =
      UInt64(truncatingIfNeeded: range.count)
      | UInt64(truncatingIfNeeded: name.lowerBound &- range.lowerBound) << 8
      | UInt64(truncatingIfNeeded: name.count) << 16
      | UInt64(truncatingIfNeeded: 64 &- 8 &* min(name.count, 8)) << 24
    let word = UInt64(head(operation, literal: range.lowerBound)) | placeholder << 32
    program.extend(by: Pattern.variableSize).storeBytes(of: word.littleEndian, as: UInt64.self)
    if operation.isReference, let start = text.baseAddress {
      let hash = KeyHash(start + name.lowerBound, name.count).value
      program.extend(by: 8).storeBytes(of: hash.littleEndian, as: UInt64.self)
    }
    place = range.upperBound
    return true
  }

  /// Adds the rest of the text.
  func end(_ program: inout ByteBuffer) {
    let head = head(.end, literal: text.count)
    program.extend(by: Pattern.endSize).storeBytes(of: head.littleEndian, as: UInt32.self)
  }

  private func head(_ operation: Pattern.Operation, literal end: Int) -> UInt32 {
    UInt32(operation.rawValue) | UInt32(truncatingIfNeeded: end &- place) << 8
  }
}
