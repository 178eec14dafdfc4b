import CalqueBase

/// The kind of entry that a key names.
package enum MessageKind: Sendable {
  case message
  case synonym
}

/// The result of a load.
package struct MessageLoad: Equatable, Sendable {
  package var stored = 0
  /// The number of members other than `@metadata` whose value is not a string.
  package var skipped = 0
}

/// The storage of a `Messages`: its published state and its links to its parent and children.
///
/// A parent and its children refer to each other. The child's `Messages` breaks the cycle when it
/// is deallocated; the parent's `Messages` outlives it.
final class MessageStore: @unchecked Sendable {
  // Unchecked: `parent` and `children` are only reached while `writing` is held.
  /// One lock for the writers of all tables, because a change also updates the descendants.
  ///
  /// The value it guards has no meaning. A lock with an empty state would return the address of its
  /// own header, and ThreadSanitizer would report the access to it as a race.
  static let writing = Mutex(0)
  /// The greatest length of a chain of tables.
  static let maximumParents = 16

  let published: AtomicSnapshot<MessageState>
  let subscriptions = Subscriptions<(UInt64) -> Void>()
  private(set) var parent: Messages?
  /// Cancels the hook's subscriptions.
  var endHook: (() -> Void)?
  private var children: [MessageStore] = []

  init() {
    published = AtomicSnapshot(MessageState(table: .empty, parent: nil, resolver: nil, epoch: 0))
  }

  /// Publishes a new state for this table and each of its descendants. The caller holds the lock,
  /// and calls `reclaim` for the returned stores after releasing it.
  func publish(_ table: MessageTable, _ resolver: MessageResolver?) -> [MessageStore] {
    let old = published.load()
    let state = MessageState(
      table: table, parent: parent?.state, resolver: resolver, epoch: old.epoch &+ 1)
    published.exchange(for: state)
    var changed = [self]
    for child in children {
      let seen = child.published.load()
      changed += child.publish(seen.table, seen.resolver)
    }
    return changed
  }

  /// Publishes the same table again, because the texts of the hook have changed.
  func touch() {
    let changed = Self.writing.withLock { _ in
      let current = published.load()
      return publish(current.table, current.resolver)
    }
    Self.notify(changed)
  }

  /// Frees the replaced table, then calls the handlers. The caller must not hold the lock.
  static func notify(_ changed: [MessageStore]) {
    for store in changed { store.published.reclaim() }
    for store in changed {
      let epoch = store.published.read { $0.epoch }
      store.subscriptions.each { $0(epoch) }
    }
  }

  /// Sets the parent of this table. The caller holds the lock.
  ///
  /// - Returns: The old parent, to be released after the lock.
  /// - Throws: `invalidArgument` for a cycle, `limitExceeded` when the chain would be too long.
  func setParent(_ new: Messages?) throws(Diagnostic) -> Messages? {
    var above = 0
    var level = new
    while let table = level {
      if table.store === self {
        throw Diagnostic(.invalidArgument, "a message table cannot be its own parent")
      }
      above += 1
      level = table.store.parent
    }
    guard above + height <= Self.maximumParents else {
      throw Diagnostic(.limitExceeded, "more than 16 message tables in a chain of parents")
    }
    let old = detach()
    parent = new
    new?.store.children.append(self)
    return old
  }

  /// Removes this table from its parent's children. The caller holds the lock.
  ///
  /// - Returns: The old parent, to be released after the lock.
  func detach() -> Messages? {
    let old = exchange(&parent, with: nil)
    if let store = old?.store { store.children = store.children.filter { $0 !== self } }
    return old
  }

  /// The length of the longest chain of descendants.
  private var height: Int { children.reduce(0) { max($0, $1.height + 1) } }
}
