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
    if let rule = tag.bytes.withUnsafeBufferPointer({ nearest(to: $0, ordinal: ordinal) }) {
      return rule
    }
    let plain = tag.lowercasedASCII().replacing("_", with: "-")
    guard let canonical = LanguageTag.canonical(plain) ?? LanguageTag.ofPOSIX(tag) else {
      return nil
    }
    return canonical.bytes.withUnsafeBufferPointer { nearest(to: $0, ordinal: ordinal) }
  }

  /// The rule of a tag as it is or without its last subtags; nil for one that only its canonical
  /// form may tell, or that is not in ASCII. Allocates nothing.
  package static func nearest(to tag: Bytes, ordinal: Bool) -> PluralRule? {
    guard tag.count <= LanguageTag.maximumLength, tag.allSatisfy({ $0 < 0x80 }) else { return nil }
    var end = tag.count
    while end > 0 {
      if end <= 8, let rule = rule(of: word(tag, end), ordinal: ordinal) { return rule }
      repeat { end -= 1 } while end > 0 && tag[end] != 0x2D && tag[end] != 0x5F
    }
    return nil
  }

  /// The first bytes of a tag as the table of languages has them, as a number that sorts as they do.
  private static func word(_ tag: Bytes, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<count {
      let byte = tag[place]
      let isUpper = byte &- 0x41 < 26
      word = word << 8 | UInt64(byte == 0x5F ? 0x2D : isUpper ? byte | 0x20 : byte)
    }
    for _ in count..<8 { word = word << 8 | 0x5F }
    return word
  }

  private static func rule(of wanted: UInt64, ordinal: Bool) -> PluralRule? {
    PackedTable(languages, keyWidth: 8, valueWidth: 4).padded(valueOf: wanted)
      .flatMap { PackedNumber.read($0, ordinal ? 1 : 0) }.map { PluralRule(known: $0) }
  }

  /// Whether an operand lies in a range of a rule.
  @inline(__always)
  static func within(_ operand: UInt64, _ low: UInt64, _ high: UInt64) -> Bool {
    operand &- low <= high &- low
  }
}

/// The plural categories of CLDR, in the order in which i18next lists suffixes.
public enum PluralCategory: UInt8, CaseIterable, Sendable {
  case zero
  case one
  case two
  case few
  case many
  case other

  /// The keyword of CLDR, which is also the suffix in JSON format v4.
  package var name: StaticString {
    switch self {
    case .zero: "zero"
    case .one: "one"
    case .two: "two"
    case .few: "few"
    case .many: "many"
    case .other: "other"
    }
  }
}
