import CalqueBase

/// The fields of date patterns, in CLDR's order, and how a run of letters of a pattern asks for one.
enum DateField: Int, CaseIterable {
  case era, year, quarter, month, weekOfYear, weekOfMonth, weekday, dayOfYear, weekdayInMonth, day
  case dayPeriod, hour, minute, second, fraction, zone

  var bit: Int { 1 << rawValue }

  static let dateMask = DateField.dayPeriod.bit - 1
  static let timeMask = (1 << DateField.allCases.count) - 1 - dateMask

  /// The distance between two forms of a field is the difference of these numbers: numeric forms
  /// are positive, names negative. ICU's generator has the same numbers, so ties are broken alike.
  private static let numeric = 0x100
  private static let narrow = -0x101
  private static let shorter = -0x102
  private static let short = -0x103
  private static let long = -0x104
  private static let step = 0x10

  /// The field of a letter, the form that so many of it ask for, and the fewest that ask for it.
  static func form(_ letter: UInt8, _ count: Int) -> (field: DateField, form: Int, least: Int)? {
    switch letter {
    case 0x47: name(.era, count, 0)  // G
    case 0x79: (.year, numeric + count, 1)  // y
    case 0x4D: count < 3 ? (.month, numeric + count, 1) : name(.month, count, 0)  // M
    case 0x4C: count < 3 ? (.month, numeric + step + count, 1) : name(.month, count, 1)  // L
    case 0x45: name(.weekday, count, 0)  // E
    case 0x63:  // c
      count < 3 ? (.weekday, numeric + 2 * step + count, 1) : name(.weekday, count, 2)
    case 0x65: count < 3 ? (.weekday, numeric + step + count, 1) : name(.weekday, count, 1)  // e
    case 0x64: (.day, numeric + count, 1)  // d
    case 0x61: name(.dayPeriod, count, 0)  // a
    case 0x62: name(.dayPeriod, count, 1)  // b
    case 0x42: name(.dayPeriod, count, 3)  // B
    case 0x48: (.hour, numeric + 10 * step + count, 1)  // H
    case 0x6B: (.hour, numeric + 11 * step + count, 1)  // k
    case 0x68: (.hour, numeric + count, 1)  // h
    case 0x4B: (.hour, numeric + step + count, 1)  // K
    case 0x6D: (.minute, numeric + count, 1)  // m
    case 0x73: (.second, numeric + count, 1)  // s
    case 0x53: (.fraction, numeric + count, 1)  // S
    case 0x76: (.zone, count < 4 ? short - 2 * step : long - 2 * step, count < 4 ? 1 : 4)  // v
    case 0x7A: (.zone, count < 4 ? short : long, count < 4 ? 1 : 4)  // z
    case 0x4F: (.zone, count < 4 ? short - step : long - step, count < 4 ? 1 : 4)  // O
    default: nil
    }
  }

  private static func name(
    _ field: DateField, _ count: Int, _ steps: Int
  ) -> (field: DateField, form: Int, least: Int) {
    switch count {
    case ...3:
      (field, short - steps * step, field == .month || steps > 0 && field == .weekday ? 3 : 1)
    case 4: (field, long - steps * step, 4)
    case 5: (field, narrow - steps * step, 5)
    default: (field, shorter - steps * step, 6)
    }
  }
}
