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
    let digits = Self.digits(Self.limbs(magnitude))
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
    var limbs = Self.limbs(significand)
    // m × 2^-k is m × 5^k with the point moved by k places.
    Self.multiply(&limbs, by: exponent < 0 ? 5 : 2, times: abs(exponent))
    let digits = Self.digits(limbs)
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
    var text = ExactDecimal(digits: digits, point: 1).fixed(fraction: fraction)
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

/// How a number between two that can be shown is rounded: the names of ECMA-402.
package enum RoundingMode: UInt8, Sendable {
  case ceil, floor, expand, trunc, halfCeil, halfFloor, halfExpand, halfTrunc, halfEven

  /// Rounds 0.d1d2d3… × 10^point to its first `kept` digits, in place. Zero has no digits.
  ///
  /// - Parameter digits: ASCII, the first and the last of which are not zero.
  package func round(
    _ digits: UnsafeMutablePointer<UInt8>, _ count: inout Int, _ point: inout Int,
    keeping kept: Int, isNegative: Bool
  ) {
    guard kept < count else { return }
    let goesUp = goesUp(UnsafePointer(digits), count, at: kept, isNegative)
    count = max(kept, 0)
    // Nines carry, and zeros at the end are left out.
    let dropped: UInt8 = goesUp ? 0x39 : 0x30
    while count > 0, digits[count &- 1] == dropped { count &-= 1 }
    if count > 0 {
      if goesUp { digits[count &- 1] &+= 1 }
    } else if goesUp {
      digits[0] = 0x31
      (count, point) = (1, point &- min(kept, 0) &+ 1)
    } else {
      point = 0
    }
  }

  /// Whether the digits before `kept` become one more.
  private func goesUp(
    _ digits: UnsafePointer<UInt8>, _ count: Int, at kept: Int, _ isNegative: Bool
  ) -> Bool {
    switch self {
    case .ceil: return !isNegative
    case .floor: return isNegative
    case .expand: return true
    case .trunc: return false
    default: break
    }
    // The last digit is not zero, so digits that are dropped are never all zero.
    if kept < 0 { return false }
    let first = digits[kept]
    if first != 0x35 { return first > 0x35 }
    if count > kept &+ 1 { return true }
    switch self {
    case .halfCeil: return !isNegative
    case .halfFloor: return isNegative
    case .halfTrunc: return false
    case .halfEven: return kept > 0 && digits[kept &- 1] & 1 == 1
    default: return true
    }
  }
}
