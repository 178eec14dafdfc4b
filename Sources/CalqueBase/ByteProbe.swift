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
