/// The hash table of one catalog, or of several under one another. Trivial to copy.
///
/// A slot is eight bytes: from the lowest a number of a layer, 24 bits of the hash as a fingerprint,
/// and the offset of a record in that layer's blob; 0 when it is free. At most half are taken. A key's
/// slot is the first free one from the pair on that its hash names.
struct CatalogSlots {
  private let start: UnsafeRawPointer
  private let mask: Int

  init(_ start: UnsafeRawPointer, count: Int) {
    self.start = start
    mask = count &- 1
  }

  var count: Int { mask &+ 1 }

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

  /// Where a key of that hash may stand first: slots are looked at in pairs.
  @inline(__always)
  func first(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & mask & ~1 }

  @inline(__always)
  func next(_ position: Int) -> Int { (position &+ 1) & mask }

  /// What the first two slots of a hash say.
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

  /// Goes through what may be of a key of that hash until `body`, which gets layer and offset, has
  /// found something; nil when it has not.
  func find<Found>(_ hash: UInt64, _ body: (Int, Int) -> Found?) -> Found? {
    let fingerprint = Self.fingerprint(hash)
    var position = first(hash)
    while true {
      let word = self[position]
      if word == 0 { return nil }
      if word & 0xFFFF_FF00 == fingerprint,
        let found = body(Self.layer(of: word), Self.offset(of: word))
      {
        return found
      }
      position = next(position)
    }
  }
}
