import CalqueBase
public import CalqueLocale
import CalqueTranslator

/// The plural rules of a language, by CLDR: which category a number takes.
public struct PluralRules: Sendable {
  private let rule: PluralRule

  /// - Parameters:
  ///   - locale: a language tag; rules of its language will do.
  ///   - ordinal: the rules of `1st`, `2nd`, `3rd`.
  /// - Throws: `CalqueError`: `invalidLocale` for a language that CLDR has no rules for.
  public init(_ locale: String, ordinal: Bool = false) throws(CalqueError) {
    guard let rule = PluralRule.find(for: Text(locale), ordinal: ordinal) else {
      throw CalqueError(.invalidLocale, "CLDR has no plural rules for the language")
    }
    self.rule = rule
  }

  /// The category of a whole number.
  public func category(of count: some BinaryInteger) -> PluralCategory {
    rule.category(ofInteger: UInt64(clamping: count.magnitude))
  }

  /// The category of a decimal number with its fraction digits: `1.0` is not `1`.
  ///
  /// - Throws: `CalqueError`: `invalidArgument` for a text that is not a decimal number.
  public func category(of decimal: String) throws(CalqueError) -> PluralCategory {
    guard let operands = PluralOperands(decimal: Text(decimal)) else {
      throw CalqueError(.invalidArgument, "not a decimal number of at most 128 bytes")
    }
    return rule.category(of: operands)
  }

  /// The categories that the language has.
  public var categories: [PluralCategory] { rule.categories }

  /// The plural forms of a language in catalogs of a format, with sample numbers, in the order in
  /// which counting 0, 1, 2 … and then fractions reaches them.
  ///
  /// For a language without rules, the forms are those that translators of the format use for it.
  ///
  /// - Parameter ordinal: the formats before v4 have no ordinals, and so no forms then.
  public static func forms(
    of locale: String, format: Translator.Format = .v4, ordinal: Bool = false
  ) -> [PluralForm] {
    format.pluralForms(for: Text(locale), isOrdinal: ordinal).map { PluralForm($0) }
  }
}

extension PluralCategory: CustomStringConvertible, Codable {
  /// The keyword of CLDR.
  public var description: String { "\(name)" }
}
