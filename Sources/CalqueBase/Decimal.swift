/// Numbers as text, in the spelling of ECMAScript's `String(number)`.
package enum Decimal {
  package static func text(of number: Int64) -> Text {
    var digits = digits(of: number.magnitude)
    if number < 0 { digits.insert(0x2D, at: 0) }
    return Text(digits)
  }

  /// ASCII digits; one for zero.
  static func digits(of number: UInt64) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(21)
    var rest = number
    repeat {
      digits.append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    digits.reverse()
    return digits
  }

  /// The shortest digits that read back as the same number; plain notation from 1e-6 to 1e21.
  package static func text(of number: Double) -> Text {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    let shortest = shortest(number)
    let text =
      shortest.point > 21 || shortest.point < -5
      ? shortest.scientific(fraction: shortest.digits.count - 1, exponentDigits: 1)
      : shortest.fixed(fraction: shortest.fractionCount)
    return number < 0 ? "-" + text : text
  }

  /// The shortest digits of a number that has at most fifteen: the digits as an integer, and the
  /// number of fraction digits; nil for other numbers. Does not allocate.
  package static func short(_ magnitude: Double) -> (digits: UInt64, places: Int)? {
    // A decimal with so few digits that reads back as the number is the shortest one.
    var (scale, scaled) = (1.0, magnitude)
    for places in 0...15 {
      guard scaled >= 0, scaled < 1e15 - 1 else { return nil }
      let digits = UInt64(scaled + 0.5)
      if Double(digits) / scale == magnitude { return (digits, places) }
      scale *= 10
      scaled = magnitude * scale
    }
    return nil
  }

  /// Splits `digits` at the decimal point: the last `places` digits are the fraction.
  package static func parts(
    _ digits: UInt64, _ places: Int
  ) -> (whole: UInt64, fraction: UInt64) {
    var (whole, scale) = (digits, 1 as UInt64)
    for _ in 0..<places { (whole, scale) = (Tens.tenth(whole), scale &* 10) }
    return (whole, digits &- whole &* scale)
  }

  /// The shortest decimal that reads back as a number's magnitude; zero for NaN and infinity.
  package static func shortest(_ number: Double) -> ExactDecimal {
    guard number.isFinite else { return ExactDecimal(digits: [], point: 0) }
    // Digits, perhaps a point, perhaps an exponent with its sign.
    let text = Text(Array(number.magnitude.description.utf8))
    let end = text.firstIndex(of: "e") ?? text.count
    let exponent = Int(truncatingIfNeeded: text.digits(from: end + 2).value ?? 0)
    let point = text.firstIndex(of: ".") ?? end
    return ExactDecimal(
      digits: text.part(0, end).bytes.filter { $0 != 0x2E },
      point: text.matches("e-", at: end) ? point - exponent : point + exponent)
  }
}
