import CalqueBase
import CalqueLocale

/// The compact patterns of a locale: for each power of ten from 1000 how far the point is moved, and
/// the affixes by plural category and sign.
struct CompactTable {
  private static let least = 3
  private static let magnitudes = 12
  /// Plural categories, and a form for exactly one.
  private static let forms = 7

  /// How many places the point is moved to the left, by magnitude.
  private var shifts: [Int] = []
  /// The first of three affixes, by magnitude and form; -1 for a number as without notation.
  private var places: [Int] = []
  private var affixes: [Affix] = []

  /// - Parameter first: The field of the first pattern.
  init(_ facts: LocaleSection, _ first: Int, isOwn: Bool, _ writer: AffixWriter) {
    var shift = 0
    for step in 0..<Self.magnitudes {
      var patterns: [Text?] = []
      for form in 0..<Self.forms {
        let field = first + step * Self.forms + form
        let own = isOwn ? facts.text(LocaleFields.Compact.own + field) : nil
        patterns.append(own ?? facts.text(field))
      }
      // A magnitude without patterns is as the one below.
      let other = patterns[Self.other]
      let zeros = other.map { NumberPattern($0).zeros } ?? 0
      if let other {
        shift = other == "0" ? 0 : Self.least + step + 1 - zeros
      }
      shifts.append(shift)
      for pattern in patterns { append(pattern, hasPatterns: other != nil, writer) }
    }
  }

  private static let other = Int(PluralCategory.other.rawValue)

  private mutating func append(_ pattern: Text?, hasPatterns: Bool, _ writer: AffixWriter) {
    guard let pattern, pattern != "0" else {
      let isBelow = !hasPatterns && places.count >= Self.forms
      places.append(isBelow ? places[places.count - Self.forms] : pattern == nil ? -2 : -1)
      return
    }
    places.append(affixes.count)
    affixes += writer.affixes(NumberPattern(pattern))
  }

  /// Whether the locale has any pattern.
  var isEmpty: Bool { affixes.isEmpty }

  /// How far the point of a number of a magnitude is moved to the left.
  func shift(_ magnitude: Int) -> Int {
    guard magnitude >= Self.least else { return 0 }
    return shifts[min(magnitude - Self.least, Self.magnitudes - 1)]
  }

  /// The affixes of a number, once it was moved and rounded; nil for those without notation.
  ///
  /// - Parameters:
  ///   - magnitude: Of the number before it was moved, rounded.
  ///   - sign: 0 for none, 1 for minus, 2 for plus.
  func affix(_ magnitude: Int, _ category: PluralCategory, isOne: Bool, sign: Int) -> Int? {
    guard magnitude >= Self.least else { return nil }
    let row = min(magnitude - Self.least, Self.magnitudes - 1) * Self.forms
    var place = isOne ? places[row + Self.forms - 1] : -2
    if place == -2 { place = places[row + Int(category.rawValue)] }
    if place == -2 { place = places[row + Self.other] }
    return place >= 0 ? place + sign : nil
  }

  func append(prefixOf affix: Int, to output: inout Output) { output.append(affixes[affix].prefix) }

  func append(suffixOf affix: Int, to output: inout Output) { output.append(affixes[affix].suffix) }
}
