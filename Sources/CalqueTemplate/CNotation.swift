package import CalqueBase

/// C's floating-point conversions `%f`, `%e` and `%g`. They round the exact value of the double,
/// with ties to even.
enum CNotation {
  /// The magnitude of a number, without sign.
  ///
  /// - Parameters:
  ///   - verb: `f`, `e` or `g`.
  ///   - keepsPoint: The flag `#`: keeps the point without a fraction, and trailing zeros in `%g`.
  static func text(_ number: Double, verb: UInt8, precision: Int, keepsPoint: Bool) -> Text {
    guard number.isFinite else { return number.isNaN ? "nan" : "inf" }
    let exact = ExactDecimal(number)
    switch verb {
    case UInt8(ascii: "f"):
      let digits = exact.rounded(fraction: precision, .halfEven)
      let text = digits.fixed(fraction: precision)
      return keepsPoint && precision == 0 ? text + "." : text
    case UInt8(ascii: "e"):
      let digits = exact.rounded(keeping: precision + 1, .halfEven)
      return scientific(digits, precision, keepsPoint)
    default:
      return general(exact, max(precision, 1), keepsPoint)
    }
  }

  /// Plain or scientific notation, as C chooses for the number of significant digits.
  private static func general(_ exact: ExactDecimal, _ count: Int, _ keepsPoint: Bool) -> Text {
    let digits = exact.rounded(keeping: count, .halfEven)
    let exponent = digits.exponent
    if exponent < -4 || exponent >= count {
      let fraction = keepsPoint ? count - 1 : max(digits.digits.count - 1, 0)
      return scientific(digits, fraction, keepsPoint)
    }
    let fraction = keepsPoint ? count - 1 - exponent : digits.fractionCount
    let text = digits.fixed(fraction: fraction)
    return keepsPoint && fraction == 0 ? text + "." : text
  }

  private static func scientific(
    _ digits: ExactDecimal, _ fraction: Int, _ keepsPoint: Bool
  ) -> Text {
    let text = digits.scientific(fraction: fraction, exponentDigits: 2)
    guard keepsPoint, fraction == 0 else { return text }
    return text.part(0, 1) + "." + text.part(1)
  }
}

/// Numbers in base 2, 8 or 16 without loss, since every double has a finite spelling there.
package enum RadixText {
  /// The spelling of ECMAScript's `toString(radix)`, with sign and fraction.
  ///
  /// - Parameter bits: the bits of one digit: 1 for base 2, 3 for base 8, 4 for base 16.
  package static func of(_ number: Double, bits: Int) -> Text {
    guard number.isFinite, number != 0 else { return Decimal.text(of: number) }
    let isSubnormal = number.exponentBitPattern == 0
    let significand = number.significandBitPattern | (isSubnormal ? 0 : 1 << 52)
    let exponent = Int(number.exponentBitPattern) - (isSubnormal ? 1074 : 1075)
    let text = digits(significand, exponent: exponent, bits: bits)
    return number < 0 ? "-" + text : text
  }

  package static func of(_ number: Int64, bits: Int) -> Text {
    let text = of(number.magnitude, bits: bits)
    return number < 0 ? "-" + text : text
  }

  package static func of(_ number: UInt64, bits: Int) -> Text {
    number == 0 ? "0" : digits(number, exponent: 0, bits: bits)
  }

  /// The digits of `significand` × 2^`exponent`; `significand` is not 0.
  private static func digits(_ significand: UInt64, exponent: Int, bits: Int) -> Text {
    let highest = 63 - significand.leadingZeroBitCount + exponent
    let lowest = significand.trailingZeroBitCount + exponent
    var text = Text()
    for place in (0...max(highest / bits, 0)).reversed() {
      text.append(digit(significand, at: place * bits - exponent, bits))
    }
    guard lowest < 0 else { return text }
    text.append(0x2E)
    // The fraction digits down to the one that holds the lowest bit.
    for place in 1...((bits - 1 - lowest) / bits) {
      text.append(digit(significand, at: -place * bits - exponent, bits))
    }
    return text
  }

  /// The digit made of the bits of `significand` from `start` on; bits outside are 0.
  private static func digit(_ significand: UInt64, at start: Int, _ bits: Int) -> UInt8 {
    var digit: UInt8 = 0
    for bit in (start..<start + bits).reversed() {
      digit <<= 1
      if bit >= 0, bit < 64, significand >> UInt64(bit) & 1 == 1 { digit |= 1 }
    }
    return Hexadecimal.lowerDigit(digit)
  }
}
