import CalqueBase

/// Texts, with escapes or without.
extension JSONScan {
  /// A text whose opening quote was read; nil for one with escapes where there may be none.
  @inline(__always)
  mutating func text(withEscapes hasEscapes: Bool) -> Bytes? {
    let first = offset
    var place = first
    while place &+ 8 <= count {
      let marks = Self.marks(Word.at(start, place))
      place &+= marks.trailingZeroBitCount >> 3
      if marks != 0 { break }
    }
    while place < count {
      let byte = start[place]
      if byte == 0x22 {
        offset = place &+ 1
        return Bytes(start: start + first, count: place &- first)
      }
      if byte == 0x5C, hasEscapes { return escapedText() }
      guard byte >= 0x20, byte != 0x5C else { return nil }
      place &+= 1
    }
    return nil
  }

  /// The highest bit of the first byte that is a quote, a backslash or a control character, and of some
  /// behind it.
  private static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quote, back) = (word ^ 0x22 &* ones, word ^ 0x5C &* ones)
    let isMark = (quote &- ones) & ~quote | (back &- ones) & ~back | (word &- 0x20 &* ones) & ~word
    return isMark & (0x80 &* ones)
  }

  @inline(never)
  private mutating func escapedText() -> Bytes? {
    let room = room ?? arena.pointee.take(UInt8.self, count &- offset)
    var end = room
    func put(_ byte: UInt8) {
      end.pointee = byte
      end += 1
    }
    while offset < count {
      let byte = start[offset]
      offset &+= 1
      if byte == 0x22 {
        self.room = end
        return Bytes(start: room, count: end - room)
      }
      guard byte >= 0x20 else { return nil }
      guard byte == 0x5C else {
        put(byte)
        continue
      }
      guard offset < count else { return nil }
      let escape = start[offset]
      offset &+= 1
      switch escape {
      case 0x22, 0x5C, 0x2F: put(escape)
      case 0x62: put(0x08)
      case 0x66: put(0x0C)
      case 0x6E: put(0x0A)
      case 0x72: put(0x0D)
      case 0x74: put(0x09)
      case 0x75:
        guard let scalar = scalar() else { return nil }
        end += CodePoint.write(scalar, to: end)
      default: return nil
      }
    }
    return nil
  }

  /// The code point of a `\u` escape or of a surrogate pair; nil for an unpaired surrogate.
  private mutating func scalar() -> UInt32? {
    guard let unit = unit() else { return nil }
    guard unit & 0xFC00 == 0xD800 else { return unit & 0xF800 == 0xD800 ? nil : unit }
    guard count &- offset >= 6, start[offset] == 0x5C, start[offset &+ 1] == 0x75 else {
      return nil
    }
    offset &+= 2
    guard let low = self.unit(), low & 0xFC00 == 0xDC00 else { return nil }
    return 0x10000 &+ ((unit & 0x3FF) << 10) &+ (low & 0x3FF)
  }

  private mutating func unit() -> UInt32? {
    guard count &- offset >= 4 else { return nil }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Hexadecimal.value(of: start[offset]) else { return nil }
      unit = unit << 4 | UInt32(digit)
      offset &+= 1
    }
    return unit
  }
}
