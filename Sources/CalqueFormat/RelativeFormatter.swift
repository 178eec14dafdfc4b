import CalqueBase
import CalqueLocale

/// Spans before or after now: `in 3 days`, `yesterday`.
struct RelativeFormatter {
  static let names: [StaticString] = [
    "localeMatcher", "numberingSystem", "style", "numeric", "unit",
  ]
  private static let units: [StaticString] = [
    "second", "minute", "hour", "day", "week", "month", "quarter", "year",
  ]
  private static let fields = 17

  private let number: NumberFormatter
  /// For -2 to 2; empty texts where the locale has none.
  private let exact: [Text]
  /// In the future and in the past, by plural category.
  private let patterns: [Affix]

  init(_ locale: FormatLocale, _ options: FormatOptions) throws(Diagnostic) {
    let style = try options.choice("style", ["long", "short", "narrow"]) ?? 0
    let isAutomatic = try options.choice("numeric", ["always", "auto"]) == 1
    guard var name = try options.text("unit") else {
      throw Diagnostic(.invalidOption, "the formatter needs a unit", path: "unit")
    }
    if name.hasSuffix("s") { name = name.part(0, name.count - 1) }
    guard let unit = Self.units.firstIndex(where: { name.equals($0) }) else {
      throw Diagnostic(.invalidOption, "there is no such unit", path: "unit")
    }
    let facts = try locale.facts(LocaleFields.Section.relative)
    let first = (unit * 3 + style) * Self.fields
    exact = (0..<5).map { isAutomatic ? facts.text(first + $0) ?? "" : "" }
    var patterns: [Affix] = []
    for direction in 0..<2 {
      let forms = first + 5 + 6 * direction
      let other = facts.text(forms + Int(PluralCategory.other.rawValue)) ?? "{0}"
      for category in 0..<6 {
        patterns.append(Affix(around: facts.text(forms + category) ?? other))
      }
    }
    self.patterns = patterns
    number = try NumberFormatter(locale, system: options.text("numberingSystem"))
  }

  func format(_ value: Int64, to output: inout Output) {
    if appendExact(Double(value), to: &output) { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20 + Quantity.reserve) { storage in
      var quantity = Quantity(storage)
      quantity.set(value)
      append(&quantity, to: &output)
    }
  }

  /// - Returns: False, and nothing appended, for what is no finite number.
  func format(_ value: Double, to output: inout Output) -> Bool {
    guard value.isFinite else { return false }
    if appendExact(value, to: &output) { return true }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20 + Quantity.reserve) { storage in
      var quantity = Quantity(storage)
      quantity.set(value)
      append(&quantity, to: &output)
    }
    return true
  }

  private func appendExact(_ value: Double, to output: inout Output) -> Bool {
    guard value >= -2, value <= 2, let whole = value.integer else { return false }
    let text = exact[Int(whole) + 2]
    if text.isEmpty { return false }
    output.append(text)
    return true
  }

  private func append(_ quantity: inout Quantity, to output: inout Output) {
    let direction = quantity.isNegative ? 6 : 0
    quantity.isNegative = false
    let category = number.roundedCategory(&quantity)
    let affix = patterns[direction + Int(category.rawValue)]
    output.append(affix.prefix)
    if affix.isWhole { return }
    number.format(&quantity, to: &output)
    output.append(affix.suffix)
  }
}
