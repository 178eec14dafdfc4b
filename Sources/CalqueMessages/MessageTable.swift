package import CalqueBase

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
  package func each(_ body: (MessageKind, Bytes, Bytes) -> Bool) {
    for number in 0..<count {
      let entry = index.entries[number]
      let key = bytes(entry.spelling)
      if let message = message(entry), !body(.message, key, message) { return }
      if entry.target.isThere, !body(.synonym, key, bytes(entry.targetSpelling)) { return }
    }
  }
}

/// The addresses of a table's parts: a plain value, so that a look-up touches no reference count.
struct MessageIndex: @unchecked Sendable {
  // Unchecked: points into a `MessageTable`, which never changes and outlives the index.
  /// Open addressing: a power of two, at most half full. A slot is 0 when free; otherwise its upper
  /// half is the entry's number + 1 and its lower half is part of the hash.
  let slots: UnsafeMutablePointer<UInt64>
  let mask: Int
  let entries: UnsafeMutablePointer<MessageEntry>
  let arena: UnsafeMutablePointer<UInt8>

  @inline(__always)
  func find(_ key: MessageKey) -> UnsafePointer<MessageEntry>? {
    var slot = Int(truncatingIfNeeded: key.hash) & mask
    while true {
      let value = slots[slot]
      if value == 0 { return nil }
      if Self.mark(value) == Self.mark(of: key.hash) {
        let entry = entries + (Int(truncatingIfNeeded: value >> 32) &- 1)
        let known = entry.pointee.key.bytes(in: arena)
        if known.count == key.count, let start = known.baseAddress,
          Word.isSame(start, key.start, key.count)
        {
          return UnsafePointer(entry)
        }
      }
      slot = (slot &+ 1) & mask
    }
  }

  static func slot(entry: Int, hash: UInt64) -> UInt64 {
    UInt64(truncatingIfNeeded: entry &+ 1) << 32 | mark(of: hash)
  }

  @inline(__always)
  private static func mark(_ slot: UInt64) -> UInt64 { slot & 0xFFFF_FFFF }

  @inline(__always)
  private static func mark(of hash: UInt64) -> UInt64 { hash >> 32 }
}

/// A text of an entry: where its bytes are.
struct MessagePart {
  /// A count that stands for an absent text.
  private static let absent = UInt32.max

  private(set) var start: UInt32 = 0
  private var length = MessagePart.absent

  /// An absent text.
  init() {}

  init(_ start: Int, _ count: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: count)
  }

  var isThere: Bool { length != Self.absent }

  var count: Int { isThere ? Int(length) : 0 }

  /// Its bytes, which must be there.
  @inline(__always)
  func bytes(in texts: UnsafePointer<UInt8>) -> Bytes {
    Bytes(start: texts + Int(start), count: Int(length))
  }
}

/// One key of a table.
struct MessageEntry {
  /// The key in lower case.
  var key = MessagePart()
  /// The key as last given.
  var spelling = MessagePart()
  var message = MessagePart()
  /// The target of a synonym, in lower case.
  var target = MessagePart()
  /// The target as last given.
  var targetSpelling = MessagePart()
}

/// A message found in a table: bytes that live as long as the state that was searched, followed by
/// NUL and at least 63 more readable bytes.
package struct MessageText {
  package let bytes: Bytes
  /// Identifies the message when searching for cycles.
  let identity: UInt

  @inline(__always)
  init(_ entry: UnsafePointer<MessageEntry>, _ index: MessageIndex) {
    bytes = entry.pointee.message.bytes(in: index.arena)
    identity = UInt(bitPattern: entry)
  }
}
