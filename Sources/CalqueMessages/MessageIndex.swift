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
  package let bytes: UnsafeBufferPointer<UInt8>
  /// Identifies the message when searching for cycles.
  let identity: UInt

  @inline(__always)
  init(_ entry: UnsafePointer<MessageEntry>, _ index: MessageIndex) {
    bytes = entry.pointee.message.bytes(in: index.arena)
    identity = UInt(bitPattern: entry)
  }
}
