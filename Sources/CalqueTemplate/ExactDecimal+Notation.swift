package import CalqueBase

extension ExactDecimal {
  /// Plain notation with exactly `fraction` fraction digits; the value is not rounded here.
  package func fixed(fraction: Int) -> Text {
    var text = integerPart(atLeast: 1)
    if fraction > 0 {
      text.append(0x2E)
      text.append(fractionPart(fraction)[...])
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

  /// The first `count` ASCII fraction digits.
  package func fractionPart(_ count: Int) -> [UInt8] {
    var digits: [UInt8] = []
    for distance in 0..<max(count, 0) { digits.append(asciiDigit(point + distance)) }
    return digits
  }

  /// The number of fraction digits without trailing zeros.
  package var fractionCount: Int { max(digits.count - point, 0) }

  /// The power of ten of the first digit; 0 for zero.
  package var exponent: Int { isZero ? 0 : point - 1 }

  /// Scientific notation with `fraction` fraction digits and at least `exponentDigits` digits in
  /// the exponent; the value is not rounded here.
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
    position >= 0 && position < digits.count ? 0x30 + digits[position] : 0x30
  }
}
