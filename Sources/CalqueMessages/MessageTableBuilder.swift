import CalqueBase

/// Fills the memory of a new table, one key at a time.
struct MessageTableLayout {
  let index: MessageIndex
  private(set) var count = 0
  private(set) var used = 0
  private(set) var messages = 0
  private(set) var synonyms = 0

  init(index: MessageIndex) { self.index = index }

  /// Adds an entry of another table or of a draft.
  mutating func add(_ entry: MessageEntry, of texts: UnsafePointer<UInt8>) {
    var placed = MessageEntry()
    placed.key = place(entry.key, of: texts)
    placed.spelling = place(entry.spelling, of: texts, unlike: placed.key)
    placed.message = place(entry.message, of: texts)
    placed.target = place(entry.target, of: texts)
    placed.targetSpelling = place(entry.targetSpelling, of: texts, unlike: placed.target)
    if placed.message.isThere { messages += 1 }
    if placed.target.isThere { synonyms += 1 }
    (index.entries + count).initialize(to: placed)
    let key = placed.key.bytes(in: index.arena)
    let hash = Hash.of(key.baseAddress, key.count, seed: Hash.seed)
    var slot = Int(truncatingIfNeeded: hash) & index.mask
    while index.slots[slot] != 0 { slot = (slot + 1) & index.mask }
    index.slots[slot] = MessageIndex.slot(entry: count, hash: hash)
    count += 1
  }

  /// Copies a text, unless it reads as another that is there already.
  private mutating func place(
    _ part: MessagePart, of texts: UnsafePointer<UInt8>, unlike other: MessagePart = MessagePart()
  ) -> MessagePart {
    guard part.isThere else { return part }
    let bytes = part.bytes(in: texts)
    if other.isThere, other.bytes(in: index.arena).isSame(bytes) { return other }
    let start = used
    if let from = bytes.baseAddress {
      (index.arena + start).initialize(from: from, count: bytes.count)
    }
    (index.arena + start + bytes.count).initialize(to: 0)
    used += bytes.count + 1
    return MessagePart(start, bytes.count)
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
    let isNew: Bool
    /// The texts of the entry, and those that they have replaced; never empty, so that they have an
    /// address.
    var texts = Text([0])
    var entry = MessageEntry()

    /// The bytes that a table needs for it.
    var size: Int {
      entry.key.count + entry.spelling.count + entry.message.count + entry.target.count
        + entry.targetSpelling.count + (entry.target.isThere ? 5 : 4)
    }

    var isEmpty: Bool { !entry.message.isThere && !entry.target.isThere }

    mutating func put(_ text: Text) -> MessagePart {
      texts.append(text)
      return MessagePart(texts.count - text.count, text.count)
    }

    mutating func put(_ part: MessagePart, of table: MessageTable) -> MessagePart {
      part.isThere ? put(Text(table.bytes(part))) : part
    }

    mutating func apply(_ change: MessageChange) {
      entry.spelling = put(change.key)
      switch change.kind {
      case .message: entry.message = put(change.text)
      case .synonym:
        entry.target = put(MessageKey.loweredText(change.text))
        entry.targetSpelling = put(change.text)
      }
    }
  }

  init(_ base: MessageTable) {
    self.base = base
    replacements = [Int](repeating: -1, count: base.count)
  }

  mutating func apply(_ change: MessageChange) {
    let position = draft(for: MessageKey.loweredText(change.key))
    drafts[position].apply(change)
  }

  /// Removes the message and the synonym of a key; false when there is neither.
  mutating func remove(_ key: Text) -> Bool {
    let position = draft(for: MessageKey.loweredText(key))
    let wasThere = !drafts[position].isEmpty
    drafts[position].entry.message = MessagePart()
    drafts[position].entry.target = MessagePart()
    drafts[position].entry.targetSpelling = MessagePart()
    return wasThere
  }

  /// - Parameter mostBytes: that keys and texts may have: offsets into them have 32 bits.
  /// - Throws: `limitExceeded` for more.
  func table(mostBytes: Int = Int(clamping: UInt32.max) - 1) throws(Diagnostic) -> MessageTable {
    let arena = drafts.reduce(base.arenaCount) { $0 + $1.size }
    let capacity = base.count + drafts.count
    guard arena <= mostBytes, capacity < Int(Int32.max) / 4 else {
      throw Diagnostic(.limitExceeded, "the message table would be larger than 4 GiB")
    }
    return MessageTable(capacity: capacity, arena: arena) { layout in
      for number in 0..<base.count {
        if replacements[number] < 0 {
          layout.add(base.index.entries[number], of: base.index.arena)
        } else {
          add(drafts[replacements[number]], to: &layout)
        }
      }
      for draft in drafts where draft.isNew { add(draft, to: &layout) }
    }
  }

  private func add(_ draft: Draft, to layout: inout MessageTableLayout) {
    if draft.isEmpty { return }
    draft.texts.bytes.withUnsafeBufferPointer { texts in
      if let start = texts.baseAddress { layout.add(draft.entry, of: start) }
    }
  }

  /// The position of the draft for a key, which is created from the base if necessary.
  private mutating func draft(for key: Text) -> Int {
    if let position = positions[key] { return position }
    let found = MessageKey.lowered(key) { base.index.find($0) }
    var draft = Draft(isNew: found == nil)
    draft.entry.key = draft.put(key)
    draft.entry.spelling = draft.entry.key
    if let found {
      replacements[found - UnsafePointer(base.index.entries)] = drafts.count
      let entry = found.pointee
      draft.entry.spelling = draft.put(entry.spelling, of: base)
      draft.entry.message = draft.put(entry.message, of: base)
      draft.entry.target = draft.put(entry.target, of: base)
      draft.entry.targetSpelling = draft.put(entry.targetSpelling, of: base)
    }
    positions[key] = drafts.count
    drafts.append(draft)
    return drafts.count - 1
  }
}
