import CalqueBase
import CalqueLocale

/// Names of units around a number, such as `{0} km/h`.
struct UnitFacts {
  private static let other = Int(PluralCategory.other.rawValue)

  private let locale: FormatLocale
  private let facts: LocaleSection
  private let base: Int

  init(_ locale: FormatLocale, _ width: NumberOptions.Width) {
    self.locale = locale
    facts = locale.facts(LocaleFields.Section.units)
    base = width == .long ? 0 : LocaleFields.Units.count &* (width == .short ? 1 : 2)
  }

  /// Adds an affix for each plural category. Refuses what is no unit of ECMA-402.
  func addNames(_ unit: Bytes, to list: inout PhraseList) {
    var upper = CoreLists.unit(unit)
    var per = Bytes.none
    if upper == nil, let middle = unit.firstIndex(of: "-per-"),
      let lower = CoreLists.unit(unit.part(middle &+ 5, unit.count))
    {
      upper = CoreLists.unit(unit.part(0, middle))
      per = self.per(lower)
    }
    guard let upper else {
      return locale.refuse(.invalidOption, "there is no such unit", "unit")
    }
    for category in 0...Self.other {
      let pattern = pattern(upper, category)
      list.add(around: per.isEmpty ? pattern : locale.filled(per, pattern, .none))
    }
  }

  private func pattern(_ unit: Int, _ category: Int) -> Bytes {
    let first = base &+ LocaleFields.Units.first &+ 7 &* unit &+ 1
    let found = facts.text(first &+ category, else: first &+ Self.other, locale.arena)
    return found.isEmpty ? Bytes("{0}") : found
  }

  /// The pattern of what is counted for each unit, with `{0}` for that.
  private func per(_ unit: Int) -> Bytes {
    let stated = facts.text(base &+ LocaleFields.Units.first &+ 7 &* unit, locale.arena)
    if !stated.isEmpty { return stated }
    let one = locale.filled(pattern(unit, Int(PluralCategory.one.rawValue)), .none, .none)
    var compound = facts.text(base &+ LocaleFields.Units.compound, locale.arena)
    if compound.isEmpty { compound = Bytes("{0}/{1}") }
    let trimmed = one.trimmed
    return locale.filled(compound, Bytes("{0}"), one.part(trimmed.lowerBound, trimmed.upperBound))
  }
}
