package import CalqueBase

/// The plural forms of a language, found by trying numbers: which form each of them shows.
package struct PluralSamples: Sendable {
  package struct Form: Sendable {
    /// Behind a key; empty for the bare key.
    package let suffix: Text
    /// Nil in the formats before v4.
    package let category: PluralCategory?
    package fileprivate(set) var integers: [Text] = []
    package fileprivate(set) var decimals: [Text] = []
  }

  /// The system of suffixes that the forms have.
  package enum System: Sendable {
    case numbered(NumberedPlurals.Format)
    case cldr(ordinal: Bool)
  }

  private static let mostIntegers = 8
  private static let mostDecimals = 4

  /// The forms in the order in which numbers first reach them. A language without rules has the
  /// forms that translators take then: those of English.
  package static func forms(for code: Text, _ system: System) -> [Form] {
    let suffix = suffixes(for: code, system)
    var forms: [Form] = []
    for number in integers {
      let (text, category) = suffix(Double(number), PluralOperands(magnitude: number))
      let place = place(of: text, category, in: &forms)
      if forms[place].integers.count < mostIntegers {
        forms[place].integers.append(Decimal.text(of: Int64(clamping: number)))
      }
    }
    for decimal in decimals(of: system) {
      guard let operands = PluralOperands(decimal: decimal),
        let number = Decimal.prefix(of: decimal)?.number
      else { continue }
      let (text, category) = suffix(number, operands)
      let place = place(of: text, category, in: &forms)
      if forms[place].decimals.count < mostDecimals { forms[place].decimals.append(decimal) }
    }
    return forms
  }

  private static func place(
    of suffix: Text, _ category: PluralCategory?, in forms: inout [Form]
  ) -> Int {
    if let place = forms.firstIndex(where: { $0.suffix == suffix }) { return place }
    forms.append(Form(suffix: suffix, category: category))
    return forms.count - 1
  }

  private typealias Suffix = (Double, PluralOperands) -> (Text, PluralCategory?)

  private static func suffixes(for code: Text, _ system: System) -> Suffix {
    switch system {
    case .numbered(let format):
      let isOld = format == .ios || format == .v1
      var plurals = NumberedPlurals(for: code, format)
      if !plurals.isKnown, !isOld { plurals = NumberedPlurals(for: "dev", format) }
      return { number, _ in
        let form = plurals.form(of: number)
        return (form.suffix(plural: "_plural", numbered: isOld ? "_plural_" : "_"), nil)
      }
    case .cldr(let isOrdinal):
      let rule =
        PluralRule.find(for: code, ordinal: isOrdinal)
        ?? PluralRule.find(for: "en", ordinal: isOrdinal)
      let prefix: Text = isOrdinal ? "_ordinal_" : "_"
      return { _, operands in
        let category = rule?.category(of: operands) ?? .other
        return (prefix + Text(stringLiteral: category.name), category)
      }
    }
  }

  // MARK: Numbers to try

  /// Every whole number to 200, and powers of ten with their neighbours and multiples.
  private static var integers: [UInt64] {
    var numbers = Array(UInt64(0)...200)
    var power: UInt64 = 1000
    while power <= 1_000_000_000 {
      numbers += [power, power + 1, 2 * power]
      power *= 10
    }
    return numbers
  }

  /// Fractions of one and two digits below 12. Ordinal rules, and the counts of i18next-ios, know
  /// whole numbers alone.
  private static func decimals(of system: System) -> [Text] {
    switch system {
    case .numbered(.ios), .cldr(ordinal: true): return []
    default: break
    }
    var texts: [Text] = []
    for digits in 1...2 {
      let unit = digits == 1 ? 10 : 100
      for value in 0..<(12 * unit) {
        var text = "\(value / unit)." as Text
        let fraction = value % unit
        if digits == 2, fraction < 10 { text.append(0x30) }
        text.append(decimal: fraction)
        texts.append(text)
      }
    }
    return texts
  }
}
