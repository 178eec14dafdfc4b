/// XXH64 of bytes: detects damage, not tampering.
///
/// Part of file formats, so the result must not change between builds or machines.
package enum Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// - Complexity: O(count), 32 bytes at a time.
  package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    guard let start = bytes.baseAddress else { return avalanche(seed &+ prime5) }
    var offset = 0
    var hash = seed &+ prime5
    if bytes.count >= 32 { hash = stripes(start, bytes.count, seed: seed, &offset) }
    hash &+= UInt64(truncatingIfNeeded: bytes.count)
    while bytes.count &- offset >= 8 {
      hash = (hash ^ round(0, Word.at(start, offset))).rotated(27) &* prime1 &+ prime4
      offset &+= 8
    }
    if bytes.count &- offset >= 4 {
      let half = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
      hash = (hash ^ UInt64(half) &* prime1).rotated(23) &* prime2 &+ prime3
      offset &+= 4
    }
    while offset < bytes.count {
      hash = (hash ^ UInt64(bytes[offset]) &* prime5).rotated(11) &* prime1
      offset &+= 1
    }
    return avalanche(hash)
  }

  package static func of(_ text: Text, seed: UInt64 = 0) -> UInt64 {
    text.bytes.withUnsafeBytes { of($0, seed: seed) }
  }

  /// All complete blocks of 32 bytes, in four lanes.
  private static func stripes(
    _ start: UnsafeRawPointer, _ count: Int, seed: UInt64, _ offset: inout Int
  ) -> UInt64 {
    var lanes = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
    while count &- offset >= 32 {
      lanes.0 = round(lanes.0, Word.at(start, offset))
      lanes.1 = round(lanes.1, Word.at(start, offset &+ 8))
      lanes.2 = round(lanes.2, Word.at(start, offset &+ 16))
      lanes.3 = round(lanes.3, Word.at(start, offset &+ 24))
      offset &+= 32
    }
    var hash =
      lanes.0.rotated(1) &+ lanes.1.rotated(7) &+ lanes.2.rotated(12) &+ lanes.3.rotated(18)
    hash = merge(hash, lanes.0)
    hash = merge(hash, lanes.1)
    hash = merge(hash, lanes.2)
    return merge(hash, lanes.3)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    (lane &+ word &* prime2).rotated(31) &* prime1
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func avalanche(_ hash: UInt64) -> UInt64 {
    var hash = hash
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }
}

extension UInt64 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt64) -> UInt64 { self << count | self >> (64 &- count) }
}
