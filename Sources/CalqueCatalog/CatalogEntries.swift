import CalqueBase

/// The records of a catalog in the order of the tree, for its slots.
struct CatalogEntries {
  private var entries: ByteBuffer
  /// The offsets of records that a look-up by runs of names cannot reach.
  private var hidden: [Range<Int>] = []

  init(expecting bytes: Int) { entries = ByteBuffer(capacity: bytes / 4) }

  func deallocate() { entries.deallocate() }

  private var count: Int { entries.count / MemoryLayout<CatalogEntry>.size }

  private subscript(position: Int) -> CatalogEntry {
    let offset = position &* MemoryLayout<CatalogEntry>.size
    return entries.start.load(fromByteOffset: offset, as: CatalogEntry.self)
  }

  mutating func add(_ entry: CatalogEntry) {
    entries.extend(by: MemoryLayout<CatalogEntry>.size)
      .storeBytes(of: entry, as: CatalogEntry.self)
  }

  mutating func hide(_ records: Range<Int>) { hidden.append(records) }

  /// The records in slots, to be freed by the caller. Records that no look-up reaches are left out.
  func slots(of writer: CatalogWriter) -> CatalogSlotTable {
    var table = CatalogSlotTable(entries: count)
    // A key may denote several values; the one that a look-up reaches first is placed first.
    let isHidden = hidden.isEmpty ? nil : hiddenEntries()
    withUnsafePointer(to: UnsafeRawPointer(writer.blob.start)) { blobs in
      for step in isHidden == nil ? 0..<1 : CatalogEntry.steps {
        for position in 0..<count {
          let entry = self[position]
          if let isHidden, entry.step(isHidden: isHidden[position]) != step { continue }
          let (offset, isNew) = (Int(entry.record), isHidden == nil)
          table.add(writer.record(at: offset), layer: 0, offset: offset, in: blobs, isNew: isNew)
        }
      }
      table.finish(blobs)
    }
    return table
  }

  private func hiddenEntries() -> [Bool] {
    var isHidden = [Bool](repeating: false, count: count)
    for records in hidden {
      for position in first(from: records.lowerBound)..<first(from: records.upperBound) {
        isHidden[position] = true
      }
    }
    return isHidden
  }

  /// The first entry whose record is at or after an offset.
  private func first(from offset: Int) -> Int {
    Ordering.first(count) { Int(self[$0].record) < offset }
  }
}

/// A record to be added to the slots of a catalog.
struct CatalogEntry: BitwiseCopyable {
  let record: UInt32
  let traits: Traits

  /// Chooses between values that share a key.
  struct Traits: OptionSet, BitwiseCopyable {
    let rawValue: UInt32
    /// A name on the way to the value contains the separator.
    static let isSplit = Traits(rawValue: 1)
    /// The value is a member of the root.
    static let isTop = Traits(rawValue: 2)
    static let isTruthy = Traits(rawValue: 4)
  }

  /// The step in which a look-up reaches the value, in the order of `Catalog.find` and `TreePath`: name
  /// by name, the key as one name, the shortest runs that name a value. In each step a key has at
  /// most one value.
  ///
  /// - Parameter isHidden: whether a shorter run on the way to the value leads elsewhere.
  func step(isHidden: Bool) -> Int {
    if traits.contains(.isTruthy) {
      if !traits.contains(.isSplit) { return 0 }
      if traits.contains(.isTop) { return 1 }
    }
    return isHidden ? Self.never : 2
  }

  static let never = 3
  static let steps = 0..<never
}

/// The names on one level of a tree that hide others: those of objects, arrays and nulls. A look-up
/// continues at the shortest run of a key's parts that names one of them, and so never reaches a
/// longer name that starts with that run.
struct SiblingNames {
  /// Sorted, so that no choice of names makes searching slow.
  private let names: [Bytes]

  /// - Parameter names: must stay in place as long as this object exists.
  init(_ names: [Bytes]) {
    self.names = Ordering.positions(names.count) { Self.order(names[$0], names[$1]) < 0 }
      .map { names[$0] }
  }

  /// Whether a proper part of a name, up to a separator, is one of these.
  func hide(_ name: Bytes, _ separator: Text) -> Bool {
    var at = 0
    while let found = name.firstIndex(of: separator, from: at) {
      if contains(UnsafeBufferPointer(rebasing: name[..<found])) { return true }
      at = found &+ separator.count
    }
    return false
  }

  private func contains(_ wanted: Bytes) -> Bool {
    let place = Ordering.first(names.count) { Self.order(names[$0], wanted) < 0 }
    return place < names.count && Self.order(names[place], wanted) == 0
  }

  /// Negative, 0 or positive: compares by length, then by bytes.
  private static func order(_ left: Bytes, _ right: Bytes) -> Int {
    guard left.count == right.count else { return left.count &- right.count }
    guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
    return Word.order(first, second, left.count)
  }
}
