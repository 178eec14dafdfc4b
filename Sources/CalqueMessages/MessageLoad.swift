/// The result of a load.
package struct MessageLoad: Equatable, Sendable {
  package var stored = 0
  /// Members whose value is not text, apart from `@metadata`.
  package var skipped = 0

  package init() {}

  package init(stored: Int, skipped: Int) {
    self.stored = stored
    self.skipped = skipped
  }
}
