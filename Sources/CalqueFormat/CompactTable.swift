import CalqueBase
import CalqueLocale

/// The compact patterns of a locale: for each power of ten from 1000 how far the point is moved, and
/// the affixes by plural category and sign.
struct CompactTable {
  private static let least = 3
  /// Plural categories, and a form for exactly one.
  private static let forms = 7
  private static let magnitudes =
    (LocaleFields.Compact.long - LocaleFields.Compact.short) / forms
  private static let other = Int(PluralCategory.other.rawValue)
  /// In place of a phrase: a number as without notation, and a form that is not stated.
  private static let plain: Int16 = -1
  private static let absent: Int16 = -2

  /// How many places the point is moved to the left, by magnitude.
  private var shifts: [Int8] = []
  /// The phrases of the first of three affixes, by magnitude and form.
  private var places: [Int16] = []

  /// - Parameter first: The field of the first pattern.
  init(
    _ facts: LocaleSection, _ first: Int, isOwn: Bool, _ writer: AffixWriter,
    _ list: inout PhraseList
  ) {
    var shift = 0
    for row in 0..<Self.magnitudes {
      let field = first + row * Self.forms
      let other = Self.pattern(facts, field + Self.other, isOwn)
      if let other {
        shift = other == "0" ? 0 : Self.least + row + 1 - NumberPattern(other).zeros
      }
      shifts.append(Int8(truncatingIfNeeded: shift))
      for form in 0..<Self.forms {
        let pattern = Self.pattern(facts, field + form, isOwn)
        guard let pattern, pattern != "0" else {
          // A magnitude without patterns is as the one below.
          let below = other == nil && row > 0 ? places[places.count - Self.forms] : nil
          places.append(below ?? (pattern == nil ? Self.absent : Self.plain))
          continue
        }
        places.append(Int16(truncatingIfNeeded: list.next))
        writer.add(NumberPattern(pattern), to: &list)
      }
    }
  }

  private static func pattern(_ facts: LocaleSection, _ field: Int, _ isOwn: Bool) -> Text? {
    (isOwn ? facts.text(LocaleFields.Compact.own + field) : nil) ?? facts.text(field)
  }

  /// How far the point of a number of a magnitude is moved to the left.
  func shift(_ magnitude: Int) -> Int {
    guard magnitude >= Self.least else { return 0 }
    return Int(shifts[min(magnitude - Self.least, Self.magnitudes - 1)])
  }

  /// The affixes of a number, once it was moved and rounded; nil for those without notation.
  ///
  /// - Parameters:
  ///   - magnitude: Of the number before it was moved, rounded.
  ///   - sign: 0 for none, 1 for minus, 2 for plus.
  func affix(_ magnitude: Int, _ category: PluralCategory, isOne: Bool, sign: Int) -> Int? {
    guard magnitude >= Self.least else { return nil }
    let row = min(magnitude - Self.least, Self.magnitudes - 1) * Self.forms
    var place = isOne ? places[row + Self.forms - 1] : Self.absent
    if place == Self.absent { place = places[row + Int(category.rawValue)] }
    if place == Self.absent { place = places[row + Self.other] }
    return place >= 0 ? Int(place) + 2 * sign : nil
  }
}
