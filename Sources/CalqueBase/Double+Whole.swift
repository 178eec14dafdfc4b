/// The functions of C's mathematics that are needed, without libm: loading it would cost each
/// program that starts.
extension Double {
  /// The number as an integer; nil for a fraction and for what does not fit.
  package var integer: Int64? {
    self >= -0x1p63 && self < 0x1p63 && truncated == self ? Int64(self) : nil
  }

  /// The number as an integer without a sign; nil for a fraction and for what does not fit.
  package var unsigned: UInt64? {
    self >= 0 && self < 0x1p64 && truncated == self ? UInt64(self) : nil
  }

  /// Without what is behind the point, as `trunc`.
  package var truncated: Double {
    // From here on there is nothing behind the point; NaN stays as well.
    guard magnitude < 0x1p52 else { return self }
    return Double(signOf: self, magnitudeOf: Double(Int64(self)))
  }

  /// The largest whole number that is not greater, as `floor`.
  package var floored: Double {
    let whole = truncated
    return whole > self ? whole - 1 : whole
  }

  /// The remainder of a division without a fraction, as `fmod`: with the sign of the number.
  ///
  /// - Parameter modulus: at most 2 to the power of 63.
  /// - Returns: NaN for what is not finite, for a modulus of 0 and for one that is too large.
  package func remainder(ofWhole modulus: UInt64) -> Double {
    guard isFinite, modulus > 0, modulus <= 1 << 63 else { return .nan }
    let whole = truncated
    let rest = Double(whole.magnitude.wholeRemainder(modulus))
    return Double(signOf: self, magnitudeOf: rest + (self - whole).magnitude)
  }

  /// Of a number that has no sign and nothing behind the point.
  private func wholeRemainder(_ modulus: UInt64) -> UInt64 {
    if self < 0x1p63 { return UInt64(self) % modulus }
    var rest = (significandBitPattern | 1 << 52) % modulus
    for _ in 52..<Int(exponent) { rest = rest * 2 % modulus }
    return rest
  }
}
