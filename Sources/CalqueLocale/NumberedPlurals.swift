package import CalqueBase

/// Plural forms of one language in the formats before v4, which number them. Trivial.
///
/// Formats ios and v1 follow i18next-ios and i18next 1.11, v2 and v3 the `compatibilityJSON` of
/// i18next 3 to 23.
package struct NumberedPlurals: Sendable {
  package enum Format: UInt8, Sendable {
    case ios
    case v1
    case v2
    case v3
  }

  /// Which key a count asks for.
  package enum Form: Equatable, Sendable {
    /// The key alone.
    case bare
    /// The key and the suffix of the plural.
    case plural
    /// The key and a number.
    case numbered(UInt8)

    /// - Parameters:
    ///   - plural: the suffix of the plural, such as `_plural`.
    ///   - numbered: what is before a number, such as `_plural_` or `_`.
    package func suffix(plural: Text, numbered: Text) -> Text {
      switch self {
      case .bare: ""
      case .plural: plural
      case .numbered(let number): numbered + Decimal.text(of: Int64(number))
      }
    }
  }

  /// The largest number of a form.
  package static var largest: Int { LegacyPluralRule.largestNumber }

  private let rule: LegacyPluralRule?
  /// The rule has the forms of English and its like.
  private let isPair: Bool
  private let format: Format
  private let simplifies: Bool

  /// - Parameters:
  ///   - code: of a language. Of a code with a dash, ios and v1 take the part before it, ios in lower
  ///     case; v2 and v3 try the whole code, then its language.
  ///   - simplifies: whether v2 and v3 spell the two forms of English and its like as the bare key
  ///     and the suffix of the plural, the option `simplifyPluralSuffix`.
  package init(for code: Text, _ format: Format, simplifies: Bool = true) {
    let code = LanguageTag.withoutEncoding(code)
    self.format = format
    self.simplifies = simplifies
    let dash = code.firstIndex(of: "-")
    switch format {
    case .ios:
      let language = dash.map { code.part(0, $0).lowercasedASCII() } ?? code
      rule = LegacyPluralRule(language, in: .ios)
    case .v1: rule = LegacyPluralRule(code.part(0, dash), in: .first)
    case .v2, .v3:
      rule =
        LegacyPluralRule(code, in: .later)
        ?? LegacyPluralRule(LanguageTag.languagePart(code), in: .later)
    }
    isPair = rule?.isSingularAndPlural ?? false
  }

  /// Whether the language has a rule. Without one, ios and v1 count as in English, and v2 and v3 use
  /// the bare key.
  package var isKnown: Bool { rule != nil }

  /// The form of a count, whose sign does not matter.
  package func form(of count: Double) -> Form {
    let isOld = format == .ios || format == .v1
    guard let rule else { return !isOld || count.magnitude == 1 ? .bare : .plural }
    if !isOld, simplifies, isPair { return rule.index(of: count) == 1 ? .plural : .bare }
    let (index, number) = rule.form(of: count)
    if isOld {
      // The bare key holds number 1, and ios never tries `_plural_1`.
      if number == 1 || format == .ios && count == 1 { return .bare }
      return number == 2 && isPair ? .plural : .numbered(number)
    }
    return .numbered(format == .v2 ? number : UInt8(truncatingIfNeeded: index))
  }

  /// As `form(of: Double)`, for counts that a double does not hold.
  package func form(ofInteger count: UInt64) -> Form {
    // Formulas compare with at most 20 and take remainders of divisors of 100: a smaller number alike
    // in these has the same form.
    form(of: Double(count < 1_000_000 ? count : 1_000_000 + count % 100))
  }

  /// The forms of the numbers of the language, taken as counts; none without a rule.
  package var forms: [Form] { rule?.numbers.map { form(of: Double($0)) } ?? [] }
}

/// A plural rule of i18next before CLDR: numbers that name the forms, and a formula that picks one.
struct LegacyPluralRule: Sendable {
  /// The families of tables, by their place in a record.
  enum Family: Int {
    case ios
    case first
    case later
  }

  private let number: UInt8

  /// The rule of exactly this code, or nil when the table has none.
  init?(_ code: Text, in family: Family) {
    let table = PackedTable(Self.languages, keyWidth: 5, valueWidth: 6)
    guard let value = code.bytes.withUnsafeBufferPointer({ table.value(of: $0) }),
      let number = PackedNumber.read(value, family.rawValue)
    else { return nil }
    self.number = number
  }

  /// The numbers of the forms, in the order of their indices.
  var numbers: [UInt8] { Self.numbers(number) }

  /// Whether the forms are singular (number 1) and plural.
  var isSingularAndPlural: Bool {
    let numbers = numbers
    return numbers.count == 2 && numbers[0] == 1
  }

  /// The index of the form of a count, whose sign does not matter.
  func index(of count: Double) -> Int { Self.index(number, count.magnitude) }

  /// Index and number of the form of a count, whose sign does not matter.
  func form(of count: Double) -> (index: Int, number: UInt8) {
    let index = index(of: count)
    let numbers = numbers
    return (index, index < numbers.count ? numbers[index] : 1)
  }
}
