import CalqueBase
import CalqueLocale

/// The compact patterns of a locale: for each power of ten from 1000 how far the point is moved, and
/// the affixes by plural category and sign.
final class CompactTable: Sendable {
  private static let least = 3
  /// Plural categories, and a form for exactly one.
  private static let forms = 7
  private static let magnitudes =
    (LocaleFields.Compact.long &- LocaleFields.Compact.short) / forms
  private static let other = Int(PluralCategory.other.rawValue)
  /// In place of a phrase: a number as without notation, and a form that is not stated.
  private static let plain = -1
  private static let absent = -2

  /// By magnitude how many places the point is moved to the left, then the phrases of the first of
  /// three affixes by form.
  private let rows = Numbers()

  /// - Parameter first: The field of the first pattern.
  init(_ first: Int, _ writer: AffixWriter) {
    let locale = writer.symbols.locale
    let first = locale.facts(LocaleFields.Section.compact) &+ first
    // A pattern of the locale's own digits comes before that for Latin ones.
    let own = writer.symbols.isOwn ? LocaleFields.Compact.own : 0
    var shift = 0
    for row in 0..<Self.magnitudes {
      let field = first &+ row &* Self.forms
      let other = locale.text(own &+ field &+ Self.other, else: field &+ Self.other)
      if !other.isEmpty {
        shift = other.equals("0") ? 0 : Self.least &+ row &+ 1 &- NumberPattern(other).zeros
      }
      rows.append(shift)
      for form in 0..<Self.forms {
        let pattern = locale.text(own &+ field &+ form, else: field &+ form)
        if !pattern.isEmpty, !pattern.equals("0") {
          rows.append(writer.phrases.next)
          writer.add(NumberPattern(pattern))
        } else if other.isEmpty, row > 0 {
          // A magnitude without patterns is as the one below.
          rows.append(rows[rows.count &- Self.forms &- 1])
        } else {
          rows.append(pattern.isEmpty ? Self.absent : Self.plain)
        }
      }
    }
  }

  /// How far the point of a number of a magnitude is moved to the left.
  func shift(_ magnitude: Int) -> Int {
    guard magnitude >= Self.least else { return 0 }
    return rows[row(magnitude)]
  }

  /// The affixes of a number, once it was moved and rounded; nil for those without notation.
  ///
  /// - Parameters:
  ///   - magnitude: Of the number before it was moved, rounded.
  ///   - sign: 0 for none, 1 for minus, 2 for plus.
  func affix(_ magnitude: Int, _ category: PluralCategory, isOne: Bool, sign: Int) -> Int? {
    guard magnitude >= Self.least else { return nil }
    let row = row(magnitude) &+ 1
    var place = isOne ? rows[row &+ Self.forms &- 1] : Self.absent
    if place == Self.absent { place = rows[row &+ Int(category.rawValue)] }
    if place == Self.absent { place = rows[row &+ Self.other] }
    return place >= 0 ? place &+ 2 &* sign : nil
  }

  private func row(_ magnitude: Int) -> Int {
    min(magnitude &- Self.least, Self.magnitudes &- 1) &* (Self.forms &+ 1)
  }
}
