import CalqueBase
import CalqueLocale

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
      let lower = CoreLists.unit(unit.slice(middle &+ 5, unit.count))
    {
      upper = CoreLists.unit(unit.slice(0, middle))
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
    let trimmed = one.trimmed
    return locale.filled(compound, Bytes("{0}"), one.slice(trimmed.lowerBound, trimmed.upperBound))
  }
}
