import CalqueBase
import CalqueLocale

/// Symbols and names of currencies in a locale.
struct CurrencyFacts {
  private let locale: FormatLocale

  init(_ locale: FormatLocale) { self.locale = locale }

  /// How a currency is written beside an amount.
  func symbol(
    _ code: Text, _ display: NumberOptions.CurrencyDisplay
  ) throws(Diagnostic) -> Text {
    if display == .code { return code }
    let facts = try locale.facts(LocaleFields.Section.currencies)
    guard let place = Self.place(code, facts) else { return code }
    if display == .narrowSymbol, let narrow = facts.text(3 * place + 1) { return narrow }
    return facts.text(3 * place) ?? code
  }

  /// Pattern, decimal and group separator of a currency that has its own; empty where it has not.
  func own(_ code: Text) -> [Text] {
    guard let facts = try? locale.facts(LocaleFields.Section.currencies),
      let parts = Self.place(code, facts).flatMap({ facts.text(3 * $0 + 2) })?.split("|"),
      parts.count == 3
    else { return ["", "", ""] }
    return parts
  }

  /// A currency's name around an amount, by plural category.
  func names(_ code: Text) throws(Diagnostic) -> [Affix] {
    let facts = try locale.facts(LocaleFields.Section.currencyNames)
    var names: [Affix] = []
    for category in PluralCategory.allCases {
      let name = name(code, category, facts)
      let form = LocaleFields.Core.currencyUnit + Int(category.rawValue)
      let other = LocaleFields.Core.currencyUnit + Int(PluralCategory.other.rawValue)
      let pattern = locale.text(form) ?? locale.text(other) ?? "{0} {1}"
      names.append(Affix(around: pattern.replacing("{1}", with: name)))
    }
    return names
  }

  /// The name of a currency apart from an amount; nil when it has none.
  func name(_ code: Text) throws(Diagnostic) -> Text? {
    let facts = try locale.facts(LocaleFields.Section.currencyNames)
    return Self.place(code, facts).flatMap { facts.text(7 * $0) }
  }

  private func name(_ code: Text, _ category: PluralCategory, _ facts: LocaleSection) -> Text {
    guard let place = Self.place(code, facts) else { return code }
    let first = 7 * place
    return facts.text(first + 1 + Int(category.rawValue))
      ?? facts.text(first + 1 + Int(PluralCategory.other.rawValue)) ?? facts.text(first) ?? code
  }

  private static func place(_ code: Text, _ facts: LocaleSection) -> Int? {
    let codes = Text(facts.block.shared(0))
    for place in stride(from: 0, to: codes.count - 2, by: 3)
    where codes.part(place, place + 3) == code { return place / 3 }
    return nil
  }
}
