import CalqueBase

/// Limits on a JSON text.
package struct JSONLimits: Sendable {
  /// Bytes of one text.
  package var maximumBytes = 64 << 20
  /// Arrays and objects inside one another; 2048 at most, which is jansson's own bound.
  package var maximumDepth = 128

  package init() {}

  package init(maximumBytes: Int, maximumDepth: Int) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
  }

  /// The depth of what is in an array or object of a depth.
  ///
  /// - Throws: `limitExceeded`.
  func deeper(_ depth: Int) throws(Diagnostic) -> Int {
    guard depth < maximumDepth else {
      throw Diagnostic(.limitExceeded, "JSON is nested deeper than the limit on its depth")
    }
    return depth + 1
  }
}
