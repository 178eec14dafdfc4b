package import CalqueBase

/// The host's functions for one of its components.
package struct ComponentHandlers: Sendable {
  /// Shows a value.
  package var setValue: @Sendable (Found) -> Void
  /// Highlights the component and blocks its normal action; yields what is needed to undo it.
  package var beginEditing: @Sendable () -> Text
  /// Undoes that.
  package var endEditing: @Sendable (_ original: Text) -> Void

  package init(
    setValue: @escaping @Sendable (Found) -> Void,
    beginEditing: @escaping @Sendable () -> Text = { "" },
    endEditing: @escaping @Sendable (Text) -> Void = { _ in }
  ) {
    self.setValue = setValue
    self.beginEditing = beginEditing
    self.endEditing = endEditing
  }
}
