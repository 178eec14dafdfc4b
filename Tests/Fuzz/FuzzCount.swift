import CalqueBase
import CalqueLocale

/// Decimal texts as counts of plural rules; any bytes may come.
enum FuzzCount {
  static func run(_ input: FuzzInput) {
    let text = Text(input.bytes)
    guard let operands = PluralOperands(decimal: text) else { return }
    for code: Text in ["en", "ar", "fr", "pl", "cy", "gv", "mk", "pt-PT", "x"] {
      for isOrdinal in [false, true] {
        guard let rule = PluralRule.find(for: code, ordinal: isOrdinal) else { continue }
        precondition(
          rule.categories.contains(rule.category(of: operands)), "a category it does not have")
      }
      let number = Decimal.prefix(of: text)?.number ?? .nan
      _ = NumberedPlurals(for: code, .ios).form(ofInteger: operands.i)
      for format in [NumberedPlurals.Format.v1, .v2, .v3] {
        _ = NumberedPlurals(for: code, format).form(of: number)
      }
    }
  }
}
