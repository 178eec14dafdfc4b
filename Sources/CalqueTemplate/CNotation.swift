import CalqueBase

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
