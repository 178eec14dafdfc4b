import CalqueBase
import CalqueLocale

/// Symbols and names of currencies in a locale.
struct CurrencyFacts {
  private static let other = Int(PluralCategory.other.rawValue)

  private let locale: FormatLocale

  init(_ locale: FormatLocale) { self.locale = locale }

  /// How a currency is written beside an amount.
  func symbol(
    _ code: Text, _ display: NumberOptions.CurrencyDisplay
  ) throws(Diagnostic) -> Text {
    if display == .code { return code }
    let facts = try locale.facts(LocaleFields.Section.currencies)
    guard let place = Self.place(code, facts) else { return code }
    if display == .narrowSymbol, let narrow = facts.text(3 * place + 1) { return narrow }
    return facts.text(3 * place) ?? code
  }

  /// Pattern, decimal and group separator of a currency that has its own; empty where it has not.
  func own(_ code: Text) -> [Text] {
    guard let facts = try? locale.facts(LocaleFields.Section.currencies),
      let parts = Self.place(code, facts).flatMap({ facts.text(3 * $0 + 2) })?.split("|"),
      parts.count == 3
    else { return ["", "", ""] }
    return parts
  }

  /// Adds a currency's name around an amount, for each plural category.
  func addNames(_ code: Text, to list: inout PhraseList) throws(Diagnostic) {
    let facts = try locale.facts(LocaleFields.Section.currencyNames)
    let place = Self.place(code, facts)
    for category in 0...Self.other {
      var name = code
      if let place {
        let first = 7 * place
        name =
          facts.text(first + 1 + category) ?? facts.text(first + 1 + Self.other)
          ?? facts.text(first) ?? code
      }
      let forms = LocaleFields.Core.currencyUnit
      let pattern = locale.text(forms + category) ?? locale.text(forms + Self.other) ?? "{0} {1}"
      list.add(around: pattern.replacing("{1}", with: name))
    }
  }

  /// The place of a currency in the lists of the file.
  static func place(_ code: Bytes, _ facts: LocaleSection) -> Int? {
    let codes = facts.block.shared(0)
    for place in stride(from: 0, to: codes.count - 2, by: 3)
    where code.elementsEqual(codes[place..<place + 3]) { return place / 3 }
    return nil
  }

  private static func place(_ code: Text, _ facts: LocaleSection) -> Int? {
    code.bytes.withUnsafeBufferPointer { place($0, facts) }
  }
}
