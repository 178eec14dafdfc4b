import CalqueBase

/// The symbols and patterns of a locale in a numbering system.
struct NumberSymbols {
  let system: Text
  let digits: Digits
  let decimal: Text
  let group: Text
  let minus: Text
  let plus: Text
  let percent: Text
  let exponential: Text
  let infinity: Text
  let notANumber: Text
  let timeSeparator: Text
  /// Whether the locale has patterns of its own for the system.
  let isOwn: Bool
  private let locale: FormatLocale

  /// - Parameter wanted: A numbering system; nil for that of the tag or the locale.
  /// - Throws: `unsupported` for a system that is none, or that has no digits.
  init(_ locale: FormatLocale, _ wanted: Text?) throws(Diagnostic) {
    typealias Core = LocaleFields.Core
    let usual = locale.text(Core.system) ?? "latn"
    var name = usual
    var zero: Text?
    if let wanted {
      name = wanted.lowercasedASCII()
      zero = CoreLists.zero(of: name)
      guard zero != nil else {
        throw Diagnostic(
          .unsupported, "the numbering system is not supported", path: "numberingSystem")
      }
    } else if let keyword = locale.keyword("nu") {
      zero = CoreLists.zero(of: keyword)
      if zero != nil { name = keyword }
    }
    guard let digits = Digits(zero: zero ?? CoreLists.zero(of: name) ?? "0") else {
      throw Diagnostic(.unsupported, "the numbering system is not supported")
    }
    let isOwn = name != "latn" && locale.text(Core.ownSystem) == name
    let root = isOwn ? nil : Self.rootSymbols(name)
    let symbol = { (field: Int) -> Text in
      if isOwn, let own = locale.text(Core.own + field - Core.decimal) { return own }
      if let root, field - Core.decimal < root.count { return root[field - Core.decimal] }
      return locale.text(field) ?? ""
    }
    (system, self.digits, self.isOwn, self.locale) = (name, digits, isOwn, locale)
    decimal = symbol(Core.decimal)
    group = symbol(Core.group)
    percent = symbol(Core.percent)
    plus = symbol(Core.plus)
    minus = symbol(Core.minus)
    exponential = symbol(Core.exponential)
    infinity = symbol(Core.infinity)
    notANumber = symbol(Core.notANumber)
    timeSeparator = symbol(Core.timeSeparator)
  }

  /// A pattern of the locale, for the system where it has its own.
  func pattern(_ field: Int) -> Text? {
    typealias Core = LocaleFields.Core
    if isOwn, let own = locale.text(Core.own + field - Core.decimal) { return own }
    if !isOwn, system == "arab", let root = Self.rootPattern(field) { return root }
    return locale.text(field)
  }

  /// The decimal or group separator, for amounts of money where they have their own.
  func separator(_ field: Int, _ isCurrency: Bool) -> Text {
    let usual = field == LocaleFields.Core.currencyDecimal ? decimal : group
    return (isCurrency ? pattern(field) : nil) ?? usual
  }

  /// CLDR's root has patterns for `arab`, which come before those of the locale for Latin digits.
  private static func rootPattern(_ field: Int) -> Text? {
    switch field {
    case LocaleFields.Core.decimalPattern: "#,##0.###"
    case LocaleFields.Core.percentPattern: "#,##0%"
    case LocaleFields.Core.currencyPattern, LocaleFields.Core.accountingPattern:
      "#,##0.00\u{A0}\u{A4}"
    default: nil
    }
  }

  /// The two systems for which CLDR's root has symbols: decimal, group, percent, plus, minus,
  /// exponential. CLDR's JSON leaves them out.
  private static func rootSymbols(_ system: Text) -> [Text]? {
    switch system {
    case "arab":
      ["\u{66B}", "\u{66C}", "\u{66A}\u{61C}", "\u{61C}+", "\u{61C}-", "\u{623}\u{633}"]
    case "arabext":
      [
        "\u{66B}", "\u{66C}", "\u{66A}", "\u{200E}+\u{200E}", "\u{200E}-\u{200E}",
        "\u{D7}\u{6F1}\u{6F0}^",
      ]
    default: nil
    }
  }
}
