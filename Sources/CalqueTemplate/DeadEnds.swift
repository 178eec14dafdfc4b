package import CalqueBase

/// The offsets of a text through which searches for an end passed without success, so that later
/// searches do not repeat them.
package struct DeadEnds {
  private var marks: [UInt8] = []

  package init() {}

  /// Runs a search, which asks `has` about each offset that it passes. From the first that fails on, they
  /// are marked.
  package mutating func search(
    _ text: Bytes, from start: Int, _ search: (inout DeadEnds) -> Int?
  ) -> Int? {
    let end = search(&self)
    if end == nil, marks.isEmpty {
      marks = [UInt8](repeating: 0, count: text.count)
      return search(&self)
    }
    // No dead ends: this one found its end.
    if let end { for offset in start..<max(start, min(end + 1, marks.count)) { marks[offset] = 0 } }
    return end
  }

  /// Whether a failed search passed an offset in a state. This search passes it, too.
  ///
  /// - Parameter state: one bit.
  @inline(__always)
  package mutating func has(_ offset: Int, in state: UInt8) -> Bool {
    guard offset < marks.count else { return false }
    if marks[offset] & state != 0 { return true }
    marks[offset] |= state
    return false
  }
}
