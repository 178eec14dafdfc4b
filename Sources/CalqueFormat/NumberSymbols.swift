import CalqueBase

/// The symbols and patterns of a locale in a numbering system.
final class NumberSymbols {
  typealias Core = LocaleFields.Core

  let digits: Digits
  /// Whether the locale has patterns of its own for the system.
  let isOwn: Bool
  private let isArabic: Bool
  /// Symbols of CLDR's root for the system, separated by spaces, from `Core.decimal` on.
  private let root: Bytes
  let locale: FormatLocale

  /// Refuses an unknown system, or one without digits.
  ///
  /// - Parameter wanted: A numbering system; without an address for that of the tag or the locale.
  init(_ locale: FormatLocale, _ wanted: Bytes) {
    let isWanted = wanted.baseAddress != nil
    let stated = isWanted ? wanted : locale.keyword("nu")
    var name = locale.arena.text { output in
      for byte in stated { output.put(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
    }
    var zero = CoreLists.zero(of: name)
    if zero.isEmpty, !isWanted {
      name = locale.text(Core.system)
      if name.isEmpty { name = Bytes("latn") }
      zero = CoreLists.zero(of: name)
    }
    if zero.isEmpty {
      locale.refuse(.system)
    }
    (digits, self.locale) = (Digits(zero: zero), locale)
    isOwn = !name.equals("latn") && locale.text(Core.ownSystem).isText(name)
    isArabic = !isOwn && name.equals("arab")
    root = isOwn ? .none : Self.rootSymbols(name)
  }

  /// One of the symbols from `Core.decimal` on.
  @inline(never)
  func symbol(_ field: Int) -> Bytes {
    let found = root.word(field &- Core.decimal)
    return found.isEmpty ? pattern(field) : found
  }

  /// A pattern of the locale, for the system where it has its own; empty for none.
  @inline(never)
  func pattern(_ field: Int) -> Bytes {
    if isOwn {
      let own = locale.text(Core.own &+ field &- Core.decimal)
      if !own.isEmpty { return own }
    }
    // CLDR's root has patterns for `arab`, which come before those of the locale for Latin digits.
    if isArabic {
      switch field {
      case Core.decimalPattern: return Bytes("#,##0.###")
      case Core.percentPattern: return Bytes("#,##0%")
      case Core.currencyPattern, Core.accountingPattern: return Bytes("#,##0.00\u{A0}\u{A4}")
      default: break
      }
    }
    return locale.text(field)
  }

  /// The two systems for which CLDR's root has symbols: decimal, group, percent, plus, minus,
  /// exponential. CLDR's JSON leaves them out.
  private static func rootSymbols(_ system: Bytes) -> Bytes {
    if system.equals("arab") {
      return Bytes("\u{66B} \u{66C} \u{66A}\u{61C} \u{61C}+ \u{61C}- \u{623}\u{633}")
    }
    if system.equals("arabext") {
      return Bytes(
        "\u{66B} \u{66C} \u{66A} \u{200E}+\u{200E} \u{200E}-\u{200E} \u{D7}\u{6F1}\u{6F0}^")
    }
    return .none
  }
}
