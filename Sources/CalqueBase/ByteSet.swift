/// A set of byte values.
package struct ByteSet: Sendable {
  private var low: (UInt64, UInt64) = (0, 0)
  private var high: (UInt64, UInt64) = (0, 0)

  package init() {}

  /// - Parameter words: the value of `words` of another set.
  package init(words: SIMD4<UInt64>) {
    low = (words[0], words[1])
    high = (words[2], words[3])
  }

  /// The set as 256 bits, starting with byte 0.
  package var words: SIMD4<UInt64> { SIMD4(low.0, low.1, high.0, high.1) }

  package mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: low.0 |= bit
    case 1: low.1 |= bit
    case 2: high.0 |= bit
    default: high.1 |= bit
    }
  }

  package func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: low.0
      case 1: low.1
      case 2: high.0
      default: high.1
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }
}
