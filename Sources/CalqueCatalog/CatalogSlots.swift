import CalqueBase

/// The hash table of one catalog, or of several under one another. Trivial to copy.
///
/// A slot is eight bytes: from the lowest a number of a layer, 24 bits of the hash as a fingerprint,
/// and the offset of a record in that layer's blob; 0 when it is free. At most half are taken. A key's
/// slot is the first free one from the pair on that its hash names, if that is within reach. The
/// words of all other keys stand behind the slots, sorted by the keys: the hash is the same
/// everywhere, so names can be made that all want one slot, and a look-up must not walk past all.
struct CatalogSlots {
  private let start: UnsafeRawPointer
  private let mask: Int
  /// How many words stand behind the slots.
  let crowdedCount: Int

  /// The length of a key's probe sequence: more than keys need that were not chosen to collide.
  static let reach = 32

  init(_ start: UnsafeRawPointer, count: Int, crowded: Int) {
    self.start = start
    mask = count &- 1
    crowdedCount = crowded
  }

  var count: Int { mask &+ 1 }

  /// Bytes of the slots and of the words behind them.
  static func size(_ count: Int, crowded: Int) -> Int {
    (count &+ crowded) &* CatalogLayout.slotSize
  }

  /// The word of a slot that is taken.
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

  /// A word behind the slots.
  func crowded(_ position: Int) -> UInt64 { self[count &+ position] }

  /// Calls `body` with the word of each key.
  func forEachWord(_ body: (UInt64) -> Void) {
    for position in 0..<(count &+ crowdedCount) where self[position] != 0 { body(self[position]) }
  }

  /// Where a key of that hash may stand first: slots are looked at in pairs.
  @inline(__always)
  func first(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & mask & ~1 }

  @inline(__always)
  func next(_ position: Int) -> Int { (position &+ 1) & mask }

  /// The result of the first two slots of a hash.
  enum Probe {
    /// The only slot of that fingerprint so far: most likely the one.
    case word(UInt64)
    /// No key of that hash.
    case nothing
    /// `find` has to look further.
    case further
  }

  /// Looks at the first two slots, where nearly every key is.
  ///
  /// One of the pair is chosen without a branch: which slot a key got is not to be predicted.
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

  /// The word of a key; nil when it is not there.
  ///
  /// - Parameter blobs: of the layers.
  /// - Complexity: `reach` slots and O(log n) records, whatever the names.
  func find(_ key: SoughtKey, in blobs: UnsafePointer<UnsafeRawPointer>) -> UInt64? {
    let fingerprint = Self.fingerprint(key.hash)
    var position = first(key.hash)
    for _ in 0..<Self.reach {
      let word = self[position]
      if word == 0 { return nil }
      if word & 0xFFFF_FF00 == fingerprint, key.order(to: Self.record(word, blobs)) == 0 {
        return word
      }
      position = next(position)
    }
    return findCrowded(key, in: blobs)
  }

  /// The word of a key behind the slots.
  func findCrowded(
    _ key: SoughtKey, in blobs: UnsafePointer<UnsafeRawPointer>
  ) -> UInt64? {
    var (low, high) = (0, crowdedCount)
    while low < high {
      let middle = (low &+ high) / 2
      let word = crowded(middle)
      let order = key.order(to: Self.record(word, blobs))
      if order == 0 { return word }
      if order > 0 { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }

  static func record(
    _ word: UInt64, _ blobs: UnsafePointer<UnsafeRawPointer>
  ) -> CatalogRecord {
    CatalogRecord(start: blobs[layer(of: word)] + offset(of: word))
  }
}
