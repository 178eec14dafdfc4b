import CalqueBase
import CalqueLocale

/// Plural suffixes of keys, in the spelling of the format.
struct PluralForms {
  private let format: TranslatorFormat
  private let separator: Text
  private let simplifies: Bool

  init(_ options: TranslatorOptions) {
    format = options.format
    separator = options.pluralSeparator
    simplifies = options.simplifyPluralSuffix
  }

  /// The suffix for a count in a language, such as `_few`, `_ordinal_two`, `_plural_5`, or "" for the
  /// bare key. nil when nothing is known about the language.
  func suffix(_ lng: Text, _ plural: PluralRequest, isOrdinal: Bool) -> Text? {
    if let older { return older.suffix(for: lng, count: plural.number) }
    let category = rule(lng, isOrdinal: isOrdinal)?.category(of: plural.operands) ?? .other
    return prefix(isOrdinal) + Text(stringLiteral: category.name)
  }

  /// All suffixes of a language, as missing keys are saved under.
  func suffixes(_ lng: Text, isOrdinal: Bool) -> [Text] {
    if let older { return older.suffixes(for: lng) }
    let prefix = prefix(isOrdinal)
    let categories = rule(lng, isOrdinal: isOrdinal)?.categories ?? [.other]
    return categories.map { prefix + Text(stringLiteral: $0.name) }
  }

  /// The forms of formats v2 and v3; nil for v4, and for a language without a rule.
  func numbered(_ lng: Text) -> (rule: LegacyPluralRule, suffixes: [Text])? {
    older?.forms(for: lng)
  }

  /// A language that CLDR does not know counts as English.
  func rule(_ lng: Text, isOrdinal: Bool) -> PluralRule? {
    PluralRule.find(for: lng, ordinal: isOrdinal) ?? PluralRule.find(for: "en", ordinal: isOrdinal)
  }

  private func prefix(_ isOrdinal: Bool) -> Text {
    isOrdinal ? separator + "ordinal" + separator : separator
  }

  /// The rules of formats v2 and v3; nil for v4.
  private var older: CompatiblePlurals? {
    switch format {
    case .v2: CompatiblePlurals(.v2, separator: separator, simplifies: simplifies)
    case .v3: CompatiblePlurals(.v3, separator: separator, simplifies: simplifies)
    default: nil
    }
  }
}
