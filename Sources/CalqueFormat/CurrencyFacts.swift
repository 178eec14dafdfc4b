import CalqueBase
import CalqueLocale

/// Symbols and names of currencies in a locale.
struct CurrencyFacts {
  private static let other = Int(PluralCategory.other.rawValue)

  let locale: FormatLocale
  let code: Bytes

  /// How the currency is written beside an amount.
  func symbol(_ display: NumberOptions.CurrencyDisplay) -> Bytes {
    if display == .code { return code }
    let facts = locale.facts(LocaleFields.Section.currencies)
    guard let place = Self.place(code, locale) else { return code }
    let wanted = display == .narrowSymbol ? 1 : 0
    let found = locale.text(facts &+ 3 &* place &+ wanted, else: facts &+ 3 &* place)
    return found.isEmpty ? code : found
  }

  /// The pattern and the separators of a currency that has its own, with `|` between them; empty where
  /// it has none.
  func own() -> Bytes {
    let facts = locale.section(LocaleFields.Section.currencies)
    return Self.place(code, locale).map { locale.text(facts &+ 3 &* $0 &+ 2) } ?? .none
  }

  /// Adds the currency's name around an amount, for each plural category.
  func addNames(to phrases: Phrases) {
    let facts = locale.facts(LocaleFields.Section.currencyNames)
    let place = Self.place(code, locale)
    locale.eachForm(LocaleFields.Core.currencyUnit, or: "{0} {1}") { category, pattern in
      var name = Bytes.none
      if let place {
        let first = facts &+ 7 &* place
        name = locale.text(first &+ 1 &+ category, else: first &+ 1 &+ Self.other)
        if name.isEmpty { name = locale.text(first) }
      }
      phrases.add(around: locale.filled(pattern, Bytes("{0}"), name.isEmpty ? code : name))
    }
  }

  /// The place of a currency in the lists of the file.
  @inline(never)
  static func place(_ code: Bytes, _ locale: FormatLocale) -> Int? {
    locale.shared(0).record(code, width: 3)
  }
}
