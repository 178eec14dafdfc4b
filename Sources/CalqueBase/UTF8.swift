/// Validation of UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
package enum UTF8Check {
  /// The offset of the first byte that is not part of a well-formed sequence, or nil.
  ///
  /// - Complexity: O(count); eight bytes at a time while they are ASCII or two-byte sequences.
  package static func firstInvalid(_ bytes: Bytes) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    var offset = 0
    while offset < bytes.count {
      if offset &+ 8 <= bytes.count {
        let word = Word.at(raw, offset)
        let wide = word & 0x8080_8080_8080_8080
        if wide == 0 || isPairs(word) {
          offset &+= 8
          continue
        }
        offset &+= wide.trailingZeroBitCount >> 3
      } else {
        // The last eight bytes, of which the first were looked at before.
        let rest =
          bytes.count >= 8
          ? Word.at(raw, bytes.count &- 8) : Word.short(raw + offset, bytes.count &- offset)
        if rest & 0x8080_8080_8080_8080 == 0 { return nil }
      }
      let length = sequenceLength(bytes, at: offset)
      if length == 0 { return offset }
      offset &+= length
    }
    return nil
  }

  /// Whether a word consists of four two-byte sequences, as in Greek, Cyrillic and Arabic text.
  private static func isPairs(_ word: UInt64) -> Bool {
    guard word & 0xC0E0_C0E0_C0E0_C0E0 == 0x80C0_80C0_80C0_80C0 else { return false }
    // A first byte below C2 would be overlong; from C2 on, one of these bits is set.
    let carried = (word & 0x001E_001E_001E_001E) &+ 0x007E_007E_007E_007E
    return carried & 0x0080_0080_0080_0080 == 0x0080_0080_0080_0080
  }

  /// The length of the well-formed sequence at `offset`, or 0 when it is malformed.
  private static func sequenceLength(_ bytes: Bytes, at offset: Int) -> Int {
    let first = bytes[offset]
    if first < 0x80 { return 1 }
    let (length, lowest, highest): (Int, UInt8, UInt8) =
      switch first {
      case 0xC2...0xDF: (2, 0x80, 0xBF)
      case 0xE0: (3, 0xA0, 0xBF)
      case 0xED: (3, 0x80, 0x9F)
      case 0xE1...0xEF: (3, 0x80, 0xBF)
      case 0xF0: (4, 0x90, 0xBF)
      case 0xF1...0xF3: (4, 0x80, 0xBF)
      case 0xF4: (4, 0x80, 0x8F)
      default: (0, 0, 0)
      }
    guard length > 0, offset <= bytes.count - length else { return 0 }
    guard bytes[offset + 1] >= lowest, bytes[offset + 1] <= highest else { return 0 }
    for distance in 2..<max(length, 2) where bytes[offset + distance] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

/// Code points of well-formed UTF-8; other bytes give some number, and never more than there are.
package enum CodePoint {
  package static func first(_ text: Bytes) -> UInt32 {
    var place = 0
    return next(&place, in: text)
  }

  package static func last(_ text: Bytes) -> UInt32 {
    var place = text.count &- 1
    while place > 0, text[place] & 0xC0 == 0x80 { place &-= 1 }
    place = max(place, 0)
    return next(&place, in: text)
  }

  /// The character at a place, which is moved behind it; 0 at the end.
  @inline(never)
  package static func next(_ place: inout Int, in text: Bytes) -> UInt32 {
    guard place < text.count else { return 0 }
    let lead = text[place]
    var more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
    var value = UInt32(truncatingIfNeeded: more == 0 ? lead : lead & (0x3F >> more))
    place &+= 1
    while more > 0, place < text.count {
      value = value << 6 | UInt32(truncatingIfNeeded: text[place] & 0x3F)
      place &+= 1
      more &-= 1
    }
    return value
  }

  /// The bytes of a character in UTF-8, the first one lowest.
  package static func utf8(_ code: UInt32) -> UInt64 {
    let code = UInt64(code)
    let last = 0x80 | code & 0x3F
    let third = 0x80 | code >> 6 & 0x3F
    let second = 0x80 | code >> 12 & 0x3F
    if code < 0x80 { return code }
    if code < 0x800 { return 0xC0 | code >> 6 | last << 8 }
    if code < 0x10000 { return 0xE0 | code >> 12 | third << 8 | last << 16 }
    return 0xF0 | code >> 18 | second << 8 | third << 16 | last << 24
  }

  /// Writes the bytes of a character to an address with room for four.
  ///
  /// - Returns: the number of bytes written.
  package static func write(_ code: UInt32, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let bytes = utf8(code)
    UnsafeMutableRawPointer(place).storeBytes(
      of: UInt32(truncatingIfNeeded: bytes).littleEndian, as: UInt32.self)
    return max(8 &- bytes.leadingZeroBitCount >> 3, 1)
  }
}

extension Bytes {
  /// Whether they are a text.
  @inline(__always)
  package var isUTF8: Bool {
    guard let start = baseAddress else { return true }
    return Word.areASCII(start, count) || UTF8Check.firstInvalid(self) == nil
  }
}

extension Text {
  @inline(never)
  package var isUTF8: Bool { bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil } }

  /// Appends a code point.
  package mutating func append(scalar: UInt32) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { room in
      guard let start = room.baseAddress else { return }
      append(Bytes(start: start, count: CodePoint.write(scalar, to: start)))
    }
  }
}
