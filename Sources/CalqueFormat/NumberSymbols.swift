import CalqueBase

/// The symbols and patterns of a locale in a numbering system.
struct NumberSymbols {
  typealias Core = LocaleFields.Core

  let digits: Digits
  /// Whether the locale has patterns of its own for the system.
  let isOwn: Bool
  private let system: Text
  private let root: [Text]
  private let locale: FormatLocale

  /// - Parameter wanted: A numbering system; nil for that of the tag or the locale.
  /// - Throws: `unsupported` for a system that is none, or that has no digits.
  init(_ locale: FormatLocale, _ wanted: Text?) throws(Diagnostic) {
    var name = wanted?.lowercasedASCII() ?? locale.keyword("nu") ?? ""
    var zero = CoreLists.zero(of: name)
    if zero == nil, wanted == nil {
      name = locale.text(Core.system) ?? "latn"
      zero = CoreLists.zero(of: name)
    }
    guard let digits = zero.flatMap({ Digits(zero: $0) }) else {
      throw Diagnostic(
        .unsupported, "the numbering system is not supported", path: "numberingSystem")
    }
    (system, self.digits, self.locale) = (name, digits, locale)
    isOwn = name != "latn" && locale.text(Core.ownSystem) == name
    root = isOwn ? [] : Self.rootSymbols(name)
  }

  /// One of the symbols from `Core.decimal` on.
  @inline(never)
  func symbol(_ field: Int) -> Text {
    if isOwn, let own = locale.text(Core.own + field - Core.decimal) { return own }
    let place = field - Core.decimal
    return place < root.count ? root[place] : locale.text(field) ?? ""
  }

  /// A pattern of the locale, for the system where it has its own.
  @inline(never)
  func pattern(_ field: Int) -> Text? {
    if isOwn, let own = locale.text(Core.own + field - Core.decimal) { return own }
    // CLDR's root has patterns for `arab`, which come before those of the locale for Latin digits.
    if !isOwn, system == "arab" {
      switch field {
      case Core.decimalPattern: return "#,##0.###"
      case Core.percentPattern: return "#,##0%"
      case Core.currencyPattern, Core.accountingPattern: return "#,##0.00\u{A0}\u{A4}"
      default: break
      }
    }
    return locale.text(field)
  }

  /// The two systems for which CLDR's root has symbols: decimal, group, percent, plus, minus,
  /// exponential. CLDR's JSON leaves them out.
  private static func rootSymbols(_ system: Text) -> [Text] {
    let symbols: Text
    switch system {
    case "arab": symbols = "\u{66B} \u{66C} \u{66A}\u{61C} \u{61C}+ \u{61C}- \u{623}\u{633}"
    case "arabext":
      symbols = "\u{66B} \u{66C} \u{66A} \u{200E}+\u{200E} \u{200E}-\u{200E} \u{D7}\u{6F1}\u{6F0}^"
    default: return []
    }
    return symbols.split(" ")
  }
}
