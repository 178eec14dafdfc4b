import CalqueBase

/// Recognises most keys that are no more than a name, with a namespace before it or without.
struct KeyMarks {
  /// Whether `shape` can tell: the separator is a colon and nothing else, and all bytes that make a key
  /// more than a name are among those that it takes for such.
  let isUsual: Bool

  /// - Parameter telling: begin delimiters and other things that make a key more than a name.
  init(_ separators: KeySeparators, telling: [UInt8]) {
    isUsual =
      separators.ns?.equals(":") ?? false && !(separators.key?.equals(":") ?? false)
      && separators.nesting.first != Self.colon && telling.allSatisfy(Self.isSeen)
  }

  enum Shape {
    /// Nothing in it says that it is more than a name.
    case name
    /// Two names, with the separator at that place.
    case pair(Int)
    /// `KeySeparators.split` can tell.
    case other
  }

  private static var colon: UInt8 { 0x3A }
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Whether `shape` takes a byte for more than a letter: all below `-`, from `:` to `?`, from `{` on.
  private static func isSeen(_ byte: UInt8) -> Bool {
    byte < 0x2D || byte >= 0x7B || (colon...0x3F).contains(byte)
  }

  /// Tells usual keys apart, eight bytes at a time; all others are `other`.
  @inline(never)
  func shape(_ key: UnsafePointer<UInt8>, _ count: Int) -> Shape {
    guard isUsual else { return .other }
    var (seen, end, offset) = (UInt64(0), count, 0)
    /// False for a second separator.
    @inline(__always)
    func note(_ word: UInt64) -> Bool {
      // Such a byte sets the highest bit of one of the three. Bytes before the first of them neither
      // carry nor borrow.
      seen |= (word &- 0x2D &* Self.ones) | (word &+ 5 &* Self.ones) | word
      let marks = Self.marks(word)
      guard marks != 0 else { return true }
      guard end == count, marks & (marks &- 1) == 0 else { return false }
      end = offset &+ marks.trailingZeroBitCount >> 3
      return true
    }
    while offset &+ 8 <= count {
      guard note(Word.at(key, offset)) else { return .other }
      offset &+= 8
    }
    if offset < count {
      let behind = UInt64(truncatingIfNeeded: 8 &* count) & 63
      let rest =
        count > 8 ? Word.at(key, count &- 8) &>> (64 &- behind) : Word.short(key, count)
      // Digits behind the last byte.
      guard note(rest | (0x30 &* Self.ones) &<< behind) else { return .other }
    }
    guard seen & (0x80 &* Self.ones) == 0 else { return .other }
    if end == count { return .name }
    return end > 0 && end &+ 1 < count && key[end] == Self.colon ? .pair(end) : .other
  }

  /// Whether a short key surely has no separator.
  ///
  /// - Parameter key: eight bytes there are readable.
  @inline(__always)
  func hasNone(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    isUsual && count <= 8 && Self.marks(Word.at(key, 0)) == 0
  }

  /// A bit in each byte from `:` to `?`: there the sum with 6 has one that the byte has not.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    (word &+ 6 &* ones) & ~word & (0x40 &* ones)
  }
}
