package import CalqueBase

/// Plural numbers of the two oldest formats: i18next-ios and i18next 1.x for JavaScript.
package enum LegacyPlurals {
  /// The number of the form without a number: the key and the plural suffix alone.
  package static let plain = -1

  /// The plural number of i18next-ios: -1 for the plain plural suffix, else the form's number.
  ///
  /// Of a code with a dash the part before it counts, in lower case; other codes as they are.
  package static func iosNumber(for code: Text, count: UInt64) -> Int {
    // Formulas compare with at most 20 and take remainders of divisors of 100: a smaller number
    // alike in these stands for one that a double could not hold.
    let small = count < 1_000_000 ? count : 1_000_000 + count % 100
    let language = code.firstIndex(of: "-").map { code.part(0, $0).lowercasedASCII() } ?? code
    return number(LegacyPluralRule(language, in: .ios), Double(small))
  }

  /// The suffix that i18next-ios appends to a key; empty for the bare key, which is used for a
  /// count of 1 and for every count whose number is 1.
  package static func iosSuffix(for code: Text, count: UInt64, pluralSuffix: Text) -> Text {
    if count == 1 { return "" }
    return suffix(iosNumber(for: code, count: count), pluralSuffix)
  }

  /// The plural number of i18next 1.11: -1 for the plain plural suffix, else the form's number.
  ///
  /// Of a code with dashes the part before the first counts. A language without a rule has
  /// singular and plural.
  package static func firstNumber(for code: Text, count: Double) -> Int {
    number(firstRule(code), count.magnitude)
  }

  /// Whether i18next 1.11 looks for a plural form: the language has several, and the count is not
  /// of the one that the bare key holds.
  package static func firstNeedsPlural(for code: Text, count: Double) -> Bool {
    if let rule = firstRule(code), rule.numbers.count < 2 { return false }
    return firstNumber(for: code, count: count) != 1
  }

  /// The suffix that i18next 1.11 appends to a key; empty for the bare key.
  package static func firstSuffix(for code: Text, count: Double, pluralSuffix: Text) -> Text {
    guard firstNeedsPlural(for: code, count: count) else { return "" }
    return suffix(firstNumber(for: code, count: count), pluralSuffix)
  }

  private static func firstRule(_ code: Text) -> LegacyPluralRule? {
    LegacyPluralRule(code.part(0, code.firstIndex(of: "-")), in: .first)
  }

  private static func number(_ rule: LegacyPluralRule?, _ count: Double) -> Int {
    guard let rule else { return count == 1 ? 1 : plain }
    let number = Int(rule.form(of: count).number)
    return number == 2 && rule.isSingularAndPlural ? plain : number
  }

  private static func suffix(_ number: Int, _ pluralSuffix: Text) -> Text {
    if number == 1 { return "" }
    if number == plain { return pluralSuffix }
    var suffix = pluralSuffix + "_"
    suffix.append(decimal: number)
    return suffix
  }
}
