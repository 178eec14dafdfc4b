/// The exact decimal digits of a number, for rounding to a given number of digits.
///
/// The value is 0.d1d2d3… × 10^point; zero has no digits. A double has up to 767 digits.
package struct ExactDecimal: Equatable, Sendable {
  /// ASCII digits, most significant first; the first and the last are not zero.
  package private(set) var digits: [UInt8]
  package private(set) var point: Int

  package init(digits: [UInt8], point: Int) {
    let leading = digits.firstIndex { $0 != 0x30 } ?? digits.count
    self.digits = Array(digits[leading...])
    while self.digits.last == 0x30 { self.digits.removeLast() }
    self.point = self.digits.isEmpty ? 0 : point - leading
  }

  package init(_ magnitude: UInt64) {
    let digits = Decimal.digits(of: magnitude)
    self.init(digits: digits, point: digits.count)
  }

  /// The exact value of a double's magnitude; zero for NaN and infinity, which have no digits.
  package init(_ number: Double) {
    guard number.isFinite, number != 0 else {
      self.init(digits: [], point: 0)
      return
    }
    let isSubnormal = number.exponentBitPattern == 0
    var significand = number.significandBitPattern | (isSubnormal ? 0 : 1 << 52)
    var exponent = Int(number.exponentBitPattern) - (isSubnormal ? 1074 : 1075)
    exponent += significand.trailingZeroBitCount
    significand >>= UInt64(significand.trailingZeroBitCount)
    var limbs = ExactDecimal.limbs(significand)
    // m × 2^-k is m × 5^k with the point moved by k places.
    ExactDecimal.multiply(&limbs, by: exponent < 0 ? 5 : 2, times: abs(exponent))
    let digits = ExactDecimal.digits(limbs)
    self.init(digits: digits, point: digits.count + min(exponent, 0))
  }

  package var isZero: Bool { digits.isEmpty }

  /// The value rounded to its first `count` digits; a negative count yields zero.
  package func rounded(keeping count: Int, _ mode: RoundingMode) -> ExactDecimal {
    var (digits, kept, point) = (digits, digits.count, point)
    digits.withUnsafeMutableBufferPointer { digits in
      guard let start = digits.baseAddress else { return }
      mode.round(start, &kept, &point, keeping: count, isNegative: false)
    }
    return ExactDecimal(digits: Array(digits[..<kept]), point: point)
  }

  /// The value rounded to `fraction` fraction digits.
  package func rounded(fraction: Int, _ mode: RoundingMode) -> ExactDecimal {
    fraction < fractionCount ? rounded(keeping: point + fraction, mode) : self
  }
}

/// Notations; no value is rounded here.
extension ExactDecimal {
  /// Plain notation with exactly `fraction` fraction digits.
  package func fixed(fraction: Int) -> Text {
    var text = integerPart(atLeast: 1)
    if fraction > 0 {
      text.append(0x2E)
      for distance in 0..<fraction { text.append(asciiDigit(point + distance)) }
    }
    return text
  }

  /// The ASCII digits before the point, padded with zeros to `count`.
  package func integerPart(atLeast count: Int) -> Text {
    var text = Text()
    for _ in 0..<max(count - max(point, 0), 0) { text.append(0x30) }
    for position in 0..<max(point, 0) { text.append(asciiDigit(position)) }
    return text
  }

  /// The number of fraction digits without trailing zeros.
  package var fractionCount: Int { max(digits.count - point, 0) }

  /// The power of ten of the first digit; 0 for zero.
  package var exponent: Int { isZero ? 0 : point - 1 }

  /// Scientific notation with `fraction` fraction digits and at least `exponentDigits` digits in
  /// the exponent.
  package func scientific(fraction: Int, exponentDigits: Int) -> Text {
    var text = Text([asciiDigit(0)])
    if fraction > 0 {
      text.append(0x2E)
      for position in 1...fraction { text.append(asciiDigit(position)) }
    }
    text.append(0x65)
    text.append(exponent < 0 ? 0x2D : 0x2B)
    text.append(ExactDecimal(UInt64(exponent.magnitude)).integerPart(atLeast: exponentDigits))
    return text
  }

  private func asciiDigit(_ position: Int) -> UInt8 {
    position >= 0 && position < digits.count ? digits[position] : 0x30
  }
}

/// Big integers in limbs of nine decimal digits, least significant first.
extension ExactDecimal {
  private static let limb: UInt64 = 1_000_000_000

  private static func limbs(_ number: UInt64) -> [UInt64] {
    [number % limb, number / limb % limb, number / limb / limb]
  }

  private static func multiply(_ limbs: inout [UInt64], by base: UInt64, times: Int) {
    var left = times
    while left > 0 {
      // 5^13 and 2^13 keep every product of limbs far below 2^64.
      var factor: UInt64 = 1
      for _ in 0..<min(left, 13) { factor &*= base }
      left -= 13
      var carry: UInt64 = 0
      for position in limbs.indices {
        let product = limbs[position] &* factor &+ carry
        limbs[position] = product % limb
        carry = product / limb
      }
      while carry > 0 {
        limbs.append(carry % limb)
        carry /= limb
      }
    }
  }

  private static func digits(_ limbs: [UInt64]) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(limbs.count * 9)
    for limb in limbs {
      var rest = limb
      for _ in 0..<9 {
        digits.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
    }
    digits.reverse()
    return digits
  }
}
