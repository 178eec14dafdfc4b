import CalqueBase

/// What a number is to look like: the options of ECMA-402's NumberFormat.
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

  static let names: [StaticString] = [
    "localeMatcher", "numberingSystem", "style", "currency", "currencyDisplay", "currencySign",
    "unit", "unitDisplay", "notation", "compactDisplay", "signDisplay", "useGrouping",
    "minimumIntegerDigits", "minimumFractionDigits", "maximumFractionDigits",
    "minimumSignificantDigits", "maximumSignificantDigits", "roundingPriority",
    "roundingIncrement", "roundingMode", "trailingZeroDisplay",
  ]

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
    system = try options.text("numberingSystem")
    let styles: [StaticString] = ["decimal", "percent", "currency", "unit"]
    style = Style(rawValue: try options.choice("style", styles) ?? 0) ?? .decimal
    try readCurrency(options)
    try readUnit(options)
    let notations: [StaticString] = ["standard", "scientific", "engineering", "compact"]
    notation = Notation(rawValue: try options.choice("notation", notations) ?? 0) ?? .standard
    isLongCompact = try options.choice("compactDisplay", ["short", "long"]) == 1
    let signs: [StaticString] = ["auto", "always", "never", "exceptZero", "negative"]
    sign = SignDisplay(rawValue: try options.choice("signDisplay", signs) ?? 0) ?? .automatic
    grouping = try grouping(options)
    let usual: ClosedRange<Int>
    if style == .currency, notation == .standard {
      let digits = CoreLists.digits(ofCurrency: currency)
      usual = digits...digits
    } else {
      usual = 0...(style == .percent ? 0 : 3)
    }
    digits = try DigitOptions(options, usual: usual, isCompact: notation == .compact)
  }

  private mutating func readCurrency(_ options: FormatOptions) throws(Diagnostic) {
    let displays: [StaticString] = ["symbol", "narrowSymbol", "code", "name"]
    currencyDisplay =
      CurrencyDisplay(rawValue: try options.choice("currencyDisplay", displays) ?? 0) ?? .symbol
    isAccounting = try options.choice("currencySign", ["standard", "accounting"]) == 1
    guard let code = try options.text("currency")?.uppercasedASCII() else {
      guard style != .currency else {
        throw Diagnostic(.invalidOption, "the style needs a currency", path: "currency")
      }
      return
    }
    guard code.count == 3, code.bytes.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }) else {
      throw Diagnostic(.invalidOption, "a currency is three letters", path: "currency")
    }
    currency = code
  }

  private mutating func readUnit(_ options: FormatOptions) throws(Diagnostic) {
    let displays: [StaticString] = ["short", "narrow", "long"]
    unitDisplay = Width(rawValue: try options.choice("unitDisplay", displays) ?? 0) ?? .short
    unit = try options.text("unit") ?? ""
    guard style != .unit || !unit.isEmpty else {
      throw Diagnostic(.invalidOption, "the style needs a unit", path: "unit")
    }
  }

  private func grouping(_ options: FormatOptions) throws(Diagnostic) -> Grouping {
    let usual = notation == .compact ? Grouping.min2 : .automatic
    switch options.members["useGrouping"] {
    case nil, .null?, .text("true")?, .text("false")?: return usual
    case .bool(true)?: return .always
    case .bool(false)?, .text("")?: return .off
    default:
      let values: [StaticString] = ["auto", "always", "min2"]
      return Grouping(rawValue: try options.choice("useGrouping", values) ?? 0) ?? usual
    }
  }
}
