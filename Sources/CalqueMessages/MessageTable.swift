import CalqueBase

/// An immutable table of messages and synonyms in three flat parts: an index, the entries, and an
/// arena in which each key and text is followed by NUL. 64 bytes after the arena are readable.
package final class MessageTable: Sendable {
  let index: MessageIndex
  /// Keys, whether they have a message, a synonym or both.
  let count: Int
  package let messageCount: Int
  package let synonymCount: Int
  /// Bytes of the arena in use.
  let arenaCount: Int

  static let empty = MessageTable(capacity: 0, arena: 0) { _ in }

  /// Allocates a table for `capacity` keys and lets `fill` lay it out.
  init(capacity: Int, arena arenaCapacity: Int, fill: (inout MessageTableLayout) -> Void) {
    var size = 8
    while size < capacity &* 2 { size &*= 2 }
    let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    let entries = UnsafeMutablePointer<MessageEntry>.allocate(capacity: max(capacity, 1))
    let arena = UnsafeMutablePointer<UInt8>.allocate(capacity: arenaCapacity + Output.wide)
    (arena + arenaCapacity).initialize(repeating: 0, count: Output.wide)
    index = MessageIndex(slots: slots, mask: size - 1, entries: entries, arena: arena)
    var layout = MessageTableLayout(index: index)
    fill(&layout)
    count = layout.count
    arenaCount = layout.used
    messageCount = layout.messages
    synonymCount = layout.synonyms
  }

  deinit {
    index.slots.deallocate()
    index.entries.deallocate()
    index.arena.deallocate()
  }

  func bytes(_ part: MessagePart) -> Bytes { part.bytes(in: index.arena) }

  func message(_ entry: MessageEntry) -> Bytes? {
    entry.message.isThere ? bytes(entry.message) : nil
  }

  /// Calls `body` with the kind, key and text of each entry until it returns false. Keys, including
  /// the targets of synonyms, are spelled as they were given.
  package func each(
    _ body: (MessageKind, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    for number in 0..<count {
      let entry = index.entries[number]
      let key = bytes(entry.spelling)
      if let message = message(entry), !body(.message, key, message) { return }
      if entry.target.isThere, !body(.synonym, key, bytes(entry.targetSpelling)) { return }
    }
  }
}
