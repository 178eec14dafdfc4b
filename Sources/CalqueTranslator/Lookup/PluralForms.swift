import CalqueBase
import CalqueLocale

/// The order in which the forms of a key are looked for, in languages and namespaces.
enum FormOrder {
  /// In each namespace, in each language: all forms.
  case byLayer
  /// The plural form of each language by its own rule, in all namespaces; then the key.
  case byLanguage
  /// Each form in all namespaces and languages.
  case byForm

  init(_ format: TranslatorFormat) {
    switch format {
    case .ios: self = .byForm
    case .v1: self = .byLanguage
    default: self = .byLayer
    }
  }
}

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

  /// The suffix for a count in a language, such as `_few`, `_ordinal_two`, `_plural_5`, or "" for the
  /// bare key.
  func suffix(_ lng: Text, _ plural: PluralRequest, isOrdinal: Bool) -> Text {
    if let numbers = numbers(lng) { return suffix(numbers.form(of: plural.number)) }
    let category = rule(lng, isOrdinal: isOrdinal)?.category(of: plural.operands) ?? .other
    return prefix(isOrdinal) + Text(copying: category.name)
  }

  func suffix(_ form: NumberedPlurals.Form) -> Text {
    form.suffix(plural: plural, numbered: numbered)
  }

  /// All suffixes of a language, as missing keys are saved under.
  func suffixes(_ lng: Text, isOrdinal: Bool) -> [Text] {
    if let numbers = numbers(lng) { return numbers.forms.map { suffix($0) } }
    let prefix = prefix(isOrdinal)
    let categories = rule(lng, isOrdinal: isOrdinal)?.categories ?? [.other]
    return categories.map { prefix + Text(stringLiteral: $0.name) }
  }

  /// A language that CLDR does not know counts as English. nil where forms are numbered.
  func rule(_ lng: Text, isOrdinal: Bool) -> PluralRule? {
    guard format == .v4 else { return nil }
    return PluralRule.find(for: lng, ordinal: isOrdinal)
      ?? PluralRule.find(for: "en", ordinal: isOrdinal)
  }

  /// nil where forms have categories.
  func numbers(_ lng: Text) -> NumberedPlurals? {
    format.numbering.flatMap { NumberedPlurals(for: lng, $0, simplifies: simplifies) }
  }

  private func prefix(_ isOrdinal: Bool) -> Text {
    isOrdinal ? separator + "ordinal" + separator : separator
  }
}
