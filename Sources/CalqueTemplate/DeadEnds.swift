package import CalqueBase

/// The offsets of a text through which searches for an end passed without success, so that later
/// searches do not repeat them.
package struct DeadEnds {
  private var marks: [UInt8] = []
  /// Whether this search marks its offsets, because it is known to fail.
  private var isMarking = false

  package init() {}

  /// Runs a search, and runs it once more when it fails, to mark the offsets that it passes.
  package mutating func search(
    _ text: Bytes, _ search: (inout DeadEnds) -> Int?
  ) -> Int? {
    if let end = search(&self) { return end }
    if marks.isEmpty { marks = [UInt8](repeating: 0, count: text.count) }
    isMarking = true
    defer { isMarking = false }
    return search(&self)
  }

  /// Whether a failed search passed an offset in a state.
  ///
  /// - Parameter state: one bit.
  @inline(__always)
  package mutating func has(_ offset: Int, in state: UInt8) -> Bool {
    guard offset < marks.count else { return false }
    if marks[offset] & state != 0 { return true }
    if isMarking { marks[offset] |= state }
    return false
  }
}
