/// Numbers as text, in the spelling of ECMAScript's `String(number)`.
package enum Decimal {
  package static func text(of number: Int64) -> Text { shown { $0.append(decimal: number) } }

  /// The shortest digits that read back as the same number; plain notation from 1e-6 to 1e21.
  package static func text(of number: Double) -> Text { shown { $0.append(number: number) } }

  @inline(never)
  private static func shown(_ append: (inout Output) -> Void) -> Text {
    Output.onStack(40) { output in
      append(&output)
      return Text(output.bytes)
    }
  }

  /// The shortest digits of a number that has at most fifteen: the digits as an integer, and the
  /// number of fraction digits; nil for other numbers. Does not allocate.
  package static func short(_ magnitude: Double) -> (digits: UInt64, places: Int)? {
    // A decimal with so few digits that reads back as the number is the shortest one.
    var (scale, scaled) = (1.0, magnitude)
    for places in 0...15 {
      guard scaled >= 0, scaled < 1e15 - 1 else { return nil }
      let digits = Int64(scaled + 0.5)
      if Double(digits) / scale == magnitude { return (digits.magnitude, places) }
      scale *= 10
      scaled = magnitude * scale
    }
    return nil
  }

  /// Splits `digits` at the decimal point: the last `places` digits are the fraction.
  package static func parts(_ digits: UInt64, _ places: Int) -> (whole: UInt64, fraction: UInt64) {
    var (whole, scale) = (digits, 1 as UInt64)
    for _ in 0..<places { (whole, scale) = (Tens.tenth(whole), scale &* 10) }
    return (whole, digits &- whole &* scale)
  }

  /// The shortest decimal that reads back as a number's magnitude; zero for NaN and infinity.
  package static func shortest(_ number: Double) -> ExactDecimal {
    guard number.isFinite else { return ExactDecimal(digits: [], point: 0) }
    let (digits, _, point) = shortestDigits(number.magnitude)
    return ExactDecimal(digits: ExactDecimal(digits).digits, point: point)
  }

  /// The shortest digits that read back as a finite magnitude, the last of them not zero, their number,
  /// and where the point is: 0.d1d2d3… × 10^point.
  package static func shortestDigits(_ magnitude: Double) -> (UInt64, count: Int, point: Int) {
    var (digits, scale) = few(magnitude) ?? described(magnitude)
    while digits > 0, Tens.last(digits) == 0 { (digits, scale) = (Tens.tenth(digits), scale + 1) }
    var (count, rest) = (0, digits)
    while rest > 0 { (count, rest) = (count + 1, Tens.tenth(rest)) }
    return (digits, count, count + scale)
  }

  /// As `short`, for a large or small number: digits, and the power of ten that they count.
  private static func few(_ magnitude: Double) -> (digits: UInt64, scale: Int)? {
    if magnitude > 0, magnitude < 1e-6 { return short(magnitude).map { ($0.digits, -$0.places) } }
    // Up to this power of ten all are exact.
    var (power, scale) = (1.0, 0)
    while magnitude >= 1e15 * power, scale < 22 { (power, scale) = (power * 10, scale + 1) }
    let digits = magnitude / power + 0.5
    guard scale > 0, digits < 1e15, Double(Int64(digits)) * power == magnitude else { return nil }
    return (UInt64(digits), scale)
  }

  /// Digits and power of ten as the standard library spells a number.
  private static func described(_ magnitude: Double) -> (digits: UInt64, scale: Int) {
    // Digits, perhaps a point, perhaps an exponent with its sign. They are contiguous: `withUTF8` brings what
    // makes other strings so.
    let found = magnitude.description.utf8.withContiguousStorageIfAvailable { text in
      var (digits, scale, isFraction, end) = (UInt64(0), 0, false, 0)
      while end < text.count, text[end] != 0x65 {
        if text[end] == 0x2E {
          isFraction = true
        } else {
          digits = digits &* 10 &+ UInt64(text[end] &- 0x30)
          if isFraction { scale &-= 1 }
        }
        end &+= 1
      }
      if end < text.count {
        let exponent = Int(truncatingIfNeeded: text.digits(from: end + 2).value ?? 0)
        scale += text[end + 1] == 0x2D ? -exponent : exponent
      }
      return (digits, scale)
    }
    return found ?? (0, 0)
  }
}
