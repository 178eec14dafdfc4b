import CPlatform

/// Borrowed bytes of text.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
  /// Borrowed bytes of a text of C, or nil for NULL. `CALQUE_NTS` (-1 in Swift) measures the text.
  ///
  /// - Throws: `invalidArgument` for a negative length, or NULL with a length over 0.
  package static func borrowed(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) throws(Diagnostic) -> Bytes? {
    guard let start else {
      guard length <= 0 else { throw Diagnostic(.invalidArgument, "NULL with a nonzero length") }
      return nil
    }
    guard length >= -1 else {
      throw Diagnostic(.invalidArgument, "a length is too large")
    }
    let raw = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return Bytes(start: raw, count: length == -1 ? strlen(start) : length)
  }
}

extension UnsafeBufferPointer {
  package static var none: Self { Self(start: nil, count: 0) }
}

/// Searching and splitting in place, like `Text`. All offsets are in bytes.
extension Bytes {
  package init(_ literal: StaticString) {
    self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// The part from a place up to a separator, behind which the place is moved; nil at the end.
  @inline(never)
  package func next(_ place: inout Int, by separator: UInt8) -> Bytes? {
    guard place <= count else { return nil }
    let rest = part(place, count)
    let part = rest.part(0, rest.firstIndex(of: separator, from: 0) ?? rest.count)
    place &+= part.count &+ 1
    return part
  }

  /// Offset of the first such byte at or after `start`, which is not negative.
  @inline(never)
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let text = baseAddress, start < count,
      let found = memchr(text + start, Int32(truncatingIfNeeded: byte), count &- start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(text)
  }

  /// Offset of the first occurrence of `needle` at or after `start`; an empty needle is never
  /// found.
  package func firstIndex(of needle: Bytes, from start: Int = 0) -> Int? {
    guard let text = baseAddress, let wanted = needle.baseAddress, needle.count > 0, start >= 0
    else { return nil }
    let behind = count &- needle.count &+ 1
    var offset = start
    while offset < behind,
      let found = memchr(text + offset, Int32(wanted.pointee), behind &- offset)
    {
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(text)
      if needle.count == 1 || memcmp(found, wanted, needle.count) == 0 { return offset }
      offset &+= 1
    }
    return nil
  }

  /// Offset of the last occurrence of `needle`; an empty needle is never found.
  package func lastIndex(of needle: Text) -> Int? {
    guard let text = baseAddress, let first = needle.bytes.first else { return nil }
    var offset = count &- needle.count
    while offset >= 0 {
      if text[offset] == first, matches(needle, at: offset) { return offset }
      offset &-= 1
    }
    return nil
  }

  @inline(never)
  package func firstIndex(of needle: Text, from start: Int = 0) -> Int? {
    needle.bytes.withUnsafeBufferPointer { firstIndex(of: $0, from: start) }
  }

  package func contains(_ needle: Text) -> Bool { firstIndex(of: needle) != nil }

  /// Whether `needle` occurs exactly at `offset`.
  package func matches(_ needle: Bytes, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count &- needle.count else { return false }
    guard let text = baseAddress, let wanted = needle.baseAddress, !needle.isEmpty else {
      return true
    }
    return text[offset] == wanted[0] && memcmp(text + offset, wanted, needle.count) == 0
  }

  package func matches(_ needle: Text, at offset: Int) -> Bool {
    needle.bytes.withUnsafeBufferPointer { matches($0, at: offset) }
  }

  package func hasPrefix(_ prefix: Text) -> Bool { matches(prefix, at: 0) }

  @inline(__always)
  package func isSame(_ other: Bytes) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return Word.isSame(left, right, count)
  }

  /// Whether the bytes equal the given ASCII literal.
  package func equals(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    guard let text = baseAddress else { return true }
    return memcmp(text, literal.utf8Start, count) == 0
  }

  /// Whether there is at least one byte and all are ASCII letters and digits.
  package var isAlphanumeric: Bool {
    guard let start = baseAddress, count > 0 else { return false }
    for offset in 0..<count {
      guard start[offset].isASCIILetter || start[offset].isASCIIDigit else { return false }
    }
    return true
  }

  /// The part between two offsets; offsets outside are clamped to it.
  package func part(_ start: Int, _ end: Int) -> Bytes {
    let upper = Swift.min(Swift.max(end, 0), count)
    let lower = Swift.min(Swift.max(start, 0), upper)
    return Bytes(start: baseAddress.map { $0 + lower }, count: upper &- lower)
  }

  package func part(_ range: Range<Int>) -> Bytes { part(range.lowerBound, range.upperBound) }

  /// The range of the text without white space at its ends, as ECMAScript's `trim` defines it.
  package var trimmed: Range<Int> {
    var start = 0
    while let width = Whitespace.width(in: self, at: start) { start &+= width }
    var end = count
    while end > start, let width = Whitespace.width(in: self, before: end) { end &-= width }
    return start..<end
  }
}

/// White space as ECMAScript's `String.prototype.trim` removes it (ECMA-262, WhiteSpace and
/// LineTerminator).
package enum Whitespace {
  /// The length of the white space character at `offset`, or nil when there is none.
  package static func width(in bytes: Bytes, at offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { return 1 }
    if byte == 0xC2, offset + 1 < bytes.count, bytes[offset + 1] == 0xA0 { return 2 }
    guard byte >= 0xE1, offset + 2 < bytes.count else { return nil }
    return isWide(byte, bytes[offset + 1], bytes[offset + 2]) ? 3 : nil
  }

  /// The length of the white space character that ends at `end`, or nil when there is none.
  package static func width(in bytes: Bytes, before end: Int) -> Int? {
    if end > 0, bytes[end - 1] < 0x80 { return width(in: bytes, at: end - 1) }
    for length in 2...3 where end >= length {
      if width(in: bytes, at: end - length) == length { return length }
    }
    return nil
  }

  /// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF.
  private static func isWide(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xE1, 0x9A): third == 0x80
    case (0xE2, 0x80): (0x80...0x8A).contains(third) || [0xA8, 0xA9, 0xAF].contains(third)
    case (0xE2, 0x81): third == 0x9F
    case (0xE3, 0x80): third == 0x80
    case (0xEF, 0xBB): third == 0xBF
    default: false
    }
  }
}

extension UInt8 {
  @inline(__always)
  package var isASCIILetter: Bool { self | 0x20 &- 0x61 < 26 }

  @inline(__always)
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }
}
