/// The exact decimal digits of a number, for rounding to a given number of digits.
///
/// The value is 0.d1d2d3… × 10^point; zero has no digits. A double has up to 767 digits.
package struct ExactDecimal: Equatable, Sendable {
  /// How a value exactly between two neighbours is rounded.
  package enum Ties: UInt8, Sendable {
    // The raw type keeps the compiler from synthesising Hashable, which needs arc4random_buf.
    /// To the even neighbour, as C's printf does.
    case toEven
    /// Away from zero, as ECMAScript's `toFixed` does.
    case awayFromZero
  }

  /// Digits 0 to 9, most significant first; the first is not 0.
  package private(set) var digits: [UInt8]
  package private(set) var point: Int

  package init(digits: [UInt8], point: Int) {
    let leading = digits.firstIndex { $0 != 0 } ?? digits.count
    self.digits = Array(digits[leading...])
    self.point = point - leading
    normalize()
  }

  package init(_ magnitude: UInt64) {
    var digits: [UInt8] = []
    var rest = magnitude
    while rest > 0 {
      digits.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    digits.reverse()
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
  package func rounded(keeping count: Int, _ ties: Ties) -> ExactDecimal {
    guard count < digits.count else { return self }
    guard count >= 0 else { return ExactDecimal(digits: [], point: 0) }
    var kept = Array(digits[..<count])
    guard roundsUp(at: count, ties) else { return ExactDecimal(digits: kept, point: point) }
    var position = count - 1
    while position >= 0, kept[position] == 9 {
      kept[position] = 0
      position -= 1
    }
    if position >= 0 {
      kept[position] += 1
      return ExactDecimal(digits: kept, point: point)
    }
    return ExactDecimal(digits: [1], point: point + 1)
  }

  /// The value rounded to `fraction` fraction digits.
  package func rounded(fraction: Int, _ ties: Ties) -> ExactDecimal {
    rounded(keeping: point + fraction, ties)
  }

  private func roundsUp(at count: Int, _ ties: Ties) -> Bool {
    if digits[count] != 5 || digits.count > count + 1 { return digits[count] >= 5 }
    return ties == .awayFromZero || (count > 0 && digits[count - 1] % 2 == 1)
  }

  private mutating func normalize() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { point = 0 }
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
        digits.append(UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
    }
    digits.reverse()
    return digits
  }
}
