import CalqueBase

/// Translators that share resources. Its lock orders all changes among them.
final class TranslatorGroup: Sendable {
  private struct State: Sendable {
    var store: Store
    /// A translator leaves before it is freed.
    var translators: [Unmanaged<Translator>] = []
  }

  private let state: Mutex<State>

  init(_ store: Store) { state = Mutex(State(store: store)) }

  func join(_ translator: Translator) {
    let reference = Unmanaged.passUnretained(translator)
    state.withLock { $0.translators.append(reference) }
  }

  func leave(_ translator: Translator) {
    let leaving = Unmanaged.passUnretained(translator).toOpaque()
    state.withLock { state in state.translators.removeAll { $0.toOpaque() == leaving } }
  }

  /// Runs a change of one translator's own state.
  func change(_ body: (Store) -> Void) {
    state.withLock { body($0.store) }
  }

  /// A change of one translator that is made together with a change of the resources.
  struct OwnChange {
    let translator: Translator
    let change: (inout SnapshotParts) -> Void
  }

  /// Changes the resources, publishes them to every translator of the group, and reports that they
  /// changed.
  ///
  /// - Returns: what `body` returned; when it threw, nothing changed.
  func changeStore<Result>(
    telling dispatch: TranslatorState.Dispatch = { $0() }, with own: OwnChange? = nil,
    _ body: (inout Store) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let (result, listeners) = try state.withLock {
      (state) throws(Diagnostic) -> (Result, [EventHub]) in
      var store = state.store
      let result = try body(&store)
      state.store = store
      var listeners: [EventHub] = []
      for reference in state.translators {
        reference._withUnsafeGuaranteedRef { translator in
          var parts = translator.snapshot.parts
          parts.store = store
          if let own, own.translator === translator { own.change(&parts) }
          translator.published.exchange(for: Snapshot(parts))
          if translator.events.isHeard("changed") { listeners.append(translator.events) }
        }
      }
      return (result, listeners)
    }
    for events in listeners { dispatch { events.emit("changed", []) } }
    return result
  }
}
