import CalqueBase

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
        if Int(entry.pointee.keyCount) == key.count,
          Word.isSame(arena + Int(entry.pointee.key), key.start, key.count)
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

/// One key of a table: where its bytes lie in the table's arena.
struct MessageEntry {
  /// A count that stands for an absent text.
  static let absent = UInt32.max

  /// The key in lower case.
  var key: UInt32 = 0
  var keyCount: UInt32 = 0
  /// The key as last given.
  var spelling: UInt32 = 0
  var spellingCount: UInt32 = 0
  var message: UInt32 = 0
  var messageCount = MessageEntry.absent
  /// The target of a synonym, in lower case.
  var target: UInt32 = 0
  var targetCount = MessageEntry.absent
  /// The target as last given.
  var targetSpelling: UInt32 = 0
  var targetSpellingCount: UInt32 = 0

  var hasMessage: Bool { messageCount != Self.absent }
  var hasTarget: Bool { targetCount != Self.absent }
}

/// A message found in a table: bytes that live as long as the state that was searched, followed by
/// NUL and at least 63 more readable bytes.
package struct MessageText {
  package let bytes: UnsafeBufferPointer<UInt8>
  /// Identifies the message when searching for cycles.
  let identity: UInt

  @inline(__always)
  init(_ entry: UnsafePointer<MessageEntry>, _ index: MessageIndex) {
    bytes = UnsafeBufferPointer(
      start: index.arena + Int(entry.pointee.message), count: Int(entry.pointee.messageCount))
    identity = UInt(bitPattern: entry)
  }
}
