import CPlatform

/// Bytes as little-endian words, and short runs of them moved and compared without calls of libc,
/// whose branches on the length are what costs most on 20 to 60 bytes.
package enum Word {
  /// The eight bytes at an offset.
  @inline(__always)
  package static func at(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// Up to eight bytes, zeros above them; reads nothing behind them.
  @inline(__always)
  package static func short(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 8 { return at(raw, 0) }
    if count >= 4 {
      let low = raw.loadUnaligned(as: UInt32.self).littleEndian
      let high = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self).littleEndian
      return UInt64(low) | UInt64(high) &<< UInt64(8 &* (count &- 4))
    }
    if count <= 0 { return 0 }
    let middle = count >> 1
    let first = UInt64(raw.load(as: UInt8.self))
    let last = UInt64(raw.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first | UInt64(raw.load(fromByteOffset: middle, as: UInt8.self)) &<< UInt64(8 &* middle)
      | last &<< UInt64(8 &* (count &- 1))
  }

  /// As `short`, for where less than eight bytes are rare: kept out of what is inlined.
  @inline(never)
  private static func rare(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 { short(raw, count) }

  /// The bytes behind the last whole word of a run, zeros above them.
  @inline(__always)
  package static func rest(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count < 8 { return rare(raw, count) }
    // Two shifts, because one by 64 is none.
    return (at(raw, count &- 8) >> 1) &>> UInt64(63 &- 8 &* (count & 7))
  }

  /// Whether two runs of the same length are the same.
  @inline(__always)
  package static func isSame(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    if count < 8 { return rare(left, count) == rare(right, count) }
    var offset = 0
    while offset &+ 8 < count {
      if at(left, offset) != at(right, offset) { return false }
      offset &+= 8
    }
    return at(left, count &- 8) == at(right, count &- 8)
  }

  /// Below 0, 0 or above, as `memcmp`.
  package static func order(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
  ) -> Int { Int(memcmp(left, right, count)) }

  /// Copies bytes, few of them without a call of libc.
  package static func copy(
    _ from: UnsafeRawPointer, to place: UnsafeMutableRawPointer, _ count: Int
  ) {
    if count <= 32 {
      move(from, to: place, count)
    } else {
      place.copyMemory(from: from, byteCount: count)
    }
  }

  /// Copies up to 32 bytes, as two moves that may overlap.
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
