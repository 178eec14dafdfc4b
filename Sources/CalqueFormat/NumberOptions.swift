import CalqueBase

/// The options of ECMA-402's NumberFormat.
struct NumberOptions {
  enum Style: Int {
    case decimal, percent, currency, unit
  }

  enum Notation: Int {
    case standard, scientific, engineering, compact
  }

  enum SignDisplay: Int {
    case automatic, always, never, exceptZero, negative
  }

  enum Grouping: Int {
    case automatic, always, min2, off
  }

  enum CurrencyDisplay: Int {
    case symbol, narrowSymbol, code, name
  }

  enum Width: Int {
    case short, narrow, long
  }

  static let table: StaticString = """
    localeMatcher:*;numberingSystem:*;style:decimal,percent,currency,unit;currency:*;\
    currencyDisplay:symbol,narrowSymbol,code,name;currencySign:standard,accounting;unit:*;\
    unitDisplay:short,narrow,long;notation:standard,scientific,engineering,compact;\
    compactDisplay:short,long;signDisplay:auto,always,never,exceptZero,negative;\
    useGrouping:auto,always,min2,true,false,;minimumIntegerDigits:#1-21;\
    minimumFractionDigits:#0-100;maximumFractionDigits:#0-100;minimumSignificantDigits:#1-21;\
    maximumSignificantDigits:#1-21;roundingPriority:auto,morePrecision,lessPrecision;\
    roundingIncrement:#1-5000;roundingMode:ceil,floor,expand,trunc,halfCeil,halfFloor,\
    halfExpand,halfTrunc,halfEven;trailingZeroDisplay:auto,stripIfInteger;
    """

  var style = Style.decimal
  var notation = Notation.standard
  var isLongCompact = false
  var sign = SignDisplay.automatic
  var grouping = Grouping.automatic
  var currency = Bytes.none
  var currencyDisplay = CurrencyDisplay.symbol
  var isAccounting = false
  var unit = Bytes.none
  var unitDisplay = Width.short
  /// Without an address for that of the locale.
  var system = Bytes.none
  var digits = DigitOptions()

  init() {}

  init(_ options: FormatOptions, _ locale: FormatLocale) {
    system = options.text("numberingSystem", locale.arena)
    style = options.choice("style").flatMap(Style.init) ?? .decimal
    currencyDisplay = options.choice("currencyDisplay").flatMap(CurrencyDisplay.init) ?? .symbol
    isAccounting = options.choice("currencySign") == 1
    unit = options.text("unit", locale.arena)
    unitDisplay = options.choice("unitDisplay").flatMap(Width.init) ?? .short
    notation = options.choice("notation").flatMap(Notation.init) ?? .standard
    isLongCompact = options.choice("compactDisplay") == 1
    sign = options.choice("signDisplay").flatMap(SignDisplay.init) ?? .automatic
    grouping = grouping(options)
    let code = options.text("currency", locale.arena)
    var isCode = code.count == 3
    currency = locale.arena.text { output in
      for byte in code {
        if (byte | 0x20) &- 0x61 >= 26 { isCode = false }
        output.append(byte & 0xDF)
      }
    }
    if !isCode, style == .currency || code.baseAddress != nil {
      locale.refuse(.invalidOption, "a currency code has three letters", "currency")
    }
    if style == .unit, unit.isEmpty {
      locale.refuse(.invalidOption, "the style needs a unit", "unit")
    }
    var usual = 0...(style == .percent ? 0 : 3)
    if style == .currency, notation == .standard {
      let digits = CoreLists.digits(ofCurrency: currency)
      usual = digits...digits
    }
    digits = DigitOptions(options, usual: usual, isCompact: notation == .compact, locale)
  }

  private func grouping(_ options: FormatOptions) -> Grouping {
    if case .bool(let isOn)? = options.members["useGrouping"] { return isOn ? .always : .off }
    switch options.choice("useGrouping") {
    case 0?: return .automatic
    case 1?: return .always
    case 2?: return .min2
    case 5?: return .off
    default: return notation == .compact ? .min2 : .automatic
    }
  }
}
