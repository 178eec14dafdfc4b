import CalqueBase
import CalqueLocale

/// The compact patterns of a locale: for each power of ten from 1000 how far the point is moved, and
/// the affixes by plural category and sign.
final class CompactTable: Sendable {
  private static let least = 3
  /// Plural categories, and a form for exactly one.
  private static let forms = 7
  private static let magnitudes = (LocaleFields.Compact.long &- LocaleFields.Compact.short) / forms
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

/// Digits of the last group and of those before, and from how many digits on a number is grouped.
struct Grouping: Sendable {
  /// Bytes of the longest separator that whole numbers are written with.
  private static let wide = 4
  /// Room for the digits of 64 bits, each but one in a group of its own, and for a wide store.
  private static let room = Quantity.longest &* (1 &+ wide)

  let primary: Int
  let secondary: Int
  /// 0 for never.
  let from: Int
  /// The separator's bytes, the last one highest.
  private var separator: UInt32 = 0
  private let width: Int
  /// The smallest whole number that is grouped.
  private var least = UInt64.max

  init(
    _ pattern: NumberPattern, _ locale: FormatLocale, _ wanted: NumberOptions.Grouping,
    _ separator: Bytes
  ) {
    (primary, secondary) = (pattern.primary, pattern.secondary)
    let stated = locale.text(LocaleFields.Core.leastGrouped)
    let usual = stated.isEmpty ? 1 : Int(stated[0] & 0x0F)
    switch wanted {
    case .always: from = primary == 0 ? 0 : primary &+ 1
    case .min2: from = primary == 0 ? 0 : primary &+ max(usual, 2)
    case .automatic: from = primary == 0 ? 0 : primary &+ usual
    case .off: from = 0
    }
    width = separator.count
    for byte in separator {
      self.separator = self.separator >> 8 | UInt32(truncatingIfNeeded: byte) << 24
    }
    if from > 0, from <= Quantity.longest {
      least = 1
      for _ in 1..<from { least &*= 10 }
    }
  }

  /// Whether `append` can write the separator.
  var isNarrow: Bool { width <= Self.wide }

  /// How many digits are behind the first separator of a number of so many; 0 for none.
  func first(of digits: Int) -> Int {
    if from == 0 || digits < from { return 0 }
    return primary &+ (digits &- primary &- 1) / secondary &* secondary
  }

  /// Appends a whole number in ASCII digits, from the last one on.
  @inline(never)
  func append(_ number: UInt64, to output: inout Output) {
    withUnsafeTemporaryAllocation(byteCount: Self.room, alignment: 1) { room in
      guard let start = room.baseAddress else { return }
      var rest = number
      var place = Self.room
      var left = number < least ? place : primary
      while true {
        place &-= 1
        start.storeBytes(
          of: UInt8(truncatingIfNeeded: 0x30 &+ Tens.last(rest)), toByteOffset: place,
          as: UInt8.self)
        rest = Tens.tenth(rest)
        if rest == 0 { break }
        left &-= 1
        if left == 0 {
          // The bytes before the separator are written next.
          start.storeBytes(
            of: separator.littleEndian, toByteOffset: place &- Self.wide, as: UInt32.self)
          place &-= width
          left = secondary
        }
      }
      output.append(Bytes(rebasing: room.assumingMemoryBound(to: UInt8.self)[place...]))
    }
  }
}
