/// A set of byte values.
package struct ByteSet: Sendable {
  /// The set as 256 bits, starting with byte 0.
  package private(set) var words: SIMD4<UInt64>

  /// - Parameter words: the value of `words` of another set.
  package init(words: SIMD4<UInt64> = SIMD4()) { self.words = words }

  package mutating func insert(_ byte: UInt8) {
    words[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
  }

  package func contains(_ byte: UInt8) -> Bool {
    words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
  }
}

/// A set of byte values, held as a table so that adding a byte is one store. To be ended by
/// `deallocate`.
package struct ByteMarks {
  private let table: UnsafeMutablePointer<Bool>

  package init() {
    table = .allocate(capacity: 256)
    table.initialize(repeating: false, count: 256)
  }

  package func deallocate() { table.deallocate() }

  /// - Returns: whether one of the bytes is `wanted`.
  @inline(__always)
  package func insert(_ bytes: Bytes, lookingFor wanted: UInt8) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var found: UInt8 = 0
    var offset = 0
    while offset < bytes.count {
      let byte = start[offset]
      table[Int(byte)] = true
      // Without a branch, which would be mispredicted once per name.
      found |= byte == wanted ? 1 : 0
      offset &+= 1
    }
    return found != 0
  }

  package func contains(_ byte: UInt8) -> Bool { table[Int(byte)] }

  package var set: ByteSet {
    var set = ByteSet()
    for byte in UInt8.min...UInt8.max where contains(byte) { set.insert(byte) }
    return set
  }
}

/// Searches for up to four byte values, or for bytes above ASCII, 16 bytes at a time.
package struct ByteProbe: Sendable {
  private let values: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

  /// - Parameter bytes: the values; those after the fourth are ignored. 0 is found in any text of
  ///   less than 16 bytes.
  package init(_ bytes: [UInt8]) {
    // Unused places repeat a value that is searched for anyway.
    func value(_ place: Int) -> SIMD16<UInt8> {
      SIMD16(repeating: place < bytes.count ? bytes[place] : bytes.first ?? 0x80)
    }
    values = (value(0), value(1), value(2), value(3))
  }

  /// Whether one of the values occurs; bytes above ASCII are allowed.
  package func finds(in bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    Bytes16.contain(bytes, count) { found($0) }
  }

  @inline(__always)
  package func occurs(in bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    Bytes16.contain(bytes, count) { Bytes16.wide($0) .| found($0) }
  }

  @inline(__always)
  private func found(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    (block .== values.0) .| (block .== values.1) .| (block .== values.2) .| (block .== values.3)
  }
}

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
    return !isNone(test(raw.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)))
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
}
