import CalqueBase

/// The hash table of one catalog, or of several merged catalogs. Trivial to copy.
///
/// A slot has eight bytes, from the lowest: the number of a layer, 24 bits of the hash as a
/// fingerprint, and the offset of a record in that layer's blob; 0 when free. At most half of the
/// slots are used. A key occupies the first free slot, starting at the pair that its hash selects,
/// if few probes lead there. The words of all other keys follow the slots, sorted by key: the hash
/// is the same everywhere, so keys can be made to collide, and a look-up must not walk past all of
/// them.
struct CatalogSlots {
  private let start: UnsafeRawPointer
  private let mask: Int
  /// The number of words after the slots.
  let overflowCount: Int

  /// The maximal length of a probe sequence: longer than any keys need that were not made to
  /// collide.
  static let maximumProbes = 32

  init(_ start: UnsafeRawPointer, count: Int, overflow: Int) {
    self.start = start
    mask = count &- 1
    overflowCount = overflow
  }

  var count: Int { mask &+ 1 }

  /// The size in bytes of the slots and of the words after them.
  static func size(_ count: Int, overflow: Int) -> Int {
    (count &+ overflow) &* CatalogLayout.slotSize
  }

  /// The word of a used slot.
  @inline(__always)
  static func word(_ hash: UInt64, layer: UInt8, offset: Int) -> UInt64 {
    fingerprint(hash) | UInt64(layer) | UInt64(truncatingIfNeeded: offset) << 32
  }

  @inline(__always)
  private static func fingerprint(_ hash: UInt64) -> UInt64 { hash >> 32 & 0xFFFF_FF00 }

  @inline(__always)
  static func layer(of word: UInt64) -> Int { Int(UInt8(truncatingIfNeeded: word)) }

  @inline(__always)
  static func offset(of word: UInt64) -> Int { Int(truncatingIfNeeded: word >> 32) }

  @inline(__always)
  subscript(position: Int) -> UInt64 {
    start.loadUnaligned(fromByteOffset: position &* CatalogLayout.slotSize, as: UInt64.self)
  }

  /// A word after the slots.
  func overflow(_ position: Int) -> UInt64 { self[count &+ position] }

  /// Calls `body` with the word of each key.
  func forEachWord(_ body: (UInt64) -> Void) {
    for position in 0..<(count &+ overflowCount) where self[position] != 0 { body(self[position]) }
  }

  /// The first slot for a key of that hash: slots are examined in pairs.
  @inline(__always)
  func first(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & mask & ~1 }

  @inline(__always)
  func next(_ position: Int) -> Int { (position &+ 1) & mask }

  /// The result of the first two slots of a hash.
  enum Probe {
    /// The only slot with that fingerprint so far, which most likely is the key's.
    case word(UInt64)
    /// There is no key with that hash.
    case nothing
    /// `find` must continue the search.
    case further
  }

  /// Examines the first two slots, which hold nearly every key.
  ///
  /// Selects one of the pair without a branch, because a key's slot is unpredictable.
  @inline(__always)
  func probe(_ hash: UInt64) -> Probe {
    let fingerprint = Self.fingerprint(hash)
    let position = first(hash)
    let left = self[position]
    let right = self[position &+ 1]
    // All ones if the left one has the fingerprint.
    let isLeft = ((left ^ fingerprint) & 0xFFFF_FF00) &- 1
    let word = right ^ ((left ^ right) & UInt64(bitPattern: Int64(bitPattern: isLeft) >> 63))
    if word & 0xFFFF_FF00 == fingerprint, word != 0 { return .word(word) }
    // Slots are filled from the left.
    return right == 0 ? .nothing : .further
  }

  /// The word of a key; nil when it is not in the table.
  ///
  /// - Parameter blobs: the blobs of the layers.
  /// - Complexity: `maximumProbes` slots and O(log n) records, even for keys made to collide.
  func find(_ key: SoughtKey, in blobs: UnsafePointer<UnsafeRawPointer>) -> UInt64? {
    let fingerprint = Self.fingerprint(key.hash)
    var position = first(key.hash)
    for _ in 0..<Self.maximumProbes {
      let word = self[position]
      if word == 0 { return nil }
      if word & 0xFFFF_FF00 == fingerprint, key.order(to: Self.record(word, blobs)) == 0 {
        return word
      }
      position = next(position)
    }
    return findCrowded(key, in: blobs)
  }

  /// The word of a key among those after the slots.
  func findCrowded(_ key: SoughtKey, in blobs: UnsafePointer<UnsafeRawPointer>) -> UInt64? {
    let place = Ordering.first(overflowCount) {
      key.order(to: Self.record(overflow($0), blobs)) > 0
    }
    guard place < overflowCount, key.order(to: Self.record(overflow(place), blobs)) == 0 else {
      return nil
    }
    return overflow(place)
  }

  static func record(_ word: UInt64, _ blobs: UnsafePointer<UnsafeRawPointer>) -> CatalogRecord {
    CatalogRecord(start: blobs[layer(of: word)] + offset(of: word))
  }
}

/// A key to look up: a text and a suffix.
struct SoughtKey {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let suffix: Bytes
  /// The hash of both parts together.
  let hash: UInt64

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int, _ suffix: Bytes = .none, hash: UInt64) {
    self.start = start
    self.count = count
    self.suffix = suffix
    self.hash = hash
  }

  init(of record: CatalogRecord) {
    self.init(record.key, record.keyLength, hash: record.hash)
  }

  /// Compares with the key of a record by length, then by bytes: negative if this key comes first,
  /// 0 if both are equal.
  func order(to record: CatalogRecord) -> Int {
    let length = count &+ suffix.count
    guard length == record.keyLength else { return length &- record.keyLength }
    let order = Word.order(start, record.key, count)
    guard order == 0, let end = suffix.baseAddress else { return order }
    return Word.order(end, record.key + count, suffix.count)
  }
}
