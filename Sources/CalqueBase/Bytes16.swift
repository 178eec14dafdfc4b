/// Bytes looked at 16 at a time, so that their number hardly matters.
package enum Bytes16 {
  /// Whether `test` says so of any byte. It may be given some bytes twice, and 0 if there are less
  /// than 16.
  @inline(__always)
  package static func contain(
    _ bytes: UnsafePointer<UInt8>, _ count: Int,
    where test: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Bool {
    let raw = UnsafeRawPointer(bytes)
    if count <= 16 { return !isNone(test(short(raw, count))) }
    var offset = 0
    while offset &+ 16 < count {
      if !isNone(test(raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))) {
        return true
      }
      offset &+= 16
    }
    return !isNone(
      test(raw.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)))
  }

  /// Whether a byte other than 0 is among some.
  package static func contains(_ byte: UInt8, in bytes: Bytes) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    return contain(start, bytes.count) { $0 .== SIMD16(repeating: byte) }
  }

  /// Bytes above ASCII.
  @inline(__always)
  package static func wide(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    unsafeBitCast(block, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0)
  }

  @inline(__always)
  private static func short(_ raw: UnsafeRawPointer, _ count: Int) -> SIMD16<UInt8> {
    let first = Word.short(raw, count)
    let last = count > 8 ? Word.at(raw, count &- 8) : first
    return unsafeBitCast(SIMD2(first, last), to: SIMD16<UInt8>.self)
  }

  /// Whether a mask is set nowhere.
  @inline(__always)
  package static func isNone(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return words.x | words.y == 0
  }

  /// Whether none is above ASCII.
  @inline(__always)
  package static func isASCII(_ block: SIMD16<UInt8>) -> Bool {
    let words = unsafeBitCast(block, to: SIMD2<UInt64>.self)
    return (words.x | words.y) & 0x8080_8080_8080_8080 == 0
  }
}
