import CalqueBase
import CalqueLocale

/// Shows numbers as a locale and options ask. Everything that can be known beforehand is: a call
/// rounds digits and appends.
struct NumberFormatter {
  private let options: NumberOptions
  let symbols: NumberSymbols
  private let rule: PluralRule?
  /// Without a sign, with a minus sign, with a plus sign.
  private let signs: [Affix]
  private let compact: CompactTable?
  /// A unit's or currency's name around the number, by plural category; empty for none.
  private let names: [Affix]
  private let primary: Int
  private let secondary: Int
  /// Integer digits from which on a number is grouped; 0 for never.
  private let groupedFrom: Int
  private let decimal: Text
  private let group: Text
  private let isPercent: Bool

  var digits: DigitOptions { options.digits }

  init(_ locale: FormatLocale, _ options: NumberOptions) throws(Diagnostic) {
    typealias Core = LocaleFields.Core
    let symbols = try NumberSymbols(locale, options.system)
    let isCurrency = options.style == .currency
    let hasName = isCurrency && options.currencyDisplay == .name
    // The unit `percent` is written as percentages are, but in compact notation and in full, where
    // percentages are written as the unit: as in ICU.
    let isPercent =
      options.style == .percent
      || options.style == .unit && options.unit == "percent"
        && options.unitDisplay != .long
    let isUnit = options.style == .unit && !isPercent || isPercent && options.notation == .compact
    var field = Core.decimalPattern
    if isCurrency, !hasName {
      field = options.isAccounting ? Core.accountingPattern : Core.currencyPattern
    } else if isPercent, !isUnit {
      field = Core.percentPattern
    }
    var stated = symbols.pattern(field) ?? "#,##0.###"
    var currency: Text?
    let own: [Text] = isCurrency ? CurrencyFacts(locale).own(options.currency) : ["", "", ""]
    if isCurrency, !hasName {
      if !own[0].isEmpty, !options.isAccounting { stated = own[0] }
      currency = try CurrencyFacts(locale).symbol(options.currency, options.currencyDisplay)
    }
    let pattern = NumberPattern(stated)
    let writer = AffixWriter(symbols: symbols, currency: currency)
    signs = writer.affixes(pattern)
    if options.notation == .compact {
      compact = try Self.compact(locale, symbols, options, writer, isCurrency && !hasName)
    } else {
      compact = nil
    }
    if hasName {
      names = try CurrencyFacts(locale).names(options.currency)
    } else if isUnit {
      let unit: Text = isPercent ? "percent" : options.unit
      names = try UnitFacts(locale).names(unit, options.unitDisplay)
    } else {
      names = []
    }
    primary = pattern.primary
    secondary = pattern.secondary
    groupedFrom = Self.groupedFrom(locale, options, pattern)
    decimal = own[1].isEmpty ? symbols.separator(Core.currencyDecimal, isCurrency) : own[1]
    group = own[2].isEmpty ? symbols.separator(Core.currencyGroup, isCurrency) : own[2]
    self.isPercent = options.style == .percent
    (self.options, self.symbols, rule) = (options, symbols, locale.rule)
  }

  /// Plain numbers of a locale.
  init(_ locale: FormatLocale, system: Text? = nil) throws(Diagnostic) {
    var options = NumberOptions()
    options.system = system
    try self.init(locale, options)
  }

  private static func compact(
    _ locale: FormatLocale, _ symbols: NumberSymbols, _ options: NumberOptions,
    _ writer: AffixWriter, _ isCurrency: Bool
  ) throws(Diagnostic) -> CompactTable {
    typealias Compact = LocaleFields.Compact
    let facts = try locale.facts(LocaleFields.Section.compact)
    let first = isCurrency ? Compact.currency : options.isLongCompact ? Compact.long : Compact.short
    return CompactTable(facts, first, isOwn: symbols.isOwn, writer)
  }

  private static func groupedFrom(
    _ locale: FormatLocale, _ options: NumberOptions, _ pattern: NumberPattern
  ) -> Int {
    guard pattern.primary > 0, options.grouping != .off else { return 0 }
    let stated = locale.text(LocaleFields.Core.leastGrouped)?.bytes.first ?? 0x31
    let usual = Int(stated &- 0x30)
    return switch options.grouping {
    case .always: pattern.primary + 1
    case .min2: pattern.primary + max(usual, 2)
    default: pattern.primary + usual
    }
  }

  // MARK: Formatting

