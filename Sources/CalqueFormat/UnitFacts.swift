import CalqueBase
import CalqueLocale

/// Names of units around a number, such as `{0} km/h`.
struct UnitFacts {
  private let locale: FormatLocale

  init(_ locale: FormatLocale) { self.locale = locale }

  /// By plural category.
  ///
  /// - Throws: `invalidOption` for what is no unit of ECMA-402.
  func names(_ unit: Text, _ width: NumberOptions.Width) throws(Diagnostic) -> [Affix] {
    let facts = try locale.facts(LocaleFields.Section.units)
    let base = width == .long ? 0 : LocaleFields.Units.count * (width == .short ? 1 : 2)
    if let place = CoreLists.unit(unit) {
      return PluralCategory.allCases.map { Affix(around: Self.pattern(facts, base, place, $0)) }
    }
    let separator: Text = "-per-"
    guard let middle = unit.firstIndex(of: separator),
      let upper = CoreLists.unit(unit.part(0, middle)),
      let lower = CoreLists.unit(unit.part(middle + separator.count))
    else { throw Diagnostic(.invalidOption, "there is no such unit", path: "unit") }
    let per = Self.per(facts, base, lower)
    return PluralCategory.allCases.map { category in
      let pattern = Self.pattern(facts, base, upper, category)
      return Affix(around: per.replacing("{0}", with: pattern))
    }
  }

  private static func pattern(
    _ facts: LocaleSection, _ base: Int, _ unit: Int, _ category: PluralCategory
  ) -> Text {
    let first = base + LocaleFields.Units.first + 7 * unit + 1
    return facts.text(first + Int(category.rawValue))
      ?? facts.text(first + Int(PluralCategory.other.rawValue)) ?? "{0}"
  }

  /// The pattern of what is counted for each unit, with `{0}` for that.
  private static func per(_ facts: LocaleSection, _ base: Int, _ unit: Int) -> Text {
    if let pattern = facts.text(base + LocaleFields.Units.first + 7 * unit) { return pattern }
    let one = pattern(facts, base, unit, .one).replacing("{0}", with: "").trimmed()
    let compound = facts.text(base + LocaleFields.Units.compound) ?? "{0}/{1}"
    return compound.replacing("{1}", with: one)
  }
}
