/// Division by powers of ten by multiplication. Code compiled for size would use division, which
/// takes several times as long.
package enum Tens {
  @inline(__always)
  package static func tenth(_ number: UInt64) -> UInt64 {
    number.multipliedFullWidth(by: 0xCCCC_CCCC_CCCC_CCCD).high >> 3
  }

  @inline(__always)
  package static func hundredth(_ number: UInt64) -> UInt64 {
    (number >> 2).multipliedFullWidth(by: 0x28F5_C28F_5C28_F5C3).high >> 2
  }

  @inline(__always)
  package static func tenThousandth(_ number: UInt64) -> UInt64 {
    number.multipliedFullWidth(by: 0x346D_C5D6_3886_594B).high >> 11
  }

  /// The last digit.
  @inline(__always)
  package static func last(_ number: UInt64) -> UInt64 { number &- tenth(number) &* 10 }

  /// The last two digits.
  @inline(__always)
  package static func lastTwo(_ number: UInt64) -> UInt64 { number &- hundredth(number) &* 100 }
}

/// Replacements for functions of libm, because loading libm would slow the start of each program.
extension Double {
  /// The number as an integer; nil when it has a fraction or does not fit.
  package var integer: Int64? {
    guard self >= -0x1p63, self < 0x1p63 else { return nil }
    let whole = Int64(self)
    return Double(whole) == self ? whole : nil
  }

  /// The number as an unsigned integer; nil when it has a fraction or does not fit.
  package var unsigned: UInt64? {
    self >= 0 && self < 0x1p64 && truncated == self ? UInt64(self) : nil
  }

  /// The number without its fraction, as `trunc`.
  package var truncated: Double {
    // From here on a double has no fraction; NaN is returned as well.
    guard magnitude < 0x1p52 else { return self }
    return Double(signOf: self, magnitudeOf: Double(Int64(self)))
  }

  /// The largest whole number that is not greater, as `floor`.
  package var floored: Double {
    let whole = truncated
    return whole > self ? whole - 1 : whole
  }

  /// The remainder of an integer division, with the sign of the dividend, as `fmod`.
  ///
  /// - Parameter modulus: at most 2 to the power of 63.
  /// - Returns: NaN when the number is not finite, and when the modulus is 0 or too large.
  @inline(never)
  package func remainder(ofWhole modulus: UInt64) -> Double {
    guard isFinite, modulus > 0, modulus <= 1 << 63 else { return .nan }
    if let number = integer, number > 0 { return Double(UInt64(number) % modulus) }
    let whole = truncated
    let rest = Double(whole.magnitude.wholeRemainder(modulus))
    return Double(signOf: self, magnitudeOf: rest + (self - whole).magnitude)
  }

  /// The same for a number without a sign and without a fraction.
  private func wholeRemainder(_ modulus: UInt64) -> UInt64 {
    if self < 0x1p63 { return UInt64(self) % modulus }
    var rest = (significandBitPattern | 1 << 52) % modulus
    for _ in 52..<Int(exponent) { rest = rest * 2 % modulus }
    return rest
  }
}
