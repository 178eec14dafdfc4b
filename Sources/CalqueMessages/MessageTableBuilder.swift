import CalqueBase

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

/// Builds a table from another table and changes to it.
struct MessageTableBuilder {
  private let base: MessageTable
  private var drafts: [Draft] = []
  /// Key in lower case -> position in `drafts`.
  private var positions = TextTable<Int>()
  /// For each entry of the base, the position of the draft that replaces it, or -1.
  private var replacements: [Int]

  /// A key that is new or has changed. A draft with neither message nor target removes its key.
  private struct Draft {
    let key: Text
    let entry: Int?
    var spelling: Text
    var message: Text?
    var target: Target?
  }

  private struct Target {
    let key: Text
    let spelling: Text
  }

  init(_ base: MessageTable) {
    self.base = base
    replacements = [Int](repeating: -1, count: base.count)
  }

  mutating func apply(_ change: MessageChange) {
    let position = draft(for: MessageKey.loweredText(change.key))
    drafts[position].spelling = change.key
    switch change.kind {
    case .message: drafts[position].message = change.text
    case .synonym:
      drafts[position].target = Target(
        key: MessageKey.loweredText(change.text), spelling: change.text)
    }
  }

  /// Removes the message and the synonym of a key; false when there is neither.
  mutating func remove(_ key: Text) -> Bool {
    let position = draft(for: MessageKey.loweredText(key))
    let wasThere = drafts[position].message != nil || drafts[position].target != nil
    drafts[position].message = nil
    drafts[position].target = nil
    return wasThere
  }

  /// - Parameter mostBytes: that keys and texts may have: offsets into them have 32 bits.
  /// - Throws: `limitExceeded` for more.
  func table(
    mostBytes: Int = Int(clamping: UInt32.max) - 1
  ) throws(Diagnostic) -> MessageTable {
    var arena = base.arenaCount
    for draft in drafts {
      let counts = draft.key.count + draft.spelling.count + 4
      arena += counts + (draft.message?.count ?? 0)
      if let target = draft.target { arena += target.key.count + target.spelling.count + 1 }
    }
    let capacity = base.count + drafts.count
    guard arena <= mostBytes, capacity < Int(Int32.max) / 4 else {
      throw Diagnostic(.limitExceeded, "the message table would be larger than 4 GiB")
    }
    return MessageTable(capacity: capacity, arena: arena) { layout in fill(&layout) }
  }

  private func fill(_ layout: inout MessageTableLayout) {
    for number in 0..<base.count {
      if replacements[number] >= 0 {
        add(drafts[replacements[number]], to: &layout)
        continue
      }
      let entry = base.index.entries[number]
      let key = base.key(entry)
      layout.add(
        key: key, hash: Hash.of(key.baseAddress, key.count, seed: Hash.seed),
        spelling: base.spelling(entry), message: base.message(entry), target: base.target(entry))
    }
    for draft in drafts where draft.entry == nil { add(draft, to: &layout) }
  }

  private func add(_ draft: Draft, to layout: inout MessageTableLayout) {
    guard draft.message != nil || draft.target != nil else { return }
    draft.key.bytes.withUnsafeBufferPointer { key in
      draft.spelling.bytes.withUnsafeBufferPointer { spelling in
        Self.withBytes(of: draft.message) { message in
          Self.withBytes(of: draft.target?.key) { target in
            Self.withBytes(of: draft.target?.spelling) { targetSpelling in
              layout.add(
                key: key, hash: Hash.of(key.baseAddress, key.count, seed: Hash.seed),
                spelling: spelling, message: message,
                target: target.flatMap { key in targetSpelling.map { (key, $0) } })
            }
          }
        }
      }
    }
  }

  private static func withBytes(
    of text: Text?, _ body: (UnsafeBufferPointer<UInt8>?) -> Void
  ) {
    guard let text else { return body(nil) }
    text.bytes.withUnsafeBufferPointer { body($0) }
  }

  /// The position of the draft for a key, which is created from the base if necessary.
  private mutating func draft(for key: Text) -> Int {
    if let position = positions[key] { return position }
    positions[key] = drafts.count
    guard let found = MessageKey.lowered(key, { base.index.find($0) }) else {
      drafts.append(Draft(key: key, entry: nil, spelling: key))
      return drafts.count - 1
    }
    let number = found - UnsafePointer(base.index.entries)
    let entry = found.pointee
    replacements[number] = drafts.count
    drafts.append(
      Draft(
        key: key, entry: number, spelling: Text(base.spelling(entry)),
        message: base.message(entry).map { Text($0) },
        target: base.target(entry).map { Target(key: Text($0.key), spelling: Text($0.spelling)) }))
    return drafts.count - 1
  }
}
