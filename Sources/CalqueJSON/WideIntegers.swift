import CalqueBase

/// A JSON text in which integers beyond 64 bits are given a fraction, so that these and no others
/// are read as doubles.
struct WideIntegers {
  private(set) var bytes: [UInt8] = []
  /// The offsets of the fractions in `bytes`.
  private var fractions: [Int] = []

  private static let fraction: [UInt8] = [0x2E, 0x30]

  /// - Complexity: O(count).
  init(_ source: Bytes) {
    bytes.reserveCapacity(source.count &+ 16)
    var isQuoted = false
    var offset = 0
    while offset < source.count {
      let byte = source[offset]
      if !isQuoted, byte.isASCIIDigit || byte == 0x2D {
        offset = copyNumber(of: source, from: offset)
        continue
      }
      bytes.append(byte)
      offset += 1
      if byte == 0x22 {
        isQuoted.toggle()
      } else if isQuoted, byte == 0x5C, offset < source.count {
        bytes.append(source[offset])
        offset += 1
      }
    }
  }

  /// The offset in the source of an offset in `bytes`.
  func source(of offset: Int) -> Int {
    offset - fractions.reduce(0) { $0 + min(max(offset - $1, 0), Self.fraction.count) }
  }

  /// Copies a number with its fraction and exponent, and returns the offset after it.
  private mutating func copyNumber(of source: Bytes, from start: Int) -> Int {
    let isNegative = source[start] == 0x2D
    let (magnitude, digitsEnd) = source.digits(from: isNegative ? start + 1 : start)
    let isWide = (magnitude ?? .max) > Int64.max.magnitude &+ (isNegative ? 1 : 0)
    var end = digitsEnd
    let isInteger = end == source.count || !Self.continuesNumber(source[end])
    while end < source.count, Self.continuesNumber(source[end]) { end += 1 }
    bytes.append(contentsOf: source[start..<end])
    if isWide, isInteger {
      fractions.append(bytes.count)
      bytes.append(contentsOf: Self.fraction)
    }
    return end
  }

  /// A decimal point, an exponent or its sign, or a digit after one of these.
  private static func continuesNumber(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte == 0x2E || byte | 0x20 == 0x65 || byte == 0x2B || byte == 0x2D
  }
}
