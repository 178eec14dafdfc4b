import struct Synchronization.Atomic

/// A 64-bit hash of bytes: eight bytes at a time, folded by a widening multiplication.
///
/// Unseeded, the result is the same in all builds and on all machines. Tables whose names come from
/// outside use the seed of the process, so that collisions cannot be forced.
package enum Hash {
  static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  package static func of(_ text: Text, seed: UInt64 = 0) -> UInt64 {
    text.bytes.withUnsafeBufferPointer { of($0.baseAddress, $0.count, seed: seed) }
  }

  /// The seed of this process: random, never 0, constant.
  package static var seed: UInt64 {
    let known = chosen.load(ordering: .relaxed)
    return known == 0 ? chooseSeed() : known
  }

  @inline(never)
  private static func chooseSeed() -> UInt64 {
    let made = Entropy.words().0 | 1
    let (isFirst, known) = chosen.compareExchange(expected: 0, desired: made, ordering: .relaxed)
    return isFirst ? made : known
  }

  private static let chosen = Atomic<UInt64>(0)

  /// - Complexity: O(count), about one multiplication per eight bytes.
  @inline(__always)
  package static func of(_ bytes: UnsafePointer<UInt8>?, _ count: Int, seed: UInt64 = 0) -> UInt64 {
    var state = UInt64(truncatingIfNeeded: count) &* multiplier ^ seed
    guard let bytes, count > 0 else { return fold(state, multiplier) }
    let raw = UnsafeRawPointer(bytes)
    var offset = 0
    while offset &+ 8 < count {
      state = fold(state ^ Word.at(raw, offset), multiplier)
      offset &+= 8
    }
    return fold(state ^ tail(raw, count), multiplier)
  }

  /// The last eight bytes, or all of them when there are fewer.
  @inline(__always)
  private static func tail(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 8 { return Word.at(raw, count &- 8) }
    if count >= 4 {
      let low = raw.loadUnaligned(as: UInt32.self).littleEndian
      let high = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self).littleEndian
      return UInt64(low) | UInt64(high) << 32
    }
    let first = raw.load(as: UInt8.self)
    let middle = raw.load(fromByteOffset: count >> 1, as: UInt8.self)
    let last = raw.load(fromByteOffset: count &- 1, as: UInt8.self)
    return UInt64(first) | UInt64(middle) << 8 | UInt64(last) << 16
  }

  @inline(__always)
  static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

/// The hash of a key that may be given in pieces, so that the forms of a key are looked up without
/// being assembled.
///
/// Eight bytes at a time, folded by a widening multiplication; how the bytes are cut into pieces
/// makes no difference. The result is part of the catalog layout.
package struct KeyHash {
  private var state = Hash.multiplier
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
  private static func fold(_ word: UInt64) -> UInt64 { Hash.fold(word, Hash.multiplier) }
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
