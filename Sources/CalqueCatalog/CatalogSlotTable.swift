import CPlatform
import CalqueBase

/// A slot table under construction, on the C heap; see `CatalogSlots`.
struct CatalogSlotTable {
  private(set) var start: UnsafeMutableRawPointer
  let count: Int
  /// The words of keys that found no slot within that many probes, in order of arrival until `finish`.
  private var overflow: [UInt64] = []
  /// The number of keys.
  private(set) var used = 0

  /// - Parameter entries: the maximal number of keys.
  init(entries: Int) {
    count = Self.count(for: entries)
    guard let start = calloc(count, CatalogLayout.slotSize) else { abort() }
    self.start = start
  }

  /// A power of two, at least twice the number of entries.
  static func count(for entries: Int) -> Int {
    var count = 8
    while count < entries &* 2 { count &*= 2 }
    return count
  }

  func deallocate() { free(start) }

  /// The table, after `finish`.
  var slots: CatalogSlots { CatalogSlots(start, count: count, overflow: overflow.count) }

  var size: Int { CatalogSlots.size(count, overflow: overflow.count) }

  /// Adds a record.
  ///
  /// - Parameter isNew: whether the key is known to be new. Otherwise the first record is kept.
  mutating func add(
    _ record: CatalogRecord, layer: UInt8, offset: Int,
    in blobs: UnsafePointer<UnsafeRawPointer>, isNew: Bool
  ) {
    let key = SoughtKey(of: record)
    let word = CatalogSlots.word(key.hash, layer: layer, offset: offset)
    let slots = CatalogSlots(start, count: count, overflow: 0)
    var position = slots.first(key.hash)
    for _ in 0..<CatalogSlots.maximumProbes {
      let taken = slots[position]
      if taken == 0 {
        start.storeBytes(
          of: word, toByteOffset: position &* CatalogLayout.slotSize, as: UInt64.self)
        used &+= 1
        return
      }
      if !isNew, key.order(to: CatalogSlots.record(taken, blobs)) == 0 { return }
      position = slots.next(position)
    }
    overflow.append(word)
  }

  /// Sorts the words without a slot, keeps the first of equal keys, and appends them to the slots.
  mutating func finish(_ blobs: UnsafePointer<UnsafeRawPointer>) {
    guard !overflow.isEmpty else { return }
    let words = overflow
    func order(_ left: Int, _ right: Int) -> Int {
      SoughtKey(of: CatalogSlots.record(words[left], blobs))
        .order(to: CatalogSlots.record(words[right], blobs))
    }
    let sorted = Ordering.positions(words.count) { order($0, $1) < 0 }
    overflow = []
    var last: Int?
    for place in sorted where last.map({ order($0, place) != 0 }) ?? true {
      overflow.append(words[place])
      last = place
    }
    used &+= overflow.count
    guard let longer = realloc(start, size) else { abort() }
    start = longer
    for (place, word) in overflow.enumerated() {
      start.storeBytes(
        of: word, toByteOffset: (count &+ place) &* CatalogLayout.slotSize, as: UInt64.self)
    }
  }
}
