package import CalqueBase

/// Where searches of a text for an end came by in vain, so that no later one goes the same way.
package struct DeadEnds {
  private var marks: [UInt8] = []
  /// The places of this search are marked: it is known to be in vain.
  private var isMarking = false

  package init() {}

  /// Calls a search, and once more when it is in vain, to mark where it comes by.
  package mutating func search(
    _ text: Bytes, _ search: (inout DeadEnds) -> Int?
  ) -> Int? {
    if let end = search(&self) { return end }
    if marks.isEmpty { marks = [UInt8](repeating: 0, count: text.count) }
    isMarking = true
    defer { isMarking = false }
    return search(&self)
  }

  /// Whether a search in vain came by an offset in a state.
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
