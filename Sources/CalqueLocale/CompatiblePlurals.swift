package import CalqueBase

/// Plural suffixes of the JSON formats v1 to v3 as i18next 3 to 23 resolves them
/// (`compatibilityJSON`).
package struct CompatiblePlurals: Sendable {
  /// The format whose suffixes are built.
  package enum Format: UInt8, Sendable {
    case v1
    case v2
    case v3
  }

  private let format: Format
  private let separator: Text
  private let simplifies: Bool

  /// - Parameters:
  ///   - separator: what stands before a suffix, the option `pluralSeparator`.
  ///   - simplifies: whether languages with singular and plural have the suffixes `` and `plural`,
  ///     the option `simplifyPluralSuffix`.
  package init(_ format: Format, separator: Text = "_", simplifies: Bool = true) {
    self.format = format
    self.separator = separator
    self.simplifies = simplifies
  }

  /// The suffix of a count, with its separator; nil when neither the code nor its language part
  /// has a rule (i18next then takes the rule of `dev`).
  package func suffix(for code: Text, count: Double) -> Text? {
    rule(of: code).map { suffix($0, count) }
  }

  /// The suffixes of the forms of a language: of its numbers, taken as counts. Empty when there is
  /// no rule.
  package func suffixes(for code: Text) -> [Text] {
    guard let rule = rule(of: code) else { return [] }
    return rule.numbers.map { suffix(rule, Double($0)) }
  }

  /// The forms of a language: their suffixes in the order of their indices. nil when there is no rule.
  package func forms(for code: Text) -> (rule: LegacyPluralRule, suffixes: [Text])? {
    rule(of: code).map { rule in
      (rule, rule.numbers.indices.map { suffix(rule, index: $0, number: rule.numbers[$0]) })
    }
  }

  private func rule(of code: Text) -> LegacyPluralRule? {
    LegacyPluralRule(code, in: .later)
      ?? LegacyPluralRule(LanguageTag.languagePart(code), in: .later)
  }

  private func suffix(_ rule: LegacyPluralRule, _ count: Double) -> Text {
    let (index, number) = rule.form(of: count)
    return suffix(rule, index: index, number: number)
  }

  private func suffix(_ rule: LegacyPluralRule, index: Int, number: UInt8) -> Text {
    if simplifies, rule.isSingularAndPlural {
      return number == 1 ? "" : separator + "plural"
    }
    switch format {
    case .v1:
      // i18next writes this prefix itself, whatever the separator is.
      return number == 1 ? "" : numbered("_plural_", Int(number))
    case .v2: return numbered(separator, Int(number))
    case .v3: return numbered(separator, index)
    }
  }

  private func numbered(_ prefix: Text, _ number: Int) -> Text {
    var text = prefix
    text.append(decimal: number)
    return text
  }
}
