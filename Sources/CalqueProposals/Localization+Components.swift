package import CalqueBase

/// Components: what of the host shows a text, in place of views.
extension Localization {
  /// Registers a component for an identifier. It is shown the value by `show`, and again whenever the
  /// value changes, until it is unregistered.
  ///
  /// - Returns: its number, never 0.
  package func register(_ identifier: ItemIdentifier, _ handlers: ComponentHandlers) -> UInt64 {
    components.add(identifier, handlers).number
  }

  /// Shows a component its value, also when it is the one it has.
  ///
  /// - Returns: false when there is no such component.
  @discardableResult
  package func show(component number: UInt64) -> Bool {
    guard let component = components.component(number) else { return false }
    _ = component.wantValue(isRepeated: true)
    run([component])
    return true
  }

  /// Unregisters a component. On return no call for it is running and none will come, but the one
  /// that this is called from.
  ///
  /// - Returns: false when there is no such component.
  package func unregister(component number: UInt64) -> Bool { components.remove(number) }

  package func containsComponent(_ identifier: ItemIdentifier) -> Bool {
    components.contains(identifier)
  }

  /// Shows every component its value, also when it is the one it has.
  package func refreshLocalization() { run(components.list(), isRepeated: true) }

  // MARK: Edit mode

  package var isEditing: Bool { components.isEditing }

  /// Has each component highlight itself and block its normal action.
  ///
  /// - Throws: `refused` in a production environment.
  package func beginEditing() throws(Diagnostic) {
    guard options.backend.environment != .production else {
      throw Diagnostic(.refused, "there is no edit mode in a production environment")
    }
    if let changed = components.setEditing(true) { run(changed) }
  }

  /// Has each component undo what it did at the beginning of edit mode.
  ///
  /// - Returns: what there is to tell of proposals.
  package func endEditing() -> ProposalSummary {
    if let changed = components.setEditing(false) { run(changed) }
    return proposalSummary
  }
}
