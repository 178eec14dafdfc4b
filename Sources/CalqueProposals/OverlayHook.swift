package import CalqueBase

/// Where proposed values go besides the components, such as a translator.
package final class OverlayHook: Sendable {
  /// The value of an identifier in a locale is another: to be asked of `proposedValue`.
  let changed: @Sendable (ItemIdentifier, _ locale: Text) -> Void
  /// Called when another hook takes its place, or the localization is closed.
  let end: @Sendable () -> Void

  package init(
    changed: @escaping @Sendable (ItemIdentifier, Text) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.changed = changed
    self.end = end
  }
}
