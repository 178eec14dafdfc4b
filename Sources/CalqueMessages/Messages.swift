package import CalqueBase

/// A table of messages and synonyms, shared between threads.
///
/// A change builds the next state aside and publishes it, so readers never wait and never see half
/// of it. Each costs as much as copying the table: store many entries at once.
package final class Messages: Sendable {
  package let options: MessageOptions
  let store: MessageStore
  /// The state published by `store`, reached without counting references.
  let published: Unmanaged<Published<MessageState>>

  /// One for the whole process, empty at first, with the default options.
  package static let shared = Messages()

  package init(options: MessageOptions = MessageOptions()) {
    self.options = options
    store = MessageStore()
    published = Unmanaged.passUnretained(store.published)
  }

  deinit {
    // Objects freed with the last reference to the parent may be the host's: not under the lock.
    let parent = MessageStore.writing.withLock { _ in store.detach() }
    store.endHook?()
    withExtendedLifetime(parent) {}
  }

  /// The state of this moment, for several look-ups that are to agree.
  package var state: MessageState { store.published.load() }

  /// A number that grows with every change of this table or of one behind it.
  package var epoch: UInt64 { published._withUnsafeGuaranteedRef { $0.read { $0.epoch } } }

  /// Stores entries, later ones over earlier ones, in one step.
  ///
  /// - Throws: `limitExceeded`; nothing has changed then.
  package func store(_ changes: [MessageChange]) throws(Diagnostic) {
    guard !changes.isEmpty else { return }
    try rebuild { builder in
      for change in changes { builder.apply(change) }
      return true
    }
  }

  /// Drops the message and the synonym of a key; false when there is neither.
  package func remove(_ key: Text) throws(Diagnostic) -> Bool {
    try rebuild { $0.remove(key) }
  }

  /// Drops all messages and synonyms; parent and hook stay.
  package func clear() {
    let changed = MessageStore.writing.withLock { _ in
      store.publish(.empty, state.resolver)
    }
    notify(changed)
  }

  /// Puts a table behind this one, to be searched for what is not here; nil for none.
  ///
  /// - Throws: `invalidArgument` when this table is behind that one, `limitExceeded` for more than
  ///   16 tables behind one another.
  package func setParent(_ parent: Messages?) throws(Diagnostic) {
    var old: Messages?
    let changed = try MessageStore.writing.withLock { (_) throws(Diagnostic) in
      old = try store.setParent(parent)
      let current = state
      return store.publish(current.table, current.resolver)
    }
    notify(changed)
    withExtendedLifetime(old) {}
  }

  /// Sets the hook that is asked for keys that no table has; nil for none.
  ///
  /// - Parameter end: Called when another hook is set or the table goes.
  package func setResolver(_ resolver: MessageResolver?, end: (() -> Void)? = nil) {
    var old: (() -> Void)?
    let changed = MessageStore.writing.withLock { _ in
      old = store.endHook
      store.endHook = end
      return store.publish(state.table, resolver)
    }
    old?()
    notify(changed)
  }

  /// A function to be called when the hook would yield other texts than before: it counts as a
  /// change. The function keeps the memory of the table, not the table itself.
  package var hookChange: @Sendable () -> Void {
    { [store] in store.touch() }
  }

  /// Calls `handler` with the epoch after every change; see `Subscriptions`.
  package func onChange(_ handler: @escaping (UInt64) -> Void) -> UInt64 {
    store.subscriptions.add(handler)
  }

  package func removeHandler(_ number: UInt64) -> Bool { store.subscriptions.remove(number) }

  /// - Parameter change: Returns false when nothing changed.
  @discardableResult
  private func rebuild(
    _ change: (inout MessageTableBuilder) -> Bool
  ) throws(Diagnostic) -> Bool {
    let changed = try MessageStore.writing.withLock { (_) throws(Diagnostic) -> [MessageStore] in
      let current = state
      var builder = MessageTableBuilder(current.table)
      guard change(&builder) else { return [] }
      return store.publish(try builder.table(), current.resolver)
    }
    notify(changed)
    return !changed.isEmpty
  }

  private func notify(_ changed: [MessageStore]) { MessageStore.notify(changed) }
}
