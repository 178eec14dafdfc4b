/// Up to four byte values and all bytes above ASCII, looked for 16 bytes at a time.
package struct ByteProbe: Sendable {
  private let values: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

  /// - Parameter bytes: those after the fourth are left out. 0 is found in all that is shorter than 16.
  package init(_ bytes: [UInt8]) {
    // An unused one looks for a byte that is looked for anyway.
    let filler = bytes.first ?? 0x80
    let four = bytes.prefix(4) + [filler, filler, filler, filler]
    values = (
      SIMD16(repeating: four[0]), SIMD16(repeating: four[1]), SIMD16(repeating: four[2]),
      SIMD16(repeating: four[3])
    )
  }

  /// Whether one of the values occurs; bytes above ASCII may be there.
  package func finds(in bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    Bytes16.contain(bytes, count) { block in
      (block .== values.0) .| (block .== values.1) .| (block .== values.2)
        .| (block .== values.3)
    }
  }

  @inline(__always)
  package func occurs(in bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    Bytes16.contain(bytes, count) { block in
      (block .== values.0) .| (block .== values.1) .| (block .== values.2)
        .| (block .== values.3) .| Bytes16.wide(block)
    }
  }
}
