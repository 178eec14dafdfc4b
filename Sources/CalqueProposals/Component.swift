import CalqueBase

/// Something of the host that shows a text.
///
/// It gets the wanted state, not each change: the thread that runs brings it up to date, and a
/// change meanwhile makes that thread look again. So calls for one component never overlap, and the
/// last one has the last value.
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
  private let gate = Gate()
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

  /// Notes that the value may have changed.
  ///
  /// - Returns: whether the component has to be run; false when that is on its way.
  func wantValue(isRepeated: Bool) -> Bool {
    want { state in
      state.wantsValue = true
      if isRepeated { state.wantsRepeat = true }
    }
  }

  /// Notes that edit mode begins or ends; result as `wantValue`.
  func wantEditing(_ isWanted: Bool) -> Bool {
    want { $0.wantsEditing = isWanted }
  }

  private func want(_ change: (inout State) -> Void) -> Bool {
    state.withLock { state in
      change(&state)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// Calls the host for all that is wanted.
  func run(_ find: (ItemIdentifier) -> Found?) {
    let isFirst = state.withLock { state in
      state.isScheduled = false
      defer { state.isRunning = true }
      return !state.isRunning
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
        defer { state.shown = found }
        return isRepeated || state.shown?.value != found.value
      }
      if isNews { handlers.setValue(found) }
    }
  }

  /// On return no call is running and none will come, but the one that this is called from.
  func close() { gate.close() }
}
