import CalqueBase
import CalqueLocale

/// Spans before or after now: `in 3 days`, `yesterday`.
final class RelativeFormatter: Formatter, @unchecked Sendable {
  // Unchecked: written by initializers alone.

  static let table: StaticString = """
    localeMatcher:*;numberingSystem:*;style:long,short,narrow;numeric:always,auto;unit:*;
    """
  private static let fields = 17
  private static let other = Int(PluralCategory.other.rawValue)
  /// Phrases: for -2 to 2, then in the future and in the past by plural category.
  private static let future = 5
  private static let past = 17

  private let number: NumberFormatter
  private let phrases: Phrases

  // Embedded Swift does not free an object whose designated initializer throws.
  private init(_ number: NumberFormatter, _ phrases: Phrases) {
    self.number = number
    self.phrases = phrases
    super.init(.relativeTime)
  }

  convenience init(_ locale: FormatLocale, _ options: FormatOptions) throws(Diagnostic) {
    let unit = try Self.unit(options)
    let facts = try locale.facts(LocaleFields.Section.relative)
    let first = (unit * 3 + (options["style"] ?? 0)) * Self.fields
    var list = PhraseList()
    for place in first..<first + 5 { list.add(options["numeric"] == 1 ? facts.text(place) : nil) }
    for forms in [first + 5, first + 11] {
      for category in 0...Self.other {
        let found = facts.text(forms + category) ?? facts.text(forms + Self.other)
        list.add(around: found ?? "{0}")
      }
    }
    var plain = NumberOptions()
    plain.system = options.text("numberingSystem")
    self.init(try NumberFormatter(locale, plain), Phrases(list))
  }

  /// A sign, the number and CLDR root's symbol of the unit: `+2 h`.
  convenience init(neutral options: FormatOptions) throws(Diagnostic) {
    let symbols: Text = "s min h d w m Q y"
    let symbol = " " + symbols.split(" ")[try Self.unit(options)]
    var list = PhraseList()
    for _ in 0..<5 { list.add(nil) }
    for sign in ["+", "-"] as [Text] {
      for _ in 0...Self.other { list.add(around: sign + "{0}" + symbol) }
    }
    var plain = NumberOptions()
    plain.grouping = .off
    plain.digits.fraction = 0...20
    self.init(try NumberFormatter(FormatLocale("und", nil), plain), Phrases(list))
  }

  /// The place of a unit, which may be named in the plural.
  private static func unit(_ options: FormatOptions) throws(Diagnostic) -> Int {
    let units: Text = "second minute hour day week month quarter year"
    var name = options.text("unit") ?? ""
    if name.hasSuffix("s") { name = name.part(0, name.count - 1) }
    guard let unit = units.split(" ").firstIndex(of: name) else {
      throw Diagnostic(.invalidOption, "there is no such unit", path: "unit")
    }
    return unit
  }

  override func format(_ value: Int64, to output: inout Output) -> Bool {
    if value.magnitude <= 2, appendExact(Int(value), to: &output) { return true }
    return number.withQuantity { quantity in
      quantity.set(value)
      append(&quantity, to: &output)
      return true
    }
  }

  /// - Returns: False, and nothing appended, for anything that is not a finite number.
  override func format(_ value: Double, to output: inout Output) -> Bool {
    guard value.isFinite else { return false }
    if value.magnitude <= 2, let whole = value.integer, appendExact(Int(whole), to: &output) {
      return true
    }
    return number.withQuantity { quantity in
      quantity.set(value)
      append(&quantity, to: &output)
      return true
    }
  }

  private func appendExact(_ value: Int, to output: inout Output) -> Bool {
    guard phrases.count(value + 2) > 0 else { return false }
    phrases.append(value + 2, to: &output)
    return true
  }

  private func append(_ quantity: inout Quantity, to output: inout Output) {
    let first = quantity.isNegative ? Self.past : Self.future
    quantity.isNegative = false
    let place = first + 2 * Int(number.roundedCategory(&quantity).rawValue)
    phrases.append(place, to: &output)
    if phrases.isWhole(place) { return }
    number.format(&quantity, to: &output)
    phrases.append(place + 1, to: &output)
  }
}
