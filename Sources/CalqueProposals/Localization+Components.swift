package import CalqueBase
import CalqueTransport

/// Components, the parts of the host that show texts.
extension Localization {
  /// Registers a component for an identifier. `show` passes it the value; after that it receives
  /// the value whenever it changes, until it is unregistered.
  ///
  /// - Parameter group: for example its screen; edit mode and lists can be limited to a group.
  /// - Returns: its number, never 0.
  package func register(
    _ identifier: ItemIdentifier, group: Text = "", _ handlers: ComponentHandlers
  ) -> UInt64 {
    components.add(identifier, group, handlers).number
  }

  /// Sends a component its value, even if it has not changed.
  ///
  /// - Returns: false when there is no such component.
  @discardableResult
  package func show(component number: UInt64) -> Bool {
    guard let component = components.component(number) else { return false }
    _ = component.wantValue(isRepeated: true)
    run([component])
    return true
  }

  /// Unregisters a component. When this returns, no call for it is running or will run, except one
  /// that this is called from.
  ///
  /// - Returns: false when there is no such component.
  package func unregister(component number: UInt64) -> Bool { components.remove(number) }

  package func containsComponent(_ identifier: ItemIdentifier) -> Bool {
    !components.list(identifier).isEmpty
  }

  /// Sends every component its value, even if it has not changed.
  package func refreshLocalization() { run(components.list(), isRepeated: true) }

  // MARK: Edit mode

  package var isEditing: Bool { components.isEditing }

  /// Has each component that has a text highlight itself and block its normal action, and asks the
  /// backend for the proposals that there are.
  ///
  /// - Parameter group: only components of this group, such as those of one screen; nil for all.
  /// - Throws: `refused` in a production environment.
  package func beginEditing(group: Text? = nil) throws(Diagnostic) {
    guard options.backend.environment != .production else {
      throw Diagnostic(.refused, "there is no edit mode in a production environment")
    }
    guard let changed = components.setEditing(true, group: group) else { return }
    run(changed)
    refreshList()
  }

  /// Has each component undo what it did at the beginning of edit mode, and asks for the proposals
  /// again.
  ///
  /// - Returns: the numbers of proposals.
  package func endEditing() -> ProposalSummary {
    if let changed = components.setEditing(false, group: nil) {
      run(changed)
      refreshList()
    }
    return proposalSummary
  }

  private func refreshList() {
    guard services.transport != nil else { return }
    fetchProposals { [self] outcome in
      if outcome.failure == nil { send("proposalsListed", proposalSummary.value) }
    }
  }

  /// The identifier that a component is registered for; nil when there is no such component.
  package func identifier(ofComponent number: UInt64) -> ItemIdentifier? {
    components.component(number)?.identifier
  }
}
