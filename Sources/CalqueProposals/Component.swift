package import CalqueBase

/// A component of the host, which shows a text.
///
/// A change sets the wanted state and does not call the component itself: one thread brings it up
/// to date, and repeats that if the state has changed meanwhile. So calls for one component never
/// overlap, and the last one has the last value.
final class Component: Sendable {
  private struct State: Sendable {
    var isScheduled = false
    var isRunning = false
    var wantsValue = false
    var wantsEditing = false
    /// Shows the value also when it is the one shown already.
    var wantsRepeat = false
    var isEditing = false
    var shown: Found?
    var original: Text = ""
  }

  private enum Step {
    case value(isRepeated: Bool)
    case begin
    case end(Text)
  }

  let number: UInt64
  let identifier: ItemIdentifier
  private let group: Text
  private let handlers: ComponentHandlers
  private let gate = RunDownGuard()
  private let state = Mutex(State())

  init(
    _ number: UInt64, _ identifier: ItemIdentifier, _ group: Text, _ handlers: ComponentHandlers
  ) {
    self.number = number
    self.identifier = identifier
    self.group = group
    self.handlers = handlers
  }

  /// Whether it is of a group; nil stands for all.
  func isOf(_ wanted: Text?) -> Bool { wanted == nil || wanted == group }

  /// Records that the value may have changed.
  ///
  /// - Returns: whether the component has to be run; false if it will be run anyway.
  func wantValue(isRepeated: Bool) -> Bool {
    want { state in
      state.wantsValue = true
      if isRepeated { state.wantsRepeat = true }
    }
  }

  /// Records that edit mode begins or ends; the result is as for `wantValue`.
  func wantEditing(_ isWanted: Bool) -> Bool {
    want { $0.wantsEditing = isWanted }
  }

  private func want(_ change: (inout State) -> Void) -> Bool {
    state.withLock { state in
      change(&state)
      return !exchange(&state.isScheduled, with: true)
    }
  }

  /// Calls the host until the wanted state is reached.
  func run(_ find: (ItemIdentifier) -> Found?) {
    let isFirst = state.withLock { state in
      state.isScheduled = false
      return !exchange(&state.isRunning, with: true)
    }
    guard isFirst else { return }
    // One pass for each: a call may be what closes the gate.
    var isOpen = true
    while isOpen, let step = next(hasText: find(identifier) != nil) {
      isOpen = false
      gate.pass {
        isOpen = true
        take(step, find)
      }
    }
  }

  /// - Parameter hasText: without one it is not offered for editing.
  private func next(hasText: Bool) -> Step? {
    state.withLock { state in
      if state.isEditing, !state.wantsEditing {
        state.isEditing = false
        return .end(state.original)
      }
      if state.wantsValue {
        let isRepeated = state.wantsRepeat
        (state.wantsValue, state.wantsRepeat) = (false, false)
        return .value(isRepeated: isRepeated)
      }
      if state.wantsEditing, !state.isEditing, hasText {
        state.isEditing = true
        return .begin
      }
      state.isRunning = false
      return nil
    }
  }

  private func take(_ step: Step, _ find: (ItemIdentifier) -> Found?) {
    switch step {
    case .begin:
      let original = handlers.beginEditing()
      state.withLock { $0.original = original }
    case .end(let original): handlers.endEditing(original)
    case .value(let isRepeated):
      // Without a text the component stays as it is.
      guard let found = find(identifier) else { return }
      let isNews = state.withLock { state in
        exchange(&state.shown, with: found)?.value != found.value || isRepeated
      }
      if isNews { handlers.setValue(found) }
    }
  }

  /// When this returns, no call is running or will run, except one that this is called from.
  func close() { gate.close() }
}

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
