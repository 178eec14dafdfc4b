package import CalqueBase

/// A number as plural rules see it: the operands of UTS 35, of the absolute value.
///
/// The operand n needs no field: relations on it ask for a whole number (`t` is 0) and compare `i`.
/// Numbers of any length fit: `i`, `f` and `t` are exact below 10^18; a longer number is replaced
/// by 10^17 plus its last six digits. Rules take remainders by divisors of 10^6 and compare with
/// at most 10^6, so they cannot tell the difference.
package struct PluralOperands: Equatable, Sendable {
  /// The integer digits.
  package private(set) var i: UInt64
  /// The visible fraction digits as an integer, with trailing zeros.
  package private(set) var f: UInt64
  /// The visible fraction digits as an integer, without trailing zeros.
  package private(set) var t: UInt64
  /// How many fraction digits are visible, with trailing zeros.
  package private(set) var v: Int
  /// The exponent of compact notation, which UTS 35 also calls e.
  package private(set) var c: Int
  /// False for infinity and for what is not a number: category other in every language.
  package private(set) var isFinite: Bool

  /// The operands of an integer that is not negative.
  package init(magnitude: UInt64) {
    i = Self.exactLimit > magnitude ? magnitude : Self.reduced(magnitude)
    (f, t, v, c, isFinite) = (0, 0, 0, 0, true)
  }

  /// The operands of an integer's absolute value.
  package init(_ int: Int64) { self.init(magnitude: int.magnitude) }

  /// The operands of the shortest decimal that reads back as the number, without its sign:
  /// 1.5 has one fraction digit, 1.0 none.
  package init(_ double: Double) {
    self.init(double, maximumFractionDigits: .max)
  }

  /// The operands that `Intl.PluralRules` with default options finds in a number: those of the
  /// shortest decimal, rounded to three fraction digits, half away from zero.
  package init(intl double: Double) {
    self.init(double, maximumFractionDigits: 3)
  }

  private init(_ double: Double, maximumFractionDigits: Int) {
    if let whole = double.magnitude.unsigned {
      self.init(magnitude: whole)
      return
    }
    guard double.isFinite else {
      self.init(magnitude: 0)
      isFinite = false
      return
    }
    if let (digits, places) = Decimal.short(double.magnitude), places <= maximumFractionDigits {
      let (whole, fraction) = Decimal.parts(digits, places)
      self.init(magnitude: whole)
      (f, t, v) = (fraction, fraction, places)
      return
    }
    let shown = Decimal.shortest(double).rounded(fraction: maximumFractionDigits, .halfExpand)
    self = shown.digits.withUnsafeBufferPointer {
      Self(digits: $0, point: shown.point, exponent: 0)
    }
  }

  /// The operands of digits with the decimal point after the first `point` of them, which may lie
  /// before the first or after the last digit. Digits that are no digits are passed over.
  package init(digits: Bytes, point: Int, exponent: Int) {
    (i, f, t, v, c, isFinite) = (0, 0, 0, 0, exponent, true)
    var place = 0
    for byte in digits where byte.isASCIIDigit {
      let digit = UInt64(byte - 0x30)
      if place < point {
        i = Self.appending(digit, to: i)
      } else {
        f = Self.appending(digit, to: f)
        if digit != 0 { t = f }
      }
      place &+= 1
    }
    // Beyond forty zeros more of them change nothing: `reduced` has reached its fixed point.
    for _ in 0..<min(max(point &- place, 0), 40) { i = Self.appending(0, to: i) }
    v = max(place &- point, 0)
  }

  // MARK: Long numbers

  private static let exactLimit: UInt64 = 1_000_000_000_000_000_000

  private static func appending(_ digit: UInt64, to number: UInt64) -> UInt64 {
    let longer = number &* 10 &+ digit
    return longer < exactLimit ? longer : reduced(longer)
  }

  private static func reduced(_ number: UInt64) -> UInt64 {
    100_000_000_000_000_000 &+ number % 1_000_000
  }
}

extension PluralOperands {
  /// The longest decimal text that is read.
  package static let maximumLength = 128

  /// The operands of a decimal text, or nil when it is not one or is longer than 128 bytes.
  ///
  /// Sign, digits, an optional fraction whose trailing zeros count, and an optional exponent after
  /// `c` or `e`: `1.2c6` is 1200000 in compact notation.
  package init?(decimal text: Text) {
    let operands = text.bytes.withUnsafeBufferPointer { PluralOperands(decimal: $0) }
    guard let operands else { return nil }
    self = operands
  }

  /// The operands of a decimal text in a caller's bytes.
  package init?(decimal bytes: Bytes) {
    guard bytes.count <= Self.maximumLength else { return nil }
    if let magnitude = Self.magnitude(of: bytes) {
      self.init(magnitude: magnitude)
      return
    }
    var offset = 0
    if let first = bytes.first, first == 0x2B || first == 0x2D { offset = 1 }
    let start = offset
    offset = bytes.digitsEnd(from: start)
    var point = offset - start
    guard point > 0 else { return nil }
    if offset < bytes.count, bytes[offset] == 0x2E {
      let fraction = offset + 1
      offset = bytes.digitsEnd(from: fraction)
      guard offset > fraction else { return nil }
    }
    let end = offset
    guard let exponent = Self.exponent(in: bytes, from: offset) else { return nil }
    point += exponent
    self.init(
      digits: UnsafeBufferPointer(rebasing: bytes[start..<end]), point: point,
      exponent: max(exponent, 0))
  }

  /// A number of digits alone, as most are, that is exact in any case.
  private static func magnitude(of bytes: Bytes) -> UInt64? {
    guard bytes.count > 0, bytes.count <= 18 else { return nil }
    var number: UInt64 = 0
    for byte in bytes {
      let digit = byte &- 0x30
      guard digit < 10 else { return nil }
      number = number &* 10 &+ UInt64(digit)
    }
    return number
  }

  /// The exponent that fills the rest of the text, 0 when there is none, nil when it is malformed.
  /// Beyond a thousand it is cut: no text has digits enough to see the difference.
  private static func exponent(in bytes: Bytes, from start: Int) -> Int? {
    guard start < bytes.count else { return 0 }
    guard bytes[start] | 0x20 == 0x63 || bytes[start] | 0x20 == 0x65 else { return nil }
    return bytes.signedRest(from: start + 1, atMost: 1000)
  }
}
