import CalqueBase
import CalqueLocale
import CalqueTemplate

/// Plural suffixes of keys, in the spelling of the format.
struct PluralForms {
  private let format: TranslatorFormat
  private let separator: Text
  private let simplifies: Bool
  /// The suffix of the plural in the formats that number their forms.
  let plural: Text
  /// The text before a number in those formats.
  let numbered: Text

  init(_ options: TranslatorOptions) {
    format = options.format
    separator = options.pluralSeparator
    simplifies = options.simplifyPluralSuffix
    plural = format.isModern ? separator + "plural" : options.pluralSuffix
    numbered = format.isModern ? separator : options.pluralSuffix + "_"
  }

  func rules(_ lng: Text) -> PluralRules {
    PluralRules(
      cardinal: rule(lng, isOrdinal: false), ordinal: rule(lng, isOrdinal: true),
      numbers: format.numbering.map { NumberedPlurals(for: lng, $0, simplifies: simplifies) })
  }

  /// A language that CLDR does not know counts as English. nil where forms are numbered.
  private func rule(_ lng: Text, isOrdinal: Bool) -> PluralRule? {
    guard format == .v4 else { return nil }
    return PluralRule.find(for: lng, ordinal: isOrdinal)
      ?? PluralRule.find(for: "en", ordinal: isOrdinal)
  }

  /// The suffixes of all categories, those of ordinals, and none.
  var categories: [Text] {
    [separator, separator + "ordinal" + separator].flatMap { prefix in
      PluralCategory.allCases.map { prefix + Text(stringLiteral: $0.name) }
    } + [""]
  }

  /// The suffixes of all numbers, where forms are numbered.
  var numbers: [Text] {
    guard format.numbering != nil else { return [] }
    return (0...NumberedPlurals.largest).map { numbered + Decimal.text(of: Int64($0)) }
  }
}

/// The plural rules of a language: by category, or of numbered forms.
struct PluralRules {
  let cardinal: PluralRule?
  let ordinal: PluralRule?
  let numbers: NumberedPlurals?

  /// The category of a count, where forms have one.
  func category(of count: PluralRequest, isOrdinal: Bool) -> PluralCategory {
    (isOrdinal ? ordinal : cardinal)?.category(of: count.operands) ?? .other
  }
}

/// The count of a call: what plural rules need to know.
struct PluralRequest {
  let operands: PluralOperands
  /// The count as a number, possibly without its sign; NaN if it is not a number.
  let number: Double
  /// It is the number 0: a `zero` form is tried although the language has none.
  let isZero: Bool

  /// nil when there is no count, or a text as its count.
  init?(_ argument: UnsafePointer<Argument>?) {
    guard let argument else { return nil }
    switch argument.pointee.kind {
    case .int:
      let int = argument.pointee.integer
      self.init(PluralOperands(int), Double(int), isZero: int == 0)
    case .double: self.init(PluralOperands(intl: argument.pointee.number), argument.pointee.number)
    case .decimal:
      let operands = PluralOperands(decimal: argument.pointee.bytes)
      if operands != nil { argument.noteRead() }
      if let operands, operands.isFinite, operands.f == 0, operands.c == 0 {
        self.init(operands, Double(operands.i))
      } else {
        let number = Decimal.number(argument.pointee.bytes) ?? argument.pointee.value?.number
        self.init(operands ?? PluralOperands(intl: .nan), number ?? .nan)
      }
    // ECMAScript converts these to numbers, which they are not.
    case .bool, .null, .value, .json:
      let number = ScriptNumber.of(argument.pointee.value ?? .null)
      self.init(PluralOperands(intl: number), number, isZero: false)
    case .text, .absent: return nil
    }
  }

  private init(_ operands: PluralOperands, _ number: Double, isZero: Bool? = nil) {
    (self.operands, self.number, self.isZero) = (operands, number, isZero ?? (number == 0))
  }
}
