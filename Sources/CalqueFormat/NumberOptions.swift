import CalqueBase

/// The options of ECMA-402's NumberFormat.
final class NumberOptions {
  enum Grouping: Int {
    case automatic, always, min2, off
  }

  var style = Style.decimal
  var notation = Notation.standard
  var isLongCompact = false
  var sign = SignDisplay.auto
  var grouping = Grouping.automatic
  /// This, unit and system are texts of the arena, there while the formatter is made.
  var currency = Bytes.none
  var currencyDisplay = CurrencyDisplay.symbol
  var isAccounting = false
  var unit = Bytes.none
  var unitDisplay = Width.short
  /// Without an address for that of the locale.
  var system = Bytes.none
  var digitKind = DigitKind.fraction
  var leastInteger = 1
  var leastFraction = 0
  var mostFraction = 3
  var leastSignificant = 1
  var mostSignificant = 21
  var mode = RoundingMode.halfExpand
  var stripsZeros = false

  @inline(never)
  init() {}

  @inline(never)
  convenience init(_ locale: FormatLocale) {
    self.init()
    let options = locale.options
    system = options.text(Place.system)
    style = Style(rawValue: options[Place.style]) ?? .decimal
    currencyDisplay = CurrencyDisplay(rawValue: options[Place.currencyDisplay]) ?? .symbol
    isAccounting = options[Place.currencySign] == 1
    unit = options.text(Place.unit)
    unitDisplay = Width(rawValue: options[Place.unitDisplay]) ?? .short
    notation = Notation(rawValue: options[Place.notation]) ?? .standard
    isLongCompact = options[Place.compactDisplay] == 1
    sign = SignDisplay(rawValue: options[Place.signDisplay]) ?? .auto
    grouping = grouping(options)
    let code = options.text(Place.currency)
    var isCode = code.count == 3
    currency = locale.arena.text { output in
      for byte in code {
        if (byte | 0x20) &- 0x61 >= 26 { isCode = false }
        output.put(byte & 0xDF)
      }
    }
    if !isCode, style == .currency || code.baseAddress != nil {
      locale.refuse(.currency)
    }
    if style == .unit, unit.isEmpty {
      locale.refuse(.noUnit)
    }
    if style == .percent {
      unit = Bytes("percent")
      mostFraction = 0
    }
    if style == .currency, notation == .standard {
      mostFraction = CoreLists.digits(ofCurrency: currency)
      leastFraction = mostFraction
    }
    readDigits(locale)
  }

  // MARK: What they mean together

  /// Whether the currency stands beside the amount as a symbol or code, not as a name.
  @inline(never)
  var hasSymbol: Bool { style == .currency && currencyDisplay != .name }

  /// Whether a currency's own pattern is used.
  var usesOwnPattern: Bool { hasSymbol && !isAccounting }

  /// The unit `percent` is written as percentages are, but in compact notation and in full, where
  /// percentages are written as the unit: as in ICU.
  @inline(never)
  private var hasPercent: Bool {
    style == .percent || style == .unit && unit.equals("percent") && unitDisplay != .long
  }

  /// Whether a unit's name stands around the number.
  var hasUnit: Bool {
    hasPercent ? notation == .compact : style == .unit
  }

  /// The field of the pattern.
  @inline(never)
  var pattern: Int {
    typealias Core = LocaleFields.Core
    if hasSymbol { return isAccounting ? Core.accountingPattern : Core.currencyPattern }
    return hasPercent && notation != .compact ? Core.percentPattern : Core.decimalPattern
  }

  /// The first of the compact patterns.
  var compactForm: Int {
    typealias Compact = LocaleFields.Compact
    return hasSymbol ? Compact.currency : isLongCompact ? Compact.long : Compact.short
  }

  private func grouping(_ options: FormatOptions) -> Grouping {
    let usual = notation == .compact ? Grouping.min2 : .automatic
    // True and false as they are; as texts they ask for what is usual.
    return switch options[Place.useGrouping] {
    case 3: options.isTruth(Place.useGrouping) ? .always : usual
    case 4: options.isTruth(Place.useGrouping) ? .off : usual
    case 5: .off
    case let value: Grouping(rawValue: value) ?? usual
    }
  }
}
