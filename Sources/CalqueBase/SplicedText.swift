import CPlatform

/// A text in which parts are replaced one after another: a gap buffer. A replacement costs as much
/// as the bytes between it and the previous one.
package struct SplicedText {
  private var bytes: [UInt8]
  /// The unused bytes, at the place.
  private var gap: Range<Int>

  package init(_ text: Text) {
    bytes = text.bytes
    gap = 0..<0
  }

  package var count: Int { bytes.count - gap.count }

  /// The offset at which the next part is replaced.
  package var place: Int { gap.lowerBound }

  package var text: Text {
    var text = Text(bytes[..<gap.lowerBound])
    text.append(bytes[gap.upperBound...])
    return text
  }

  /// Calls `body` with the bytes before the place.
  package func withFront<Result>(_ body: (Bytes) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body($0.part(0, gap.lowerBound)) }
  }

  /// Calls `body` with the bytes after the place.
  package func withBack<Result>(_ body: (Bytes) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body($0.part(gap.upperBound, $0.count)) }
  }

  /// Moves the place to an offset in the text; offsets outside are clamped to it.
  @inline(never)
  package mutating func move(to offset: Int) {
    let target = min(max(offset, 0), count)
    let size = gap.count
    if target < gap.lowerBound {
      shift(target..<gap.lowerBound, by: size)
    } else {
      shift(gap.upperBound..<(target + size), by: -size)
    }
    gap = target..<(target + size)
  }

  private mutating func shift(_ part: Range<Int>, by distance: Int) {
    bytes.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress.map({ $0 + part.lowerBound }) else { return }
      memmove(start + distance, start, part.count)
    }
  }

  /// Replaces bytes after the place, and moves the place to the end of the replacement.
  package mutating func replace(_ count: Int, with text: Text) {
    text.bytes.withUnsafeBufferPointer { replace(count, with: $0) }
  }

  @inline(never)
  package mutating func replace(_ count: Int, with text: Bytes) {
    let end = min(gap.upperBound + max(count, 0), bytes.count)
    if text.count > end - gap.lowerBound {
      // Doubling the room keeps the total cost of moves proportional to the texts.
      let more = text.count + bytes.count
      bytes.insert(contentsOf: [UInt8](repeating: 0, count: more), at: end)
      gap = gap.lowerBound..<(end + more)
    } else {
      gap = gap.lowerBound..<end
    }
    guard let from = text.baseAddress, !text.isEmpty else { return }
    bytes.withUnsafeMutableBufferPointer { bytes in
      if let start = bytes.baseAddress { memcpy(start + gap.lowerBound, from, text.count) }
    }
    gap = (gap.lowerBound + text.count)..<gap.upperBound
  }
}
