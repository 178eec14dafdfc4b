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

/// Names of units around a number, such as `{0} km/h`.
struct UnitFacts {
  private let locale: FormatLocale
  /// The first fact of a width.
  private let base: Int

  init(_ locale: FormatLocale, _ width: NumberOptions.Width) {
    self.locale = locale
    let widths = width == .long ? 0 : width == .short ? 1 : 2
    base = locale.facts(LocaleFields.Section.units) &+ LocaleFields.Units.count &* widths
  }

  /// Adds an affix for each plural category. Refuses what is no unit of ECMA-402.
  func addNames(_ unit: Bytes, to phrases: Phrases) {
    var upper = CoreLists.unit(unit)
    var per = Bytes.none
    if upper == nil, let middle = unit.firstIndex(of: "-per-"),
      let lower = CoreLists.unit(unit.part(middle &+ 5, unit.count))
    {
      upper = CoreLists.unit(unit.part(0, middle))
      per = self.per(lower)
    }
    guard let upper else { return locale.refuse(.unit) }
    locale.eachForm(forms(upper), or: "{0}") { _, pattern in
      phrases.add(around: per.isEmpty ? pattern : locale.filled(per, pattern, .none))
    }
  }

  /// The first of a unit's plural forms.
  private func forms(_ unit: Int) -> Int { base &+ LocaleFields.Units.first &+ 7 &* unit &+ 1 }

  /// The pattern of what is counted for each unit, with `{0}` for that.
  private func per(_ unit: Int) -> Bytes {
    let stated = locale.text(forms(unit) &- 1)
    if !stated.isEmpty { return stated }
    let singular = forms(unit) &+ Int(PluralCategory.one.rawValue)
    let pattern = locale.text(singular, else: forms(unit) &+ Int(PluralCategory.other.rawValue))
    let one = locale.filled(pattern.or("{0}"), .none, .none)
    let compound = locale.text(base &+ LocaleFields.Units.compound, or: "{0}/{1}")
    return locale.filled(compound, Bytes("{0}"), one.part(one.trimmed))
  }
}
