/// The hash of a key that may be given in pieces, so that the forms of a key are looked up without
/// being assembled.
///
/// Eight bytes at a time, folded by a widening multiplication; how the bytes are cut into pieces
/// makes no difference. The result is part of the catalog layout.
package struct KeyHash {
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state = Self.multiplier
  /// The bytes after the last whole word.
  package private(set) var rest: UInt64
  private var count: Int

  /// - Complexity: O(count), with one multiplication per eight bytes.
  @inline(__always)
  package init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let raw = UnsafeRawPointer(bytes)
    var offset = 0
    while offset &+ 8 <= count {
      state = Self.fold(state ^ Word.at(raw, offset))
      offset &+= 8
    }
    rest = Word.rest(raw, count)
    self.count = count
  }

  package static func of(_ text: Text) -> UInt64 {
    text.bytes.withUnsafeBufferPointer { bytes in
      KeyHash(bytes.baseAddress ?? ("" as StaticString).utf8Start, bytes.count).value
    }
  }

  /// Adds up to eight bytes; the remaining bytes of `word` are zero.
  @inline(__always)
  package mutating func add(_ word: UInt64, _ added: Int) {
    let filled = count & 7
    let joined = rest | word &<< UInt64(8 &* filled)
    count &+= added
    // Both are computed and one is selected without a branch, because lengths are unpredictable.
    let folded = Self.fold(state ^ joined)
    let isFull = filled &+ added >= 8
    state = isFull ? folded : state
    rest = isFull ? (word >> 1) &>> UInt64(63 &- 8 &* filled) : joined
  }

  @inline(__always)
  package mutating func add(_ bytes: UnsafePointer<UInt8>, _ added: Int) {
    let raw = UnsafeRawPointer(bytes)
    var offset = 0
    while offset &+ 8 <= added {
      add(Word.at(raw, offset), 8)
      offset &+= 8
    }
    add(Word.rest(raw, added), added & 7)
  }

  @inline(__always)
  package var mark: KeyMark { KeyMark(hash: value, word: rest) }

  @inline(__always)
  package var value: UInt64 {
    Self.fold(state ^ rest ^ UInt64(truncatingIfNeeded: count) &<< 56)
  }

  @inline(__always)
  private static func fold(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: Self.multiplier)
    return product.high ^ product.low
  }
}

/// Finds a key in a table: its hash, and the key itself if it is shorter than eight bytes.
package struct KeyMark {
  /// The hash of the key, or of the key followed by a suffix.
  package let hash: UInt64
  /// The bytes of a short key, the first one lowest; those above them may have any value.
  package let word: UInt64

  @inline(__always)
  package init(hash: UInt64, word: UInt64) { (self.hash, self.word) = (hash, word) }
}
