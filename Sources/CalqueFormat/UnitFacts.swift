import CalqueBase
import CalqueLocale

/// Names of units around a number, such as `{0} km/h`.
struct UnitFacts {
  private static let other = Int(PluralCategory.other.rawValue)

  private let locale: FormatLocale

  init(_ locale: FormatLocale) { self.locale = locale }

  /// Adds an affix for each plural category.
  ///
  /// - Throws: `invalidOption` for what is no unit of ECMA-402.
  func addNames(
    _ unit: Text, _ width: NumberOptions.Width, to list: inout PhraseList
  ) throws(Diagnostic) {
    let facts = try locale.facts(LocaleFields.Section.units)
    let base = width == .long ? 0 : LocaleFields.Units.count * (width == .short ? 1 : 2)
    var upper = CoreLists.unit(unit)
    var per: Text?
    if upper == nil, let middle = unit.firstIndex(of: "-per-"),
      let lower = CoreLists.unit(unit.part(middle + 5))
    {
      upper = CoreLists.unit(unit.part(0, middle))
      per = Self.per(facts, base, lower)
    }
    guard let upper else {
      throw Diagnostic(.invalidOption, "there is no such unit", path: "unit")
    }
    for category in 0...Self.other {
      let pattern = Self.pattern(facts, base, upper, category)
      list.add(around: per?.replacing("{0}", with: pattern) ?? pattern)
    }
  }

  private static func pattern(
    _ facts: LocaleSection, _ base: Int, _ unit: Int, _ category: Int
  ) -> Text {
    let first = base + LocaleFields.Units.first + 7 * unit + 1
    return facts.text(first + category) ?? facts.text(first + other) ?? "{0}"
  }

  /// The pattern of what is counted for each unit, with `{0}` for that.
  private static func per(_ facts: LocaleSection, _ base: Int, _ unit: Int) -> Text {
    if let pattern = facts.text(base + LocaleFields.Units.first + 7 * unit) { return pattern }
    let one = pattern(facts, base, unit, Int(PluralCategory.one.rawValue))
    let compound = facts.text(base + LocaleFields.Units.compound) ?? "{0}/{1}"
    return compound.replacing("{1}", with: one.replacing("{0}", with: "").trimmed())
  }
}
