/// Examining bytes 16 at a time, so that their number hardly affects the time.
package enum Bytes16 {
  /// Whether any byte passes `test`, which may see some bytes twice, and zeros if there are less
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

  /// Whether the bytes contain `byte`, which must not be 0.
  package static func contains(_ byte: UInt8, in bytes: Bytes) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    return contain(start, bytes.count) { $0 .== SIMD16(repeating: byte) }
  }

  /// The bytes above ASCII.
  @inline(__always)
  package static func wide(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    unsafeBitCast(block, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0)
  }

  @inline(__always)
  private static func short(_ raw: UnsafeRawPointer, _ count: Int) -> SIMD16<UInt8> {
    let first = Word.usual(raw, count)
    let last = count > 8 ? Word.at(raw, count &- 8) : 0
    return unsafeBitCast(SIMD2(first, last), to: SIMD16<UInt8>.self)
  }

  /// Whether no lane of a mask is set.
  @inline(__always)
  package static func isNone(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return words.x | words.y == 0
  }

  /// Whether no byte is above ASCII.
  @inline(__always)
  package static func isASCII(_ block: SIMD16<UInt8>) -> Bool {
    let words = unsafeBitCast(block, to: SIMD2<UInt64>.self)
    return (words.x | words.y) & 0x8080_8080_8080_8080 == 0
  }
}
