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
  var currency: Text = ""
  var currencyDisplay = CurrencyDisplay.symbol
  var isAccounting = false
  var unit: Text = ""
  var unitDisplay = Width.short
  var system: Text?
  var digits = DigitOptions()

  init() {}

  init(_ options: FormatOptions) throws(Diagnostic) {
    system = options.text("numberingSystem")
    style = options["style"].flatMap(Style.init) ?? .decimal
    currencyDisplay = options["currencyDisplay"].flatMap(CurrencyDisplay.init) ?? .symbol
    isAccounting = options["currencySign"] == 1
    unit = options.text("unit") ?? ""
    unitDisplay = options["unitDisplay"].flatMap(Width.init) ?? .short
    notation = options["notation"].flatMap(Notation.init) ?? .standard
    isLongCompact = options["compactDisplay"] == 1
    sign = options["signDisplay"].flatMap(SignDisplay.init) ?? .automatic
    grouping = grouping(options)
    currency = options.text("currency")?.uppercasedASCII() ?? ""
    let isCode = currency.count == 3 && currency.bytes.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    if !isCode, style == .currency || options.text("currency") != nil {
      throw Diagnostic(.invalidOption, "a currency is three letters", path: "currency")
    }
    if style == .unit, unit.isEmpty {
      throw Diagnostic(.invalidOption, "the style needs a unit", path: "unit")
    }
    var usual = 0...(style == .percent ? 0 : 3)
    if style == .currency, notation == .standard {
      let digits = CoreLists.digits(ofCurrency: currency)
      usual = digits...digits
    }
    digits = try DigitOptions(options, usual: usual, isCompact: notation == .compact)
  }

  private func grouping(_ options: FormatOptions) -> Grouping {
    if case .bool(let isOn)? = options.members["useGrouping"] { return isOn ? .always : .off }
    switch options["useGrouping"] {
    case 0?: return .automatic
    case 1?: return .always
    case 2?: return .min2
    case 5?: return .off
    default: return notation == .compact ? .min2 : .automatic
    }
  }
}
