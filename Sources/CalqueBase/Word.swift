import CPlatform

/// Reads bytes as little-endian words, and moves and compares short runs without calling libc,
/// whose branches on the length dominate the cost for 20 to 60 bytes.
package enum Word {
  /// The eight bytes at an offset.
  @inline(__always)
  package static func at(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// Up to eight bytes, padded with zeros; reads nothing beyond them.
  @inline(__always)
  package static func short(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 8 { return at(raw, 0) }
    return count >= 4 ? halves(raw, count) : few(raw, count)
  }

  /// From four to eight bytes, padded with zeros: two halves that may overlap.
  @inline(__always)
  private static func halves(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    UInt64(half(raw, 0))
      | UInt64(half(raw, count &- 4)) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
  }

  @inline(__always)
  private static func half(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
  }

  /// Up to three bytes, padded with zeros.
  @inline(__always)
  private static func few(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count <= 0 { return 0 }
    let (middle, end) = (count >> 1, count &- 1)
    return byte(raw, 0) | byte(raw, middle) &<< UInt64(truncatingIfNeeded: 8 &* middle)
      | byte(raw, end) &<< UInt64(truncatingIfNeeded: 8 &* end)
  }

  @inline(__always)
  private static func byte(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(raw.load(fromByteOffset: offset, as: UInt8.self))
  }

  /// As `short`, for callers that rarely have less than four bytes.
  @inline(__always)
  package static func usual(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    count >= 4 ? short(raw, count) : rare(raw, count)
  }

  @inline(never)
  private static func rare(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 { few(raw, count) }

  /// The bytes after the last whole word of a run, padded with zeros.
  @inline(__always)
  package static func rest(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count < 8 { return count >= 4 ? halves(raw, count) : few(raw, count) }
    // Two shifts, because a shift by 64 bits has no effect.
    return (at(raw, count &- 8) >> 1) &>> UInt64(63 &- 8 &* (count & 7))
  }

  /// Whether no byte is above ASCII.
  @inline(__always)
  package static func areASCII(_ raw: UnsafeRawPointer, _ count: Int) -> Bool {
    if count < 8 {
      if count < 4 { return few(raw, count) & 0x80_8080 == 0 }
      return (half(raw, 0) | half(raw, count &- 4)) & 0x8080_8080 == 0
    }
    var all = at(raw, count &- 8)
    var offset = 0
    while offset &+ 8 < count {
      all |= at(raw, offset)
      offset &+= 8
    }
    return all & 0x8080_8080_8080_8080 == 0
  }

  /// Whether two runs of the same length are the same.
  @inline(__always)
  package static func isSame(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    if count < 8 {
      guard count >= 4 else { return areFewSame(left, right, count) }
      return half(left, 0) == half(right, 0) && half(left, count &- 4) == half(right, count &- 4)
    }
    return areManySame(left, right, count)
  }

  /// As `isSame`, for eight bytes and more.
  @inline(__always)
  package static func areManySame(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    var offset = 0
    while offset &+ 8 < count {
      if at(left, offset) != at(right, offset) { return false }
      offset &+= 8
    }
    return at(left, count &- 8) == at(right, count &- 8)
  }

  /// As `isSame`, for up to three bytes.
  @inline(never)
  private static func areFewSame(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    if count <= 0 { return true }
    let (middle, end) = (count >> 1, count &- 1)
    return byte(left, 0) == byte(right, 0) && byte(left, middle) == byte(right, middle)
      && byte(left, end) == byte(right, end)
  }

  /// Negative, 0 or positive, as `memcmp`.
  package static func order(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
  ) -> Int { Int(memcmp(left, right, count)) }

  /// Copies bytes, without calling libc if they are few.
  package static func copy(
    _ from: UnsafeRawPointer, to place: UnsafeMutableRawPointer, _ count: Int
  ) {
    if count <= 32 {
      move(from, to: place, count)
    } else {
      place.copyMemory(from: from, byteCount: count)
    }
  }

  /// Copies up to 32 bytes by two moves that may overlap.
  @inline(__always)
  package static func move(
    _ from: UnsafeRawPointer, to place: UnsafeMutableRawPointer, _ count: Int
  ) {
    if count >= 16 {
      move(SIMD16<UInt8>.self, from, to: place, count &- 16)
    } else if count >= 8 {
      move(UInt64.self, from, to: place, count &- 8)
    } else if count >= 4 {
      move(UInt32.self, from, to: place, count &- 4)
    } else if count >= 2 {
      move(UInt16.self, from, to: place, count &- 2)
    } else if count == 1 {
      place.storeBytes(of: from.load(as: UInt8.self), as: UInt8.self)
    }
  }

  @inline(__always)
  private static func move<Block: BitwiseCopyable>(
    _ type: Block.Type, _ from: UnsafeRawPointer, to place: UnsafeMutableRawPointer, _ last: Int
  ) {
    let first = from.loadUnaligned(as: Block.self)
    let second = from.loadUnaligned(fromByteOffset: last, as: Block.self)
    place.storeBytes(of: first, as: Block.self)
    place.storeBytes(of: second, toByteOffset: last, as: Block.self)
  }
}
