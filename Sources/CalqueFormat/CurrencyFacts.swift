import CalqueBase
import CalqueLocale

/// Symbols and names of currencies in a locale.
struct CurrencyFacts {
  /// The pattern and separators of a currency that has its own; empty where it has none.
  struct Own {
    var pattern = Bytes.none
    var decimal = Bytes.none
    var group = Bytes.none
  }

  private static let other = Int(PluralCategory.other.rawValue)

  private let locale: FormatLocale

  init(_ locale: FormatLocale) { self.locale = locale }

  /// How a currency is written beside an amount.
  func symbol(_ code: Bytes, _ display: NumberOptions.CurrencyDisplay) -> Bytes {
    if display == .code { return code }
    let facts = locale.facts(LocaleFields.Section.currencies)
    guard let place = Self.place(code, facts) else { return code }
    let wanted = display == .narrowSymbol ? 1 : 0
    let found = facts.text(3 &* place &+ wanted, else: 3 &* place, locale.arena)
    return found.isEmpty ? code : found
  }

  func own(_ code: Bytes) -> Own {
    guard let facts = locale.section(LocaleFields.Section.currencies),
      let place = Self.place(code, facts)
    else { return Own() }
    let parts = facts.text(3 &* place &+ 2, locale.arena)
    var start = 0
    guard let pattern = parts.next(&start, by: 0x7C), let decimal = parts.next(&start, by: 0x7C),
      let group = parts.next(&start, by: 0x7C)
    else { return Own() }
    return Own(pattern: pattern, decimal: decimal, group: group)
  }

  /// Adds a currency's name around an amount, for each plural category.
  func addNames(_ code: Bytes, to list: inout PhraseList) {
    let facts = locale.facts(LocaleFields.Section.currencyNames)
    let place = Self.place(code, facts)
    let arena = locale.arena
    for category in 0...Self.other {
      var name = Bytes.none
      if let place {
        let first = 7 &* place
        name = facts.text(first &+ 1 &+ category, else: first &+ 1 &+ Self.other, arena)
        if name.isEmpty { name = facts.text(first, arena) }
      }
      if name.isEmpty { name = code }
      let forms = LocaleFields.Core.currencyUnit
      var pattern = locale.text(forms &+ category)
      if pattern.isEmpty { pattern = locale.text(forms &+ Self.other) }
      if pattern.isEmpty { pattern = Bytes("{0} {1}") }
      list.add(around: locale.filled(pattern, Bytes("{0}"), name))
    }
  }

  /// The place of a currency in the lists of the file.
  static func place(_ code: Bytes, _ facts: LocaleSection) -> Int? {
    let codes = facts.block.shared(0)
    for place in stride(from: 0, to: codes.count &- 2, by: 3)
    where codes.part(place, place &+ 3).isSame(code) { return place / 3 }
    return nil
  }
}
