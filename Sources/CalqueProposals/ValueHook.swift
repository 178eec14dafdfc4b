package import CalqueBase

/// A source of values that no table has, such as a translator.
package final class ValueHook: Sendable {
  package typealias Look = @Sendable (ItemIdentifier) -> (value: Text, locale: Text)?

  let look: Look
  /// The current language; nil for none.
  let language: @Sendable () -> Text?
  /// Called when another hook takes its place, or the localization is closed.
  let end: @Sendable () -> Void

  package init(
    language: @escaping @Sendable () -> Text?, look: @escaping Look,
    end: @escaping @Sendable () -> Void = {}
  ) {
    self.language = language
    self.look = look
    self.end = end
  }
}

/// A receiver of proposed values besides the components, such as a translator.
package final class OverlayHook: Sendable {
  /// The value of an identifier in a locale has changed; `proposedValue` returns it.
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
