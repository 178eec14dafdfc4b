package import CalqueBase

/// ECMAScript's number methods that round to a number of digits. They round the exact value of the
/// double, with ties away from zero.
package enum ScriptNotation {
  /// `toFixed(fraction)`; numbers from 1e21 on are spelled as `String(number)` does.
  package static func fixed(_ number: Double, fraction: Int) -> Text {
    guard number.magnitude < 1e21 else { return Decimal.text(of: number) }
    let digits = ExactDecimal(number).rounded(fraction: fraction, .halfExpand)
    return signed(number, digits.fixed(fraction: fraction))
  }

  /// `toExponential(fraction)`; without an argument, as many digits as identify the number.
  package static func exponential(_ number: Double, fraction: Int?) -> Text {
    guard number.isFinite else { return Decimal.text(of: number) }
    guard let fraction else {
      let shortest = Decimal.shortest(number)
      let count = max(shortest.digits.count - 1, 0)
      return signed(number, shortest.scientific(fraction: count, exponentDigits: 1))
    }
    let digits = ExactDecimal(number).rounded(keeping: fraction + 1, .halfExpand)
    return signed(number, digits.scientific(fraction: fraction, exponentDigits: 1))
  }

  /// `toPrecision(digits)`; `digits` is at least 1.
  package static func precise(_ number: Double, digits count: Int) -> Text {
    guard number.isFinite else { return Decimal.text(of: number) }
    let digits = ExactDecimal(number).rounded(keeping: count, .halfExpand)
    let exponent = digits.exponent
    if exponent < -6 || exponent >= count {
      return signed(number, digits.scientific(fraction: count - 1, exponentDigits: 1))
    }
    return signed(number, digits.fixed(fraction: count - 1 - exponent))
  }

  private static func signed(_ number: Double, _ text: Text) -> Text {
    number < 0 ? "-" + text : text
  }
}
