import CalqueBase

/// Digits and rounding, as ECMA-402's SetNumberFormatDigitOptions reads them.
extension NumberOptions {
  enum DigitKind: UInt8 {
    case fraction, significant, morePrecision, lessPrecision
  }

  /// The digits behind the point are those when no option says more.
  func readDigits(_ locale: FormatLocale) {
    let isCompact = notation == .compact
    let options = locale.options
    if options[Place.roundingIncrement] > 1 {
      locale.refuse(.increments)
    }
    leastInteger = max(options[Place.leastInteger], 1)
    mode =
      RoundingMode(rawValue: UInt8(truncatingIfNeeded: options[Place.roundingMode])) ?? .halfExpand
    stripsZeros = options[Place.trailingZeroDisplay] == 1

    let priority = options[Place.roundingPriority]
    let (least, most) = (options[Place.leastSignificant], options[Place.mostSignificant])
    let (leastStated, mostStated) = (options[Place.leastFraction], options[Place.mostFraction])
    let hasSignificant = least > 0 || most > 0
    let hasFraction = leastStated >= 0 || mostStated >= 0
    let needsFraction = priority > 0 || !hasSignificant && (hasFraction || !isCompact)
    if hasSignificant {
      leastSignificant = max(least, 1)
      if most > 0 { mostSignificant = most }
      if leastSignificant > mostSignificant { locale.refuse(.significantDigits) }
    }
    if needsFraction {
      let usual = mostFraction
      if mostStated >= 0 {
        (leastFraction, mostFraction) = (min(leastFraction, mostStated), mostStated)
      }
      if leastStated >= 0 {
        leastFraction = leastStated
        if mostStated < 0 { mostFraction = max(usual, leastStated) }
      }
      if leastFraction > mostFraction { locale.refuse(.fractionDigits) }
    }
    if priority > 0 {
      digitKind = priority == 1 ? .morePrecision : .lessPrecision
    } else if hasSignificant {
      digitKind = .significant
    } else if !needsFraction {
      (digitKind, leastFraction, mostFraction, mostSignificant) = (.morePrecision, 0, 0, 2)
    }
  }

  // MARK: Rounding

  /// Rounds a number, and returns how many digits to show after the decimal point.
  func round(_ number: inout Quantity) -> Int {
    let least: Int
    switch digitKind {
    case .fraction:
      number.round(to: -mostFraction, mode)
      least = leastFraction
    case .significant:
      number.round(to: number.magnitude &- mostSignificant &+ 1, mode)
      least = leastSignificant &- 1 &- number.magnitude
    case .morePrecision, .lessPrecision:
      least = roundEither(&number)
    }
    if stripsZeros, number.count <= number.point || number.count == 0 { return 0 }
    return max(least, number.count &- number.point, 0)
  }

  /// Both kinds of digits compete: the one that keeps more, or less, wins.
  private func roundEither(_ number: inout Quantity) -> Int {
    let byFraction = -mostFraction
    var bySignificant = number.magnitude &- mostSignificant &+ 1
    let isMore = digitKind == .morePrecision
    let magnitude = number.magnitude
    number.round(to: isMore ? min(byFraction, bySignificant) : max(byFraction, bySignificant), mode)
    if number.count > 0, number.magnitude != magnitude, byFraction == bySignificant {
      bySignificant &+= 1
    }
    return (bySignificant <= byFraction) == isMore
      ? leastSignificant &- 1 &- number.magnitude : leastFraction
  }
}
