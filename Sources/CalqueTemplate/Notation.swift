package import CalqueBase

/// Notations with a number of digits that is asked for. The exact value of the double is rounded.
struct Notation {
  private let mode: RoundingMode
  /// Of the exponent.
  private let leastDigits: Int
  /// The power of ten below which the general notation is scientific.
  private let leastExponent: Int
  /// Trailing zeros stay in the general notation.
  private let keepsZeros: Bool
  /// The point stays without a fraction.
  private let keepsPoint: Bool

  /// ECMAScript's `toFixed`, `toExponential` and `toPrecision`, which round ties away from zero.
  static var script: Notation {
    Notation(
      mode: .halfExpand, leastDigits: 1, leastExponent: -6, keepsZeros: true, keepsPoint: false)
  }

  /// C's conversions `%f`, `%e` and `%g`, which round ties to even.
  ///
  /// - Parameter keepsPoint: The flag `#`: keeps the point, and trailing zeros in `%g`.
  static func c(keepsPoint: Bool) -> Notation {
    Notation(
      mode: .halfEven, leastDigits: 2, leastExponent: -4, keepsZeros: keepsPoint,
      keepsPoint: keepsPoint)
  }

  /// The magnitude of a number by a verb of C: `f`, `e` or `g`.
  func text(_ number: Double, _ verb: UInt8, _ precision: Int) -> Text {
    guard number.isFinite else { return number.isNaN ? "nan" : "inf" }
    return switch verb {
    case UInt8(ascii: "f"): fixed(number.magnitude, precision)
    case UInt8(ascii: "e"): exponential(number.magnitude, precision)
    default: general(number.magnitude, max(precision, 1))
    }
  }

  /// With so many fraction digits; in ECMAScript, numbers from 1e21 on are spelled as
  /// `String(number)` does.
  func fixed(_ number: Double, _ fraction: Int) -> Text {
    if leastDigits == 1, !(number.magnitude < 1e21) { return Decimal.text(of: number) }
    return signed(number, plain(ExactDecimal(number).rounded(fraction: fraction, mode), fraction))
  }

  /// Scientific notation; without an argument, with as many digits as identify the number.
  func exponential(_ number: Double, _ fraction: Int?) -> Text {
    guard number.isFinite else { return Decimal.text(of: number) }
    guard let fraction else {
      let shortest = Decimal.shortest(number)
      return signed(number, scientific(shortest, max(shortest.digits.count - 1, 0)))
    }
    let digits = ExactDecimal(number).rounded(keeping: fraction + 1, mode)
    return signed(number, scientific(digits, fraction))
  }

  /// Plain or scientific notation with so many significant digits, at least one.
  func general(_ number: Double, _ count: Int) -> Text {
    guard number.isFinite else { return Decimal.text(of: number) }
    let digits = ExactDecimal(number).rounded(keeping: count, mode)
    let exponent = digits.exponent
    if exponent < leastExponent || exponent >= count {
      let fraction = keepsZeros ? count - 1 : max(digits.digits.count - 1, 0)
      return signed(number, scientific(digits, fraction))
    }
    return signed(number, plain(digits, keepsZeros ? count - 1 - exponent : digits.fractionCount))
  }

  private func plain(_ digits: ExactDecimal, _ fraction: Int) -> Text {
    let text = digits.fixed(fraction: fraction)
    return keepsPoint && fraction == 0 ? text + "." : text
  }

  private func scientific(_ digits: ExactDecimal, _ fraction: Int) -> Text {
    let text = digits.scientific(fraction: fraction, exponentDigits: leastDigits)
    return keepsPoint && fraction == 0 ? "\(text.part(0, 1)).\(text.part(1))" : text
  }

  private func signed(_ number: Double, _ text: Text) -> Text {
    number < 0 ? "-" + text : text
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
