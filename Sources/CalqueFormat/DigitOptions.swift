import CalqueBase

/// Digits and rounding, as ECMA-402's SetNumberFormatDigitOptions reads them.
struct DigitOptions {
  enum Kind: UInt8 {
    case fraction, significant, morePrecision, lessPrecision
  }

  var kind = Kind.fraction
  var leastInteger = 1
  var fraction = 0...3
  var significant = 1...21
  var mode = RoundingMode.halfExpand
  var stripsZeros = false

  init() {}

  /// - Parameter usual: Digits behind the point when no option says.
  init(
    _ options: FormatOptions, usual: ClosedRange<Int>, isCompact: Bool, _ locale: FormatLocale
  ) {
    leastInteger = options.choice("minimumIntegerDigits") ?? 1
    let fractionLeast = options.choice("minimumFractionDigits")
    let fractionMost = options.choice("maximumFractionDigits")
    let significantLeast = options.choice("minimumSignificantDigits")
    let significantMost = options.choice("maximumSignificantDigits")
    if options.choice("roundingIncrement") ?? 1 != 1 {
      locale.refuse(.unsupported, "rounding increments are not supported", "roundingIncrement")
    }
    let priority = options.choice("roundingPriority") ?? 0
    mode =
      options.choice("roundingMode").flatMap {
        RoundingMode(rawValue: UInt8(truncatingIfNeeded: $0))
      }
      ?? .halfExpand
    stripsZeros = options.choice("trailingZeroDisplay") == 1

    let hasSignificant = significantLeast != nil || significantMost != nil
    let hasFraction = fractionLeast != nil || fractionMost != nil
    let needsSignificant = priority != 0 || hasSignificant
    let needsFraction = priority != 0 || !(hasSignificant || (!hasFraction && isCompact))
    if needsSignificant, hasSignificant {
      let least = significantLeast ?? 1
      let most = significantMost ?? 21
      significant = Self.range(least, most, "minimumSignificantDigits", locale)
    }
    if needsFraction {
      fraction = Self.fraction(fractionLeast, fractionMost, usual, locale)
    }
    if !needsSignificant, !needsFraction {
      (kind, fraction, significant) = (.morePrecision, 0...0, 1...2)
    } else if priority != 0 {
      kind = priority == 1 ? .morePrecision : .lessPrecision
    } else if hasSignificant {
      kind = .significant
    }
  }

  private static func fraction(
    _ least: Int?, _ most: Int?, _ usual: ClosedRange<Int>, _ locale: FormatLocale
  ) -> ClosedRange<Int> {
    switch (least, most) {
    case (nil, nil): return usual
    case (nil, let most?): return min(usual.lowerBound, most)...most
    case (let least?, nil): return least...max(usual.upperBound, least)
    case (let least?, let most?):
      return range(least, most, "minimumFractionDigits", locale)
    }
  }

  private static func range(
    _ least: Int, _ most: Int, _ option: StaticString, _ locale: FormatLocale
  ) -> ClosedRange<Int> {
    if least > most {
      locale.refuse(.invalidOption, "the minimum number of digits exceeds the maximum", option)
    }
    return min(least, most)...most
  }

  // MARK: Rounding

  /// Rounds a number, and returns how many digits to show after the decimal point.
  func round(_ number: inout Quantity) -> Int {
    let least: Int
    switch kind {
    case .fraction:
      number.round(to: -fraction.upperBound, mode)
      least = fraction.lowerBound
    case .significant:
      number.round(to: number.magnitude - significant.upperBound + 1, mode)
      least = significant.lowerBound - 1 - number.magnitude
    case .morePrecision, .lessPrecision:
      least = roundEither(&number)
    }
    if stripsZeros, number.count <= number.point || number.count == 0 { return 0 }
    return max(least, number.count - number.point, 0)
  }

  /// Both kinds of digits compete: the one that keeps more, or less, wins.
  private func roundEither(_ number: inout Quantity) -> Int {
    let byFraction = -fraction.upperBound
    var bySignificant = number.magnitude - significant.upperBound + 1
    let isMore = kind == .morePrecision
    let magnitude = number.magnitude
    number.round(
      to: isMore ? min(byFraction, bySignificant) : max(byFraction, bySignificant), mode)
    if number.count > 0, number.magnitude != magnitude, byFraction == bySignificant {
      bySignificant += 1
    }
    return (bySignificant <= byFraction) == isMore
      ? significant.lowerBound - 1 - number.magnitude : fraction.lowerBound
  }
}
