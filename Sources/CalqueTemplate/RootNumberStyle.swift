import CalqueBase

/// How a number is to be shown: the options of Intl.NumberFormat that the root formatter heeds,
/// each brought into its range.
struct RootNumberStyle {
  enum Unit: Equatable {
    case plain
    case percent
    case currency(Text)
  }

  enum Rounding {
    case fraction(least: Int, most: Int)
    case significant(least: Int, most: Int)
  }

  enum Sign: UInt8 {
    // The raw type keeps the compiler from synthesising Hashable, which needs arc4random_buf.
    case automatic, always, never, exceptZero, negative
  }

  var unit = Unit.plain
  var rounding = Rounding.fraction(least: 0, most: 3)
  var leastIntegerDigits = 1
  /// Digits that the integer part needs to be grouped; nil for no grouping.
  var groupsFrom: Int? = 4
  var sign = Sign.automatic

  /// Plain decimal notation, at most three digits of fraction.
  init() {}

  /// Nil when the style is `currency` and no three-letter currency is named.
  init?(_ options: Members) {
    if options["style"]?.text?.equals("percent") == true {
      unit = .percent
    } else if options["style"]?.text?.equals("currency") == true {
      guard let code = Self.currency(options["currency"]) else { return nil }
      unit = .currency(code)
    }
    rounding = significance(options) ?? fraction(options)
    leastIntegerDigits = Self.count(options["minimumIntegerDigits"], in: 1...100) ?? 1
    groupsFrom = Self.grouping(options["useGrouping"])
    sign = Self.sign(options["signDisplay"]?.text ?? "auto")
  }

  private static func currency(_ option: Value?) -> Text? {
    guard let code = option?.text?.uppercasedASCII(), code.count == 3 else { return nil }
    return code.bytes.allSatisfy { $0 >= 0x41 && $0 <= 0x5A } ? code : nil
  }

  private func significance(_ options: Members) -> Rounding? {
    let least = Self.count(options["minimumSignificantDigits"], in: 1...100)
    let most = Self.count(options["maximumSignificantDigits"], in: 1...100)
    if least == nil, most == nil { return nil }
    return .significant(least: least ?? 1, most: max(most ?? 21, least ?? 1))
  }

  private func fraction(_ options: Members) -> Rounding {
    let (usualLeast, usualMost) =
      switch unit {
      case .plain: (0, 3)
      case .percent: (0, 0)
      case .currency(let code): (CurrencyDigits.of(code), CurrencyDigits.of(code))
      }
    let most = Self.count(options["maximumFractionDigits"], in: 0...100)
    let least =
      Self.count(options["minimumFractionDigits"], in: 0...100) ?? min(usualLeast, most ?? 100)
    return .fraction(least: least, most: max(most ?? usualMost, least))
  }

  private static func grouping(_ option: Value?) -> Int? {
    switch option {
    case .bool(false): nil
    case .text(let text) where text.equals("false"): nil
    case .text(let text) where text.equals("min2"): 5
    default: 4
    }
  }

  private static func sign(_ option: Text) -> Sign {
    switch option {
    case "always": .always
    case "never": .never
    case "exceptZero": .exceptZero
    case "negative": .negative
    default: .automatic
    }
  }

  private static func count(_ option: Value?, in range: ClosedRange<Int>) -> Int? {
    guard let option, !option.isNull else { return nil }
    let number = ScriptNumber.of(option)
    guard !number.isNaN else { return nil }
    let least = Double(range.lowerBound)
    let nearest = min(max(number.floored, least), Double(range.upperBound))
    return nearest.integer.map { Int(truncatingIfNeeded: $0) }
  }
}
