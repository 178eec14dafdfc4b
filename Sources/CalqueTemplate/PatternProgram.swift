import CalqueBase

/// Puts the program of a text together, from the begin of the text to its end; see `Pattern`.
struct PatternProgram {
  private let text: Bytes
  /// Where the text goes on behind the last placeholder.
  private var place = 0

  /// - Parameter text: of less than 2^24 bytes.
  init(_ text: Bytes) { self.text = text }

  /// Adds what stands before a placeholder, and the placeholder.
  ///
  /// - Parameters:
  ///   - range: of the placeholder in the text.
  ///   - name: what it names, within the range.
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

  /// Adds what is left of the text.
  func end(_ program: inout ByteBuffer) {
    let head = head(.end, literal: text.count)
    program.extend(by: Pattern.endSize).storeBytes(of: head.littleEndian, as: UInt32.self)
  }

  private func head(_ operation: Pattern.Operation, literal end: Int) -> UInt32 {
    UInt32(operation.rawValue) | UInt32(truncatingIfNeeded: end &- place) << 8
  }
}
