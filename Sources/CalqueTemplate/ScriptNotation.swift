package import CalqueBase

/// ECMAScript's number methods that round to a number of digits. They round the exact value of the
/// double, with ties away from zero.
package enum ScriptNotation {
  /// `toFixed(fraction)`; numbers from 1e21 on are spelled as `String(number)` does.
  package static func fixed(_ number: Double, fraction: Int) -> Text {
    guard number.magnitude < 1e21 else { return Decimal.text(of: number) }
    let digits = ExactDecimal(number).rounded(fraction: fraction, .awayFromZero)
    return signed(number, digits.fixed(fraction: fraction))
  }

  /// `toExponential(fraction)`; without an argument, as many digits as identify the number.
  package static func exponential(_ number: Double, fraction: Int?) -> Text {
    guard number.isFinite else { return Decimal.text(of: number) }
    guard let fraction else {
      let shortest = shortest(number)
      let count = max(shortest.digits.count - 1, 0)
      return signed(number, shortest.scientific(fraction: count, exponentDigits: 1))
    }
    let digits = ExactDecimal(number).rounded(keeping: fraction + 1, .awayFromZero)
    return signed(number, digits.scientific(fraction: fraction, exponentDigits: 1))
  }

  /// `toPrecision(digits)`; `digits` is at least 1.
  package static func precise(_ number: Double, digits count: Int) -> Text {
    guard number.isFinite else { return Decimal.text(of: number) }
    let digits = ExactDecimal(number).rounded(keeping: count, .awayFromZero)
    let exponent = digits.exponent
    if exponent < -6 || exponent >= count {
      return signed(number, digits.scientific(fraction: count - 1, exponentDigits: 1))
    }
    return signed(number, digits.fixed(fraction: count - 1 - exponent))
  }

  /// The shortest decimal that reads back as the same number.
  package static func shortest(_ number: Double) -> ExactDecimal {
    guard number.isFinite, number != 0 else { return ExactDecimal(digits: [], point: 0) }
    let (ascii, point) = Decimal.shortest(number.magnitude)
    return ExactDecimal(digits: ascii.map { $0 &- 0x30 }, point: point)
  }

  private static func signed(_ number: Double, _ text: Text) -> Text {
    number < 0 ? "-" + text : text
  }
}
