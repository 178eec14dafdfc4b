/// Fills the memory of a new table, one key at a time.
struct MessageTableLayout {
  /// The target of a synonym, in lower case and as given.
  typealias Target = (key: UnsafeBufferPointer<UInt8>, spelling: UnsafeBufferPointer<UInt8>)

  let index: MessageIndex
  private(set) var count = 0
  private(set) var used = 0
  private(set) var messages = 0
  private(set) var synonyms = 0

  init(index: MessageIndex) { self.index = index }

  mutating func add(
    key: UnsafeBufferPointer<UInt8>, hash: UInt64, spelling: UnsafeBufferPointer<UInt8>,
    message: UnsafeBufferPointer<UInt8>?, target: Target?
  ) {
    var entry = MessageEntry()
    (entry.key, entry.keyCount) = place(key)
    (entry.spelling, entry.spellingCount) =
      key.elementsEqual(spelling) ? (entry.key, entry.keyCount) : place(spelling)
    if let message {
      (entry.message, entry.messageCount) = place(message)
      messages += 1
    }
    if let target {
      (entry.target, entry.targetCount) = place(target.key)
      (entry.targetSpelling, entry.targetSpellingCount) =
        target.key.elementsEqual(target.spelling)
        ? (entry.target, entry.targetCount) : place(target.spelling)
      synonyms += 1
    }
    (index.entries + count).initialize(to: entry)
    var slot = Int(truncatingIfNeeded: hash) & index.mask
    while index.slots[slot] != 0 { slot = (slot + 1) & index.mask }
    index.slots[slot] = MessageIndex.slot(entry: count, hash: hash)
    count += 1
  }

  private mutating func place(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt32, UInt32) {
    let start = used
    if let from = bytes.baseAddress {
      (index.arena + start).initialize(from: from, count: bytes.count)
    }
    (index.arena + start + bytes.count).initialize(to: 0)
    used += bytes.count + 1
    return (UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: bytes.count))
  }
}
