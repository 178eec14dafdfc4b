package import CalqueBase

/// A table of messages and synonyms, shared between threads.
///
/// A change builds the next state separately and then publishes it, so readers never wait and never
/// see part of a change. A change costs as much as copying the table: store many entries at once.
package final class Messages: Sendable {
  package let options: MessageOptions
  let store: MessageStore
  /// The state published by `store`, read without touching a reference count.
  let published: Unmanaged<AtomicSnapshot<MessageState>>

  /// The table shared by the whole process: initially empty, with the default options.
  package static let shared = Messages()

  package init(options: MessageOptions = MessageOptions()) {
    self.options = options
    store = MessageStore()
    published = Unmanaged.passUnretained(store.published)
  }

  deinit {
    // Releasing the parent may free objects of the host, which must not happen under the lock.
    let parent = MessageStore.writing.withLock { _ in store.detach() }
    store.endHook?()
    withExtendedLifetime(parent) {}
  }

  /// The current state, for several look-ups that must agree with each other.
  package var state: MessageState { store.published.load() }

  /// A number that increases with each change of this table or of an ancestor.
  package var epoch: UInt64 { published._withUnsafeGuaranteedRef { $0.read { $0.epoch } } }

  /// Stores entries in one step; of two entries with the same key the later one wins.
  ///
  /// - Throws: `limitExceeded`, and the table is unchanged.
  package func store(_ changes: [MessageChange]) throws(Diagnostic) {
    guard !changes.isEmpty else { return }
    try rebuild { builder in
      for change in changes { builder.apply(change) }
      return true
    }
  }

  /// Removes the message and the synonym of a key; false when there is neither.
  package func remove(_ key: Text) throws(Diagnostic) -> Bool {
    try rebuild { $0.remove(key) }
  }

  /// Removes all messages and synonyms; parent and hook are kept.
  package func clear() {
    let changed = MessageStore.writing.withLock { _ in
      store.publish(.empty, state.resolver)
    }
    MessageStore.notify(changed)
  }

  /// Sets the parent, which is searched for keys that this table does not have; nil for none.
  ///
  /// - Throws: `invalidArgument` when this table is an ancestor of that one, `limitExceeded` when
  ///   the chain would be longer than 16 tables.
  package func setParent(_ parent: Messages?) throws(Diagnostic) {
    var old: Messages?
    let changed = try MessageStore.writing.withLock { (_) throws(Diagnostic) in
      old = try store.setParent(parent)
      let current = state
      return store.publish(current.table, current.resolver)
    }
    MessageStore.notify(changed)
    withExtendedLifetime(old) {}
  }

  /// Sets the hook that is called for keys that no table has; nil for none.
  ///
  /// - Parameter end: Called when the hook is replaced or the table is deallocated.
  package func setResolver(_ resolver: MessageResolver?, end: (() -> Void)? = nil) {
    var old: (() -> Void)?
    let changed = MessageStore.writing.withLock { _ in
      old = exchange(&store.endHook, with: end)
      return store.publish(state.table, resolver)
    }
    old?()
    MessageStore.notify(changed)
  }

  /// A function for the hook to call when its texts have changed, which counts as a change of this
  /// table. The function retains the storage, not this object.
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
  private func rebuild(_ change: (inout MessageTableBuilder) -> Bool) throws(Diagnostic) -> Bool {
    let changed = try MessageStore.writing.withLock { (_) throws(Diagnostic) -> [MessageStore] in
      let current = state
      var builder = MessageTableBuilder(current.table)
      guard change(&builder) else { return [] }
      return store.publish(try builder.table(), current.resolver)
    }
    MessageStore.notify(changed)
    return !changed.isEmpty
  }
}
