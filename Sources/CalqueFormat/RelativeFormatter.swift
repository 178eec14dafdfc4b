import CalqueBase
import CalqueLocale

/// Spans before or after now: `in 3 days`, `yesterday`.
final class RelativeFormatter: Formatter, @unchecked Sendable {
  // Unchecked: written by initializers alone.

  private static let fields = 17
  /// Phrases: for -2 to 2, then in the future and in the past by plural category.
  private static let future = 5
  private static let past = 17

  private let number: NumberFormatter
  private let phrases: Phrases

  @inline(never)
  init(_ locale: FormatLocale) {
    let options = locale.options
    let phrases = Phrases()
    self.phrases = phrases
    let unit = Self.unit(locale)
    let facts = locale.facts(LocaleFields.Section.relative)
    let first = facts &+ (unit &* 3 &+ max(options[Place.style], 0)) &* Self.fields
    let exact = options[Place.numeric] == 1 ? first : FormatLocale.missing
    locale.add(exact, 5, to: phrases)
    for tense in 0..<2 {
      locale.eachForm(first &+ 5 &+ 6 &* tense, or: "{0}") { _, pattern in
        if locale.isNeutral {
          Self.addNeutral(unit, isPast: tense == 1, to: phrases)
        } else {
          phrases.add(around: pattern)
        }
      }
    }
    let plain = NumberOptions()
    if locale.isNeutral {
      plain.grouping = .off
      plain.mostFraction = 20
    } else {
      plain.system = options.text(Place.system)
    }
    number = NumberFormatter(locale, plain)
    super.init(.relativeTime)
    isSafe = phrases.isSafe && number.isSafe
  }

  /// Adds a sign, and CLDR root's symbol of the unit behind the number: `+2 h`.
  private static func addNeutral(_ unit: Int, isPast: Bool, to phrases: Phrases) {
    phrases.add(Bytes(isPast ? "-" : "+"))
    phrases.append(0x20)
    phrases.add(Bytes("s min h d w m Q y").word(unit))
  }

  /// The place of a unit, which may be named in the plural.
  private static func unit(_ locale: FormatLocale) -> Int {
    var name = locale.options.text(Place.unit)
    if name.last == 0x73 { name = name.part(0, name.count &- 1) }
    let units = Bytes("second minute hour day week month quarter year")
    if let unit = units.number(of: name) { return unit }
    locale.refuse(.unit)
    return 0
  }

  override func format(_ value: Int64, to output: inout Output) -> Bool {
    if value.magnitude <= 2, appendExact(Int(value), to: &output) { return true }
    return number.withQuantity { quantity in
      quantity.set(value)
      return append(&quantity, to: &output)
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
      return append(&quantity, to: &output)
    }
  }

  private func appendExact(_ value: Int, to output: inout Output) -> Bool {
    guard phrases.count(value &+ 2) > 0 else { return false }
    phrases.append(value &+ 2, to: &output)
    return true
  }

  private func append(_ quantity: inout Quantity, to output: inout Output) -> Bool {
    let first = quantity.isNegative ? Self.past : Self.future
    quantity.isNegative = false
    let place = first &+ 2 &* Int(number.roundedCategory(&quantity).rawValue)
    phrases.append(place, to: &output)
    if phrases.isWhole(place) { return true }
    _ = number.format(&quantity, to: &output)
    phrases.append(place &+ 1, to: &output)
    return true
  }
}
