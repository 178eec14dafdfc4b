import CalqueBase
import CalqueCatalog
import CalqueTemplate
import CalqueTranslator

/// A text of a catalog as rows of a table put it out: its literal parts one after another, and the column
/// behind each. Trivial: it lies in the memory of `TableForms`.
///
/// | offset | size | what |
/// |---|---|---|
/// | 0 | 4 | the offset of the literal parts, behind which 64 more bytes may be read |
/// | 4 | 4 | the most bytes that a row may have |
/// | 8 | 8 for each step | bytes of the literal part (4), what follows it (1), the column (3) |
struct TableText {
  let start: UnsafeRawPointer

  private enum Follower: UInt8 {
    case end, integer, text, escapedText
  }

  @inline(__always)
  init(start: UnsafeRawPointer) { self.start = start }

  // MARK: Rows

  /// The most bytes that a row may have: with more, limits of calls would have a say.
  @inline(__always)
  var most: Int { Int(start.load(fromByteOffset: 4, as: UInt32.self)) }

  /// Appends the text of a row; false for a row that has to be a call of its own.
  @inline(__always)
  func put(_ row: Int, _ table: Table, _ output: inout Output) -> Bool {
    var step = start + 8
    var literal = start + Int(start.load(as: UInt32.self))
    while true {
      let word = step.load(as: UInt64.self)
      let count = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
      output.append(padded: literal.assumingMemoryBound(to: UInt8.self), count)
      let follower = UInt8(truncatingIfNeeded: word >> 32)
      if follower == Follower.end.rawValue { return !output.isTruncated }
      let column = table.column(Int(truncatingIfNeeded: word >> 40))
      if follower == Follower.integer.rawValue {
        guard let number = column.number(row) else { return false }
        output.append(decimal: number)
      } else {
        guard let text = column.presentText(row), let from = text.baseAddress else { return false }
        if follower == Follower.text.rawValue {
          output.append(from, text.count)
        } else if !output.append(from, text.count, if: HTMLEscape.keeps) {
          return false
        }
      }
      literal += count
      step += 8
    }
  }

  // MARK: Preparing

  /// - Returns: nil for a text that replaces other things than integers and texts of columns.
  static func of(
    _ record: CatalogRecord, _ table: Table, _ chain: ChainReader, in arena: inout Arena
  ) -> TableText? {
    let most = chain.pointee.limits.maxOutput &- record.textLength
    guard most > 0 else { return nil }
    var steps: [UInt64] = []
    var parts: [Bytes] = []
    if record.kind == NodeKind.plain.rawValue {
      parts.append(Bytes(start: record.text, count: record.textLength))
    } else {
      var step = PatternStep(record.program, record.text)
      while !step.is(.end) {
        guard let follower = follower(step, table, chain) else { return nil }
        steps.append(UInt64(step.literalCount) | follower << 32)
        parts.append(step.literalBytes)
        step = step.nextOfVariable
      }
      parts.append(step.literalBytes)
    }
    steps.append(UInt64(parts.last?.count ?? 0))
    let head = 8 &* (steps.count &+ 1)
    let place = arena.take(head &+ record.textLength &+ Output.wide)
    place.storeBytes(of: UInt32(truncatingIfNeeded: head), as: UInt32.self)
    let limit = UInt32(truncatingIfNeeded: min(most, Int(Int32.max)))
    place.storeBytes(of: limit, toByteOffset: 4, as: UInt32.self)
    var literal = place + head
    for (position, step) in steps.enumerated() {
      place.storeBytes(of: step, toByteOffset: 8 &* (position &+ 1), as: UInt64.self)
      let part = parts[position]
      if let from = part.baseAddress { literal.copyMemory(from: from, byteCount: part.count) }
      literal += part.count
    }
    return TableText(start: UnsafeRawPointer(place))
  }

  /// The step that follows a literal part, with its column.
  private static func follower(
    _ step: PatternStep, _ table: Table, _ chain: ChainReader
  ) -> UInt64? {
    let isEscaped = step.is(.escapedVariable)
    guard isEscaped || step.is(.variable) else { return nil }
    let name = Name(step.nameBytes)
    // Of several the last counts.
    var column = table.count &- 1
    while column >= 0, !table.parameters[column].name.isSame(name) { column &-= 1 }
    guard column >= 0 else { return nil }
    let follower: Follower
    switch table.parameters[column].role {
    case .integer: follower = .integer
    case .text:
      if isEscaped, chain.pointee.asksForEscape { return nil }
      follower = isEscaped ? .escapedText : .text
    case .other: return nil
    }
    return UInt64(follower.rawValue) | UInt64(column) << 8
  }
}
