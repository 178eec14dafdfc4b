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

  func bytes(_ start: UInt32, _ count: UInt32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: index.arena + Int(start), count: Int(count))
  }

  func key(_ entry: MessageEntry) -> UnsafeBufferPointer<UInt8> {
    bytes(entry.key, entry.keyCount)
  }

  func spelling(_ entry: MessageEntry) -> UnsafeBufferPointer<UInt8> {
    bytes(entry.spelling, entry.spellingCount)
  }

  func message(_ entry: MessageEntry) -> UnsafeBufferPointer<UInt8>? {
    entry.hasMessage ? bytes(entry.message, entry.messageCount) : nil
  }

  func target(_ entry: MessageEntry) -> MessageTableLayout.Target? {
    guard entry.hasTarget else { return nil }
    return (
      bytes(entry.target, entry.targetCount),
      bytes(entry.targetSpelling, entry.targetSpellingCount)
    )
  }

  /// Calls `body` with the kind, key and text of each entry until it returns false. Keys, including
  /// the targets of synonyms, are spelled as they were given.
  package func each(
    _ body: (MessageKind, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    for number in 0..<count {
      let entry = index.entries[number]
      if let message = message(entry), !body(.message, spelling(entry), message) { return }
      if let target = target(entry), !body(.synonym, spelling(entry), target.spelling) { return }
    }
  }
}