  func format(_ number: Int64, to output: inout Output) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20 + Quantity.reserve) { storage in
      var quantity = Quantity(storage)
      quantity.set(number)
      format(&quantity, to: &output)
    }
  }

  func format(_ number: Double, to output: inout Output) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20 + Quantity.reserve) { storage in
      var quantity = Quantity(storage)
      quantity.set(number)
      format(&quantity, to: &output)
    }
  }

  /// Formats a decimal numeral; false, and nothing appended, for what is none.
  func format(decimal text: UnsafeBufferPointer<UInt8>, to output: inout Output) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + Quantity.reserve) {
      storage in
      var quantity = Quantity(storage)
      guard quantity.set(decimal: text) else { return false }
      format(&quantity, to: &output)
      return true
    }
  }

  /// Formats a number, and tells its plural category.
  @discardableResult
  func format(_ number: inout Quantity, to output: inout Output) -> PluralCategory {
    if isPercent { number.shift(by: 2) }
    var exponent = 0
    var magnitude = 0
    let fraction: Int
    if number.kind != .finite {
      fraction = 0
    } else if options.notation == .standard {
      fraction = options.digits.round(&number)
    } else {
      fraction = roundMoved(&number, &exponent, &magnitude)
    }
    let sign = sign(number)
    var category = PluralCategory.other
    if compact != nil || !names.isEmpty { category = self.category(number, fraction, 0) }
    var affix: Int?
    if let compact {
      affix = compact.affix(magnitude, category, isOne: isOne(number), sign: sign)
      if exponent != 0, !names.isEmpty { category = self.category(number, fraction, exponent) }
    }
    let place = Int(category.rawValue)
    let hasName = place < names.count
    if hasName {
      output.append(names[place].prefix)
      if names[place].isWhole { return category }
    }
    if let affix {
      compact?.append(prefixOf: affix, to: &output)
    } else {
      output.append(signs[sign].prefix)
    }
    append(number, fraction, to: &output)
    if options.notation == .scientific || options.notation == .engineering, number.kind == .finite {
      append(exponent: exponent, to: &output)
    }
    if let affix {
      compact?.append(suffixOf: affix, to: &output)
    } else {
      output.append(signs[sign].suffix)
    }
    if hasName { output.append(names[place].suffix) }
    return category
  }

  private func isOne(_ number: Quantity) -> Bool {
    number.count == 1 && number.point == 1 && number.digits[0] == 0x31
  }

  /// The category of a number as it is shown.
  func category(_ number: Quantity, _ fraction: Int, _ exponent: Int) -> PluralCategory {
    guard let rule, number.kind == .finite else { return .other }
    if fraction == 0, exponent == 0, number.point <= 18 {
      var whole: UInt64 = 0
      for place in 0..<max(number.point, 0) {
        whole = whole * 10 + (place < number.count ? UInt64(number.digits[place] & 0x0F) : 0)
      }
      return rule.category(ofInteger: whole)
    }
    var count = number.count
    while count < number.point + fraction, count < number.capacity {
      number.digits[count] = 0x30
      count += 1
    }
    let digits = UnsafeBufferPointer(start: number.digits, count: count)
    var point = number.point
    if exponent > 0 { point += exponent }
    return rule.category(of: PluralOperands(digits: digits, point: point, exponent: exponent))
  }

  /// Rounds a number of scientific or compact notation.
  ///
  /// - Parameters:
  ///   - exponent: Set to the power of ten that is shown apart from the digits.
  ///   - magnitude: Set to the power of ten of the rounded number's first digit.
  private func roundMoved(
    _ number: inout Quantity, _ exponent: inout Int, _ magnitude: inout Int
  ) -> Int {
    let before = number.magnitude
    exponent = shift(before)
    number.shift(by: -exponent)
    var fraction = options.digits.round(&number)
    magnitude = before
    if number.count > 0, number.magnitude != before - exponent {
      // Rounding made it longer: 999.9 thousand is a million.
      magnitude = before + 1
      let other = shift(magnitude)
      if other != exponent {
        number.shift(by: exponent - other)
        exponent = other
        fraction = options.digits.round(&number)
      }
    }
    return fraction
  }

  /// How far the point of a number of a magnitude is moved to the left.
  private func shift(_ magnitude: Int) -> Int {
    if let compact { return compact.shift(magnitude) }
    guard options.notation == .engineering else { return magnitude }
    let third = magnitude % 3
    return magnitude - (third < 0 ? third + 3 : third)
  }

  /// 0 for no sign, 1 for minus, 2 for plus.
  private func sign(_ number: Quantity) -> Int {
    let isZero = number.isZero || number.kind == .notANumber
    switch options.sign {
    case .automatic: return number.isNegative ? 1 : 0
    case .never: return 0
    case .negative: return number.isNegative && !isZero ? 1 : 0
    case .always: return number.isNegative ? 1 : 2
    case .exceptZero: return isZero ? 0 : number.isNegative ? 1 : 2
    }
  }

  // MARK: Digits

  private func append(_ number: Quantity, _ fraction: Int, to output: inout Output) {
    guard number.kind == .finite else {
      output.append(number.kind == .infinite ? symbols.infinity : symbols.notANumber)
      return
    }
    let whole = max(number.point, 0)
    let shown = max(whole, options.digits.leastInteger)
    let isGrouped = groupedFrom > 0 && shown >= groupedFrom
    for place in 0..<shown {
      let left = shown - place
      if isGrouped, place > 0, left >= primary, (left - primary) % secondary == 0 {
        output.append(group)
      }
      let digit = place - (shown - whole)
      symbols.digits.append(
        digit >= 0 && digit < number.count ? number.digits[digit] & 0x0F : 0, to: &output)
    }
    guard fraction > 0 else { return }
    output.append(decimal)
    for place in 0..<fraction {
      let digit = number.point + place
      symbols.digits.append(
        digit >= 0 && digit < number.count ? number.digits[digit] & 0x0F : 0, to: &output)
    }
  }

  private func append(exponent: Int, to output: inout Output) {
    output.append(symbols.exponential)
    if exponent < 0 { output.append(symbols.minus) }
    symbols.digits.append(abs(exponent), atLeast: 1, to: &output)
  }
}

extension NumberFormatter {
  /// Rounds a number as it will be shown, and tells its plural category.
  func roundedCategory(_ number: inout Quantity) -> PluralCategory {
    let fraction = digits.round(&number)
    return category(number, fraction, 0)
  }
}
