import CalqueBase
import CalqueLocale

/// Shows numbers as a locale and options ask. Everything that can be known beforehand is: a call
/// rounds digits and appends.
final class NumberFormatter: Formatter, @unchecked Sendable {
  // Unchecked: written by the initializer alone.
  typealias Core = LocaleFields.Core

  /// The places of phrases.
  private enum Place {
    static let decimal = 0
    static let group = 1
    static let minus = 2
    static let exponential = 3
    static let infinity = 4
    static let notANumber = 5
    /// Prefix and suffix of a number without a sign, with a minus sign, with a plus sign.
    static let signs = 6
    /// A unit's or currency's name around a number, by plural category.
    static let names = 12
  }

  private let phrases: Phrases
  private let digits: Digits
  private let options: NumberOptions
  private let rule: PluralRule?
  private let compact: CompactTable?
  private let hasNames: Bool
  private let grouping: Grouping
  /// Zeros behind the point of whole numbers, which then need no rounding; -1 where that is not all.
  private let zeros: Int

  init(_ locale: FormatLocale, _ options: NumberOptions) {
    let symbols = NumberSymbols(locale, options.system)
    let phrases = Phrases()
    let isCurrency = options.style == .currency
    let money = CurrencyFacts(locale: locale, code: options.currency)
    // A pattern and separators.
    let own = isCurrency ? money.own() : .none
    var stated = options.usesOwnPattern ? own.word(0, by: 0x7C) : .none
    if stated.isEmpty { stated = symbols.pattern(options.pattern) }
    let pattern = NumberPattern(stated.or("#,##0.###"))
    let writer = AffixWriter(
      symbols, phrases, currency: options.hasSymbol ? money.symbol(options.currencyDisplay) : .none)
    for index in 0..<2 {
      var symbol = own.word(index &+ 1, by: 0x7C)
      if isCurrency, symbol.isEmpty { symbol = symbols.pattern(Core.currencyDecimal &+ index) }
      phrases.add(symbol.isEmpty ? symbols.symbol(Core.decimal &+ index) : symbol)
    }
    // Minus, exponential, infinity, not a number.
    for field in Core.minus...Core.notANumber { phrases.add(symbols.symbol(field)) }
    writer.add(pattern)
    let isUnit = options.hasUnit
    hasNames = isUnit || isCurrency && !options.hasSymbol
    if isUnit {
      UnitFacts(locale, options.unitDisplay).addNames(options.unit, to: phrases)
    } else if hasNames {
      money.addNames(to: phrases)
    }
    compact = options.notation == .compact ? CompactTable(options.compactForm, writer) : nil
    rule = locale.rule
    (digits, self.options, self.phrases) = (symbols.digits, options, phrases)
    grouping = Grouping(pattern, locale, options.grouping, phrases.text(Place.group))
    let isUsual =
      options.notation == .standard && options.style != .percent && options.digitKind == .fraction
      && options.leastInteger == 1 && options.sign == .auto
    zeros =
      isUsual && !hasNames && digits.width == 1 && grouping.isNarrow
      ? options.stripsZeros ? 0 : options.leastFraction : -1
    super.init(.number)
    isSafe = phrases.isSafe
  }

  // MARK: Formatting

  override func format(_ number: Int64, to output: inout Output) -> Bool {
    if zeros >= 0 { return append(whole: number, to: &output) }
    return withQuantity { quantity in
      quantity.set(number)
      return format(&quantity, to: &output)
    }
  }

  override func format(_ number: Double, to output: inout Output) -> Bool {
    withQuantity { quantity in
      quantity.set(number)
      return format(&quantity, to: &output)
    }
  }

  override func format(decimal text: Bytes, to output: inout Output) -> Bool {
    withQuantity(room: text.count) { quantity in
      guard quantity.set(decimal: text) else { return false }
      return format(&quantity, to: &output)
    }
  }

