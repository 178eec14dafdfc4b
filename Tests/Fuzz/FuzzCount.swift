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
      _ = LegacyPlurals.firstSuffix(for: code, count: number, pluralSuffix: "_plural")
      _ = LegacyPlurals.iosSuffix(for: code, count: operands.i, pluralSuffix: "_plural")
      _ = CompatiblePlurals(.v2).suffix(for: code, count: number)
      _ = CompatiblePlurals(.v3).suffix(for: code, count: number)
    }
  }
}
