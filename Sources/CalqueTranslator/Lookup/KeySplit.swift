import CalqueBase
import CalqueTemplate

/// The separators that split keys: those of a translator, or those of a call.
struct KeySeparators: @unchecked Sendable {
  // Unchecked: the creator keeps the texts.
  let ns: Bytes?
  let key: Bytes?
  /// Given by the user, so that no key is taken for a sentence.
  let areGiven: Bool
  /// Begins a reference.
  let nesting: Bytes

  /// Whether a key is a sentence and not a path, as i18next tells when no separator was chosen by the
  /// user.
  fileprivate func isSentence(_ whole: Bytes) -> Bool {
    // Every sentence has one of these.
    let telling = Bytes(" ,?!;")
    func has(_ bytes: Bytes) -> Bool {
      bytes.contains { byte in
        telling.contains(byte) && !(ns?.contains(byte) ?? false) && !(key?.contains(byte) ?? false)
      }
    }
    guard !areGiven, has(whole) else { return false }
    guard let key, let first = whole.firstIndex(of: key), first > 0 else { return true }
    return has(whole.part(0, first))
  }
}

extension Call {
  /// A key without its namespace, and that if it has one.
  func split(_ whole: Bytes, by separators: KeySeparators) -> (ns: Bytes?, key: Bytes) {
    guard let ns = separators.ns, let at = whole.firstIndex(of: ns),
      !separators.isSentence(whole),
      whole.firstIndex(of: separators.nesting) == nil
        || !snapshot.scanners.nesting.occurs(in: whole)
    else { return (nil, whole) }
    let first = whole.part(0, at)
    let rest = whole.part(at &+ ns.count, whole.count)
    let isSame = separators.key?.isSame(ns) ?? false
    if !isSame, rest.firstIndex(of: ns) == nil { return (first, rest) }
    var parts = Text(whole).split(Text(ns))
    // With one separator for both, a namespace is what is known as one.
    let hasNS = !isSame || snapshot.names.ns.contains(Text(first))
    if hasNS { parts.removeFirst() }
    let key = Text.joined(parts, by: Text(separators.key ?? ns))
    return (hasNS ? first : nil, arena.pointee.copy(key))
  }
}

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
    /// `Call.split` can tell.
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
