import CalqueBase

/// The lists of the library's block that belong to all locales.
enum CoreLists {
  /// The digit zero of a numbering system; nil for an unknown one, or one that is not a set of digits.
  static func zero(of system: Text) -> Text? {
    value(of: system, in: list(0))
  }

  /// Digits behind the point of a currency; two unless CLDR says otherwise.
  static func digits(ofCurrency code: Text) -> Int {
    let digits = list(1)
    var place = 0
    while place + 3 < digits.count {
      if digits.part(place, place + 3) == code { return Int(digits.bytes[place + 3]) - 0x30 }
      place += 4
    }
    return 2
  }

  /// The number of a unit among those that have patterns of their own.
  static func unit(_ name: Text) -> Int? { list(2).split(" ").firstIndex(of: name) }

  private static func list(_ index: Int) -> Text {
    LocaleBlock.core.map { Text($0.shared(index)) } ?? ""
  }

  private static func value(of name: Text, in list: Text) -> Text? {
    let words = list.split(" ")
    for place in stride(from: 0, to: words.count - 1, by: 2) where words[place] == name {
      return words[place + 1]
    }
    return nil
  }
}
