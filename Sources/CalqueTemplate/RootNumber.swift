import CalqueBase

/// Numbers in root style: `1,234.5`, `25%`, `EUR 12.00` (with a no-break space).
enum RootNumber {
  private static let noBreakSpace: Text = "\u{A0}"
  private static let infinity: Text = "\u{221E}"

  /// - Parameter style: Nil for options that ask for the impossible; the result is then nil too.
  static func format(_ value: Value, _ style: RootNumberStyle?) -> Text? {
    guard let style else { return nil }
    let number = ScriptNumber.of(value)
    let shownSign: Text
    let amount: Text
    if number.isFinite {
      let digits = rounded(exact(value, number), style)
      shownSign = sign(isNegative: number.sign == .minus, isZero: digits.isZero, style)
      amount = plain(digits, style)
    } else {
      shownSign = sign(
        isNegative: number.sign == .minus && !number.isNaN, isZero: number.isNaN, style)
      amount = number.isNaN ? "NaN" : infinity
    }
    switch style.unit {
    case .plain: return shownSign + amount
    case .percent: return shownSign + amount + "%"
    case .currency(let code): return shownSign + code + noBreakSpace + amount
    }
  }

  /// Integers keep every digit; a double counts as the shortest decimal that reads back as it.
  private static func exact(_ value: Value, _ number: Double) -> ExactDecimal {
    if case .int(let int) = value { return ExactDecimal(int.magnitude) }
    return ScriptNotation.shortest(number)
  }

  private static func rounded(_ exact: ExactDecimal, _ style: RootNumberStyle) -> ExactDecimal {
    let amount = style.unit == .percent ? exact.shifted(by: 2) : exact
    return switch style.rounding {
    case .fraction(_, let most): amount.rounded(fraction: most, .awayFromZero)
    case .significant(_, let most): amount.rounded(keeping: most, .awayFromZero)
    }
  }

  private static func plain(_ digits: ExactDecimal, _ style: RootNumberStyle) -> Text {
    let fraction: Int =
      switch style.rounding {
      case .fraction(let least, _): max(least, digits.fractionCount)
      case .significant(let least, _):
        max(least - (digits.isZero ? 1 : digits.point), digits.fractionCount)
      }
    var text = grouped(digits.integerPart(atLeast: style.leastIntegerDigits), style.groupsFrom)
    if fraction > 0 {
      text.append(0x2E)
      text.append(digits.fractionPart(fraction)[...])
    }
    return text
  }

  private static func grouped(_ integer: Text, _ groupsFrom: Int?) -> Text {
    guard let groupsFrom, integer.count >= groupsFrom else { return integer }
    var text = Text()
    for (offset, digit) in integer.bytes.enumerated() {
      if offset > 0, (integer.count - offset) % 3 == 0 { text.append(0x2C) }
      text.append(digit)
    }
    return text
  }

  private static func sign(isNegative: Bool, isZero: Bool, _ style: RootNumberStyle) -> Text {
    let minus: Text = isNegative ? "-" : ""
    switch style.sign {
    case .automatic: return minus
    case .never: return ""
    case .negative: return isZero ? "" : minus
    case .always: return isNegative ? "-" : "+"
    case .exceptZero: return isZero ? "" : isNegative ? "-" : "+"
    }
  }
}
