import CalqueBase

/// The possible roles of a byte in a key, to recognise most keys with a namespace in one pass.
/// Trivial.
struct KeyMarks: @unchecked Sendable {
  // Unchecked: written by the initializer alone.
  private static let separator: UInt8 = 1
  private static let other: UInt8 = 2

  private let table: UnsafeMutablePointer<UInt8>
  /// Separators of more than a byte, and those that are something else too, are left to others.
  private let isUsed: Bool
  /// Whether `shape` can tell: the separator is a colon, and all bytes that make a key more than a name
  /// are among those that it takes for such.
  let isUsual: Bool

  /// - Parameter telling: begin delimiters and other things that make a key more than a name.
  init(_ separators: KeySeparators, telling: [UInt8]) {
    table = .allocate(capacity: 256)
    table.initialize(repeating: 0, count: 256)
    if !separators.areGiven {
      for byte in UInt8.min..<0x80 where NaturalLanguage.isTelling(byte) {
        table[Int(byte)] = Self.other
      }
    }
    if let byte = separators.nesting.first { table[Int(byte)] = Self.other }
    guard let ns = separators.ns else {
      isUsed = true
      isUsual = false
      return
    }
    let byte = ns.first ?? 0
    isUsed =
      ns.count == 1 && table[Int(byte)] == 0 && !(separators.key?.isSame(ns) ?? false)
    table[Int(byte)] = Self.separator
    isUsual = isUsed && byte == Self.colon && telling.allSatisfy(Self.isSeen)
  }

  func deallocate() { table.deallocate() }

  enum Split {
    case whole
    case at(Int)
    /// `KeySeparators.split` can tell.
    case unknown
  }

  // MARK: Usual keys

  enum Shape {
    /// Nothing in it says that it is more than a name.
    case name
    /// Two names, with the separator at that place.
    case pair(Int)
    /// `split` can tell, or `KeySeparators.split`.
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

  // MARK: Other keys

  /// Where the one separator of a key is.
  @inline(__always)
  func split(_ key: UnsafePointer<UInt8>, _ count: Int) -> Split {
    guard isUsed else { return .unknown }
    switch shape(key, count) {
    case .name: return .whole
    case .pair(let end): return .at(end)
    case .other: break
    }
    let first = marked(key, 0, count)
    if first == count { return .whole }
    guard table[Int(key[first])] == Self.separator else {
      return hasSeparator(key, first, count) ? .unknown : .whole
    }
    return marked(key, first &+ 1, count) == count ? .at(first) : .unknown
  }

  /// Where the next marked byte is; `count` if there is none.
  @inline(__always)
  private func marked(_ key: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Int {
    var offset = start
    while offset < count, table[Int(key[offset])] == 0 { offset &+= 1 }
    return offset
  }

  @inline(never)
  private func hasSeparator(_ key: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Bool {
    (start..<count).contains { table[Int(key[$0])] == Self.separator }
  }
}
