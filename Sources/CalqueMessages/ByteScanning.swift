import CalqueBase

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first such byte at or after `start`, searched eight bytes at a time.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = UnsafeRawPointer(baseAddress) else { return nil }
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var offset = start
    while offset &+ 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      let other = word ^ pattern
      // Sets the top bit of the bytes that match; the lowest bit set is always a match.
      let found = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
      if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < count {
      if self[offset] == byte { return offset }
      offset &+= 1
    }
    return nil
  }

  /// The bytes between two offsets. The caller guarantees that they are within bounds.
  @inline(__always)
  func part(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[start..<end])
  }
}

extension UInt8 {
  var isASCIILetter: Bool { self | 0x20 &- 0x61 < 26 }
  var isASCIIDigit: Bool { self &- 0x30 < 10 }
}
