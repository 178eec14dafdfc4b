/// Limits on decoding one text. Parts that would exceed a limit stay as written.
package struct MessageLimits: Equatable, Sendable {
  /// Messages inside one another.
  package var maximumDepth = 32
  /// Bytes that references may make the text grow to; those still to be replaced count as written. A
  /// message that is not longer than its reference is always put in.
  package var maximumOutput = 1 << 20
  /// References replaced in one text.
  package var maximumSteps = 100_000

  package init() {}

  package init(maximumDepth: Int, maximumOutput: Int, maximumSteps: Int) {
    self.maximumDepth = maximumDepth
    self.maximumOutput = maximumOutput
    self.maximumSteps = maximumSteps
  }
}
