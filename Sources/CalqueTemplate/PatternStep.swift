package import CalqueBase

/// A step of a program, read in place; see `Pattern`. Trivial to copy.
///
/// Trusts its memory: a program from outside is checked first.
package struct PatternStep {
  private let start: UnsafeRawPointer
  private let head: UInt32
  /// The literal part, in the text of the program.
  package let literal: UnsafePointer<UInt8>

  /// - Parameters:
  ///   - program: the address of the step, of which four bytes are readable, and all of it unless
  ///     it is an end.
  ///   - literal: the offset in the text at which the literal part starts.
  @inline(__always)
  package init(_ program: UnsafeRawPointer, _ literal: UnsafePointer<UInt8>) {
    start = program
    self.literal = literal
    head = program.loadUnaligned(as: UInt32.self).littleEndian
  }

  /// nil only if the memory is not a program.
  @inline(__always)
  package var operation: Pattern.Operation? {
    let raw = UInt8(truncatingIfNeeded: head)
    // The cases are numbered without gaps.
    return raw <= Pattern.Operation.last.rawValue
      ? unsafeBitCast(raw, to: Pattern.Operation.self) : nil
  }

  @inline(__always)
  package func `is`(_ operation: Pattern.Operation) -> Bool {
    UInt8(truncatingIfNeeded: head) == operation.rawValue
  }

  @inline(__always)
  package var literalCount: Int { Int(truncatingIfNeeded: head >> 8) }

  // MARK: Placeholders (not in the last step)

  /// The placeholder as written, after the literal part.
  @inline(__always)
  package var placeholder: UnsafePointer<UInt8> { literal + literalCount }

  @inline(__always)
  package var placeholderCount: Int { Int(start.load(fromByteOffset: 4, as: UInt8.self)) }

  @inline(__always)
  package var nameStart: Int { Int(start.load(fromByteOffset: 5, as: UInt8.self)) }

  @inline(__always)
  package var name: UnsafePointer<UInt8> { placeholder + nameStart }

  @inline(__always)
  package var nameCount: Int { Int(start.load(fromByteOffset: 6, as: UInt8.self)) }

  /// Bits of a word that the first eight bytes of the name leave unused.
  @inline(__always)
  package var unusedBits: UInt64 { UInt64(start.load(fromByteOffset: 7, as: UInt8.self)) }

  /// For a reference: the hash of its name.
  @inline(__always)
  package var keyHash: UInt64 {
    start.loadUnaligned(fromByteOffset: Pattern.variableSize, as: UInt64.self).littleEndian
  }

  /// For a reference: the mark of its key, which other readable bytes follow.
  @inline(__always)
  package var keyMark: KeyMark {
    KeyMark(hash: keyHash, word: Word.at(name, 0))
  }

  /// The address of the step, by which cached details are found.
  package var address: UnsafeRawPointer { start }

  package var literalBytes: Bytes { Bytes(start: literal, count: literalCount) }

  /// The placeholder as written.
  package var placeholderBytes: Bytes { Bytes(start: placeholder, count: placeholderCount) }

  package var nameBytes: Bytes { Bytes(start: name, count: nameCount) }

  @inline(__always)
  package var nextOfVariable: PatternStep {
    PatternStep(start + Pattern.variableSize, placeholder + placeholderCount)
  }

  @inline(__always)
  package var nextOfReference: PatternStep {
    PatternStep(start + Pattern.referenceSize, placeholder + placeholderCount)
  }

  /// Moves behind the next reference or the next variable, in a program that has no other steps.
  ///
  /// - Parameter text: where the text of the program begins.
  /// - Returns: where it is in the text; nil at the end.
  @inline(__always)
  package mutating func next(
    isReference: Bool, in text: UnsafePointer<UInt8>
  ) -> PlaceholderScanner.Match? {
    while !self.is(.end) {
      let step = self
      self = step.is(.reference) ? nextOfReference : nextOfVariable
      guard step.is(.reference) == isReference else { continue }
      let (start, name) = (step.placeholder - text, step.name - text)
      return PlaceholderScanner.Match(
        start: start, end: start &+ step.placeholderCount, inner: name..<name &+ step.nameCount)
    }
    return nil
  }
}

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
