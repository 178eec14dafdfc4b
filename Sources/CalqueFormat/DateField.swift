import CalqueBase

/// The fields of date patterns, in CLDR's order, and how a run of letters of a pattern asks for one.
enum DateField: Int, CaseIterable {
  case era, year, quarter, month, weekOfYear, weekOfMonth, weekday, dayOfYear, weekdayInMonth, day
  case dayPeriod, hour, minute, second, fraction, zone

  var bit: Int { 1 << rawValue }

  static let dateMask = DateField.dayPeriod.bit &- 1
  static let timeMask = (1 << DateField.allCases.count) &- 1 &- dateMask

  /// The distance between two forms of a field is the difference of these numbers: numeric forms
  /// are positive, names negative. ICU's generator has the same numbers, so ties are broken alike.
  private static let numeric = 0x100
  private static let narrow = -0x101
  private static let shorter = -0x102
  private static let short = -0x103
  private static let long = -0x104
  private static let step = 0x10

  /// For each letter of patterns its field, counted from `a`; whether it is shown as digits (`d`), as
  /// a name (`n`), or as either by the number of letters (`m`); and how many steps its form is from
  /// those of the first letter, counted from `0`.
  private static let letters: StaticString = """
    Gan0ybd0Mdm0Ldm1Egn0cgm2egm1djd0akn0bkn1Bkn3Hld:kld;hld0Kld1mmd0snd0Sod0vpn2zpn0Opn1
    """

  /// The field of a letter, the form that so many of it ask for, and the fewest that ask for it.
  static func form(_ letter: UInt8, _ count: Int) -> (field: DateField, form: Int, least: Int)? {
    let row = Bytes(Self.letters).record(letter, width: 4)
    guard !row.isEmpty, let field = DateField(rawValue: Int(row[1]) &- 0x61) else { return nil }
    let steps = (Int(row[3]) &- 0x30) &* step
    if row[2] == 0x64 || row[2] == 0x6D && count < 3 {
      return (field, numeric &+ steps &+ count, 1)
    }
    let count = field == .zone ? min(count, 4) : count
    return switch count {
    case ...3:
      (field, short &- steps, field == .month || steps > 0 && field == .weekday ? 3 : 1)
    case 4: (field, long &- steps, 4)
    case 5: (field, narrow &- steps, 5)
    default: (field, shorter &- steps, 6)
    }
  }
}
