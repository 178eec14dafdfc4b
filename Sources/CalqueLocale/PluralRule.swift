package import CalqueBase

/// The cardinal or ordinal plural rule of a language, from CLDR.
///
/// A trivial value: copy it, keep it in catalogs (by its number, which is only valid within one
/// build), call it from any thread.
package struct PluralRule: Equatable, Sendable {
  /// Which of the distinct rules it is; languages of equal rules share a number.
  package let number: UInt8

  /// The rule of that number, or nil when there is none.
  package init?(number: UInt8) {
    guard number < Self.count else { return nil }
    self.number = number
  }

  private init(known number: UInt8) { self.number = number }

  /// The category of a number.
  package func category(of operands: PluralOperands) -> PluralCategory {
    guard operands.isFinite else { return .other }
    return Self.category(
      number, i: operands.i, v: UInt64(truncatingIfNeeded: operands.v), f: operands.f,
      t: operands.t, c: UInt64(truncatingIfNeeded: operands.c))
  }

  /// The category of an integer that is not negative; a few nanoseconds, allocates nothing.
  package func category(ofInteger n: UInt64) -> PluralCategory {
    Self.category(number, i: n, v: 0, f: 0, t: 0, c: 0)
  }

  /// The categories that the rule can yield, from zero to other.
  package var categories: [PluralCategory] {
    let bits = Self.categoryBits(number)
    return PluralCategory.allCases.filter { bits >> $0.rawValue & 1 == 1 }
  }

  /// The rule of a language tag, or nil when CLDR has none for the language. A language that has
  /// cardinal rules alone has one ordinal category, other.
  ///
  /// The tag is taken as it is first (in any case, `_` as `-`), then without its last subtag, and
  /// so on; after that the same with its canonical form, so that `iw` finds the rule of `he`.
  package static func find(for tag: Text, ordinal: Bool) -> PluralRule? {
    guard tag.count <= LanguageTag.maximumLength else { return nil }
    let plain = tag.lowercasedASCII().replacing("_", with: "-")
    if let rule = nearest(to: plain, ordinal: ordinal) { return rule }
    guard let canonical = LanguageTag.canonical(plain) else { return nil }
    return nearest(to: canonical.lowercasedASCII(), ordinal: ordinal)
  }

  private static func nearest(to tag: Text, ordinal: Bool) -> PluralRule? {
    let table = PackedTable(languages, keyWidth: 8, valueWidth: 4)
    var rest = tag
    while true {
      if let value = table.value(of: rest), let number = PackedNumber.read(value, ordinal ? 1 : 0) {
        return PluralRule(known: number)
      }
      guard let dash = rest.lastIndex(of: "-") else { return nil }
      rest = rest.part(0, dash)
    }
  }

  /// Whether an operand lies in a range of a rule.
  @inline(__always)
  static func within(_ operand: UInt64, _ low: UInt64, _ high: UInt64) -> Bool {
    operand &- low <= high &- low
  }
}
