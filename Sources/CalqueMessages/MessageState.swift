package import CalqueBase

/// A hook that yields the text of a key that no table has, such as a translator.
package final class MessageResolver: Sendable {
  /// Takes the key as written and the arguments of the call; returns nil for an unknown key.
  package typealias Resolve = @Sendable (_ key: Text, _ arguments: [Value]) -> Text?

  let resolve: Resolve

  package init(_ resolve: @escaping Resolve) { self.resolve = resolve }
}

/// Everything that a look-up needs, at one moment: the table, its ancestors and the hook.
package final class MessageState: Sendable {
  package let table: MessageTable
  package let parent: MessageState?
  let resolver: MessageResolver?
  /// Increases by one with each state of the same `Messages`.
  package let epoch: UInt64
  private let index: MessageIndex
  /// `parent`, read without touching a reference count.
  private let next: Unmanaged<MessageState>?

  init(table: MessageTable, parent: MessageState?, resolver: MessageResolver?, epoch: UInt64) {
    self.table = table
    self.parent = parent
    self.resolver = resolver
    self.epoch = epoch
    index = table.index
    next = parent.map { Unmanaged.passUnretained($0) }
  }

  /// The message of a key, as if the entries of all ancestors had been loaded here before its own:
  /// a message in any table takes precedence over a synonym, and the nearest table wins.
  ///
  /// - Parameter hops: The number of synonyms that may be followed.
  /// - Complexity: O(1) for each table; allocates nothing.
  @inline(__always)
  package func find(_ key: MessageKey, hops: Int) -> MessageText? {
    guard let entry = index.find(key) else { return next == nil ? nil : findFurther(key, hops) }
    if entry.pointee.message.isThere { return MessageText(entry, index) }
    return findFurther(key, hops)
  }

  @inline(never)
  private func findFurther(_ key: MessageKey, _ hops: Int) -> MessageText? {
    var hash = key
    for hop in 0...max(hops, 0) {
      var synonym: (MessageIndex, MessageEntry)?
      var level: Unmanaged<MessageState>? = Unmanaged.passUnretained(self)
      while let state = level {
        let (entry, index, next) = state._withUnsafeGuaranteedRef {
          ($0.index.find(hash), $0.index, $0.next)
        }
        if let entry {
          if entry.pointee.message.isThere { return MessageText(entry, index) }
          if synonym == nil { synonym = (index, entry.pointee) }
        }
        level = next
      }
      guard hop < hops, let (index, entry) = synonym else { return nil }
      hash = MessageKey(index.arena + Int(entry.target.start), entry.target.count)
    }
    return nil
  }

  /// The text of a key from the hooks of this state and its ancestors, the nearest first.
  func resolve(_ key: Text, _ arguments: [Value]) -> Text? {
    resolver?.resolve(key, arguments) ?? parent?.resolve(key, arguments)
  }

  var hasResolver: Bool { resolver != nil || parent?.hasResolver ?? false }
}

extension MessageMode {
  /// How many synonyms a look-up follows.
  var hops: Int { self == .ios ? 1 : 8 }
}
