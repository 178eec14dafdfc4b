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
    let filler = bytes.first ?? 0x80
    let four = bytes.prefix(4) + [filler, filler, filler, filler]
    values = (
      SIMD16(repeating: four[0]), SIMD16(repeating: four[1]), SIMD16(repeating: four[2]),
      SIMD16(repeating: four[3])
    )
  }

  /// Whether one of the values occurs; bytes above ASCII are allowed.
  package func finds(in bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    Bytes16.contain(bytes, count) { block in
      (block .== values.0) .| (block .== values.1) .| (block .== values.2)
        .| (block .== values.3)
    }
  }

  @inline(__always)
  package func occurs(in bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    Bytes16.contain(bytes, count) { block in
      Bytes16.wide(block) .| (block .== values.0) .| (block .== values.1)
        .| (block .== values.2) .| (block .== values.3)
    }
  }
}
