import CalqueBase

/// The records of a catalog in the order of the tree, for its slots.
struct CatalogEntries {
  private var entries: ByteBuffer
  /// Offsets of records that a look-up by runs of names does not come to.
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

  /// How many slots the records take.
  var slotCount: Int {
    var slots = 8
    while slots < count &* 2 { slots &*= 2 }
    return slots
  }

  /// Puts the records into slots, all of which are free. What no look-up comes to stays out.
  func place(in base: UnsafeMutableRawPointer, _ writer: CatalogWriter) {
    let slots = CatalogSlots(base, count: slotCount)
    if hidden.isEmpty {
      for position in 0..<count { place(self[position], of: writer, slots, base) }
      return
    }
    // Keys may mean several values: the one that a look-up comes to first is placed first.
    let isHidden = hiddenEntries()
    for step in CatalogEntry.steps {
      for position in 0..<count {
        let entry = self[position]
        guard entry.step(isHidden: isHidden[position]) == step,
          !isPlaced(writer.record(at: Int(entry.record)), of: writer, slots)
        else { continue }
        place(entry, of: writer, slots, base)
      }
    }
  }

  private func place(
    _ entry: CatalogEntry, of writer: CatalogWriter, _ slots: CatalogSlots,
    _ base: UnsafeMutableRawPointer
  ) {
    let hash = writer.record(at: Int(entry.record)).hash
    let word = CatalogSlots.word(hash, layer: 0, offset: Int(entry.record))
    var slot = slots.first(hash)
    while slots[slot] != 0 { slot = slots.next(slot) }
    base.storeBytes(of: word, toByteOffset: slot &* CatalogLayout.slotSize, as: UInt64.self)
  }

  private func isPlaced(
    _ record: CatalogRecord, of writer: CatalogWriter, _ slots: CatalogSlots
  ) -> Bool {
    let blob = UnsafeRawPointer(writer.blob.start)
    let found: Bool? = slots.find(record.hash) { _, offset in
      CatalogRecord(start: blob + offset).hasKey(record.key, record.keyLength) ? true : nil
    }
    return found ?? false
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

  /// The first entry whose record is at an offset or behind it.
  private func first(from offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(self[middle].record) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
