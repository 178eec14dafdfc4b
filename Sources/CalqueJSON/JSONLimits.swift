import CalqueBase

/// Limits on a JSON text.
package struct JSONLimits: Sendable {
  /// The length of a text in bytes.
  package var maximumBytes = 64 << 20
  /// The nesting of arrays and objects; at most 2048, the limit of jansson.
  package var maximumDepth = 128

  package init() {}

  package init(maximumBytes: Int, maximumDepth: Int) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
  }

  /// The depth of the elements of an array or object at a depth.
  ///
  /// - Throws: `limitExceeded`.
  func deeper(_ depth: Int) throws(Diagnostic) -> Int {
    guard depth < maximumDepth else {
      throw Diagnostic(.limitExceeded, "JSON is nested more deeply than the limit")
    }
    return depth + 1
  }
}