  /// Calls `body` with room for digits.
  @inline(never)
  func withQuantity(room: Int = Quantity.longest, _ body: (inout Quantity) -> Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room &+ Quantity.reserve) { storage in
      var quantity = Quantity(storage)
      return body(&quantity)
    }
  }

  /// Formats a number of any kind.
  func format(_ number: inout Quantity, to output: inout Output) -> Bool {
    if options.style == .percent { number.shift(by: 2) }
    var exponent = 0
    var magnitude = 0
    let fraction: Int
    if number.kind != .finite {
      fraction = 0
    } else if options.notation == .standard {
      fraction = options.round(&number)
    } else {
      fraction = roundMoved(&number, &exponent, &magnitude)
    }
    let sign = sign(number.isNegative, isZero: number.isZero || number.kind == .notANumber)
    var affix = Place.signs &+ 2 &* sign
    var category = PluralCategory.other
    if compact != nil || hasNames { category = self.category(number, fraction, 0) }
    if let compact {
      affix = compact.affix(magnitude, category, isOne: number.isOne, sign: sign) ?? affix
      if exponent != 0, hasNames { category = self.category(number, fraction, exponent) }
    }
    let name = Place.names &+ 2 &* Int(category.rawValue)
    if hasNames {
      phrases.append(name, to: &output)
      if phrases.isWhole(name) { return true }
    }
    phrases.append(affix, to: &output)
    append(number, fraction, to: &output)
    let isMoved = options.notation == .scientific || options.notation == .engineering
    if isMoved, number.kind == .finite {
      phrases.append(Place.exponential, to: &output)
      if exponent < 0 { phrases.append(Place.minus, to: &output) }
      digits.append(abs(exponent), atLeast: 1, to: &output)
    }
    phrases.append(affix &+ 1, to: &output)
    if hasNames { phrases.append(name &+ 1, to: &output) }
    return true
  }

  /// The category of a number as it is shown.
  private func category(_ number: Quantity, _ fraction: Int, _ exponent: Int) -> PluralCategory {
    guard let rule, number.kind == .finite else { return .other }
    var count = number.count
    while count < number.point &+ fraction, count < number.capacity {
      number.digits[count] = 0x30
      count &+= 1
    }
    let digits = UnsafeBufferPointer(start: number.digits, count: count)
    let point = number.point &+ max(exponent, 0)
    return rule.category(of: PluralOperands(digits: digits, point: point, exponent: exponent))
  }

  /// Rounds a number as it will be shown, and returns its plural category.
  func roundedCategory(_ number: inout Quantity) -> PluralCategory {
    let fraction = options.round(&number)
    return category(number, fraction, 0)
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
    var fraction = options.round(&number)
    magnitude = before
    if number.count > 0, number.magnitude != before &- exponent {
      // Rounding made it longer: 999.9 thousand is a million.
      magnitude = before &+ 1
      let other = shift(magnitude)
      if other != exponent {
        number.shift(by: exponent &- other)
        exponent = other
        fraction = options.round(&number)
      }
    }
    return fraction
  }

  /// How far the point of a number of a magnitude is moved to the left.
  private func shift(_ magnitude: Int) -> Int {
    if let compact { return compact.shift(magnitude) }
    guard options.notation == .engineering else { return magnitude }
    let third = magnitude % 3
    return magnitude &- (third < 0 ? third &+ 3 : third)
  }

  /// 0 for no sign, 1 for minus, 2 for plus.
  private func sign(_ isNegative: Bool, isZero: Bool) -> Int {
    switch options.sign {
    case .auto: isNegative ? 1 : 0
    case .never: 0
    case .negative: isNegative && !isZero ? 1 : 0
    case .always: isNegative ? 1 : 2
    case .exceptZero: isZero ? 0 : isNegative ? 1 : 2
    }
  }

  // MARK: Digits

  private func append(whole number: Int64, to output: inout Output) -> Bool {
    let affix = Place.signs &+ (number < 0 ? 2 : 0)
    phrases.append(affix, to: &output)
    grouping.append(number.magnitude, to: &output)
    if zeros > 0 {
      phrases.append(Place.decimal, to: &output)
      for _ in 0..<zeros { output.append(0x30) }
    }
    phrases.append(affix &+ 1, to: &output)
    return true
  }

  private func append(_ number: Quantity, _ fraction: Int, to output: inout Output) {
    guard number.kind == .finite else {
      phrases.append(number.kind == .infinite ? Place.infinity : Place.notANumber, to: &output)
      return
    }
    let point = number.point
    let shown = max(point, options.leastInteger)
    var grouped = grouping.first(of: shown)
    // Where the next separator stands.
    var next = point &- grouped
    let end = point &+ fraction
    // There are zeros before the first digit and behind the last one.
    var place = point &- shown
    while true {
      while place < next {
        let isStated = UInt(bitPattern: place) < UInt(bitPattern: number.count)
        digits.append(isStated ? number.digits[place] & 0x0F : 0, to: &output)
        place &+= 1
      }
      if place == end { return }
      if place == point {
        phrases.append(Place.decimal, to: &output)
        next = end
      } else {
        phrases.append(Place.group, to: &output)
        grouped = grouped > grouping.primary ? grouped &- grouping.secondary : 0
        next = point &- grouped
      }
    }
  }
}
