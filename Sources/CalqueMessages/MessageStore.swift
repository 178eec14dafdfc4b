import CalqueBase

/// The object behind a `Messages`: its published state and its place among parents and children.
///
/// A parent and its children refer to each other; the child's `Messages` breaks the circle when it
/// goes. The parent's `Messages` does not go before its children.
final class MessageStore: @unchecked Sendable {
  // Unchecked: `parent` and `children` are only reached while `writing` is held.
  /// One lock for all writers: a change goes through to the tables that have this one as a parent.
  ///
  /// Its number means nothing. An empty state has the address of the lock's own header, and
  /// ThreadSanitizer takes the access to it for a race.
  static let writing = Mutex(0)
  /// Tables one behind another.
  static let maximumParents = 16

  let published: Published<MessageState>
  let subscriptions = Subscriptions<(UInt64) -> Void>()
  private(set) var parent: Messages?
  /// Ends what the hook has subscribed to.
  var endHook: (() -> Void)?
  private var children: [MessageStore] = []

  init() {
    published = Published(
      MessageState(table: .empty, parent: nil, resolver: nil, epoch: 0))
  }

  /// Publishes a new state and one for each table that has this one behind it. Call with the lock,
  /// and after it `reclaim` for the stores that changed, which are returned.
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

  /// Publishes the same table once more, because what the hook yields has changed.
  func touch() {
    let changed = Self.writing.withLock { _ in
      let current = published.load()
      return publish(current.table, current.resolver)
    }
    Self.notify(changed)
  }

  /// Frees the replaced table, then calls the handlers. Call it without the lock.
  static func notify(_ changed: [MessageStore]) {
    for store in changed { store.published.reclaim() }
    for store in changed {
      let epoch = store.published.read { $0.epoch }
      store.subscriptions.each { $0(epoch) }
    }
  }

  /// Puts another parent behind this table. Call with the lock.
  ///
  /// - Returns: The old parent, to be let go when the lock is.
  /// - Throws: `invalidArgument` for a circle, `limitExceeded` for too long a chain.
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

  /// Takes this table out of its parent's children. Call with the lock.
  ///
  /// - Returns: The old parent, to be let go when the lock is.
  func detach() -> Messages? {
    let old = parent
    old?.store.children.removeAll { $0 === self }
    parent = nil
    return old
  }

  /// How many tables stand in the longest chain of children.
  private var height: Int {
    var highest = 0
    for child in children { highest = max(highest, child.height + 1) }
    return highest
  }
}
