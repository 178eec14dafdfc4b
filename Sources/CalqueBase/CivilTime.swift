/// A moment on the proleptic Gregorian calendar, in UTC.
package struct CivilTime: Equatable, Sendable {
  /// The range of ECMAScript's time values, in milliseconds on either side of the epoch.
  package static let range: UInt64 = 8_640_000_000_000_000
  private static let millisecondsPerDay: Int64 = 86_400_000
  /// A cycle of the calendar: 400 years.
  private static let daysPerCycle: Int64 = 146_097
  /// Moments are counted from so many cycles before the epoch, so that they are not negative.
  private static let cycles: Int64 = 1000

  /// 0 is the year before year 1.
  package var year: Int64
  package var month: Int64
  package var day: Int64
  package var hour: Int64
  package var minute: Int64
  package var second: Int64
  package var millisecond: Int64

  /// - Parameter milliseconds: Since 1970-01-01T00:00Z. Nil beyond 8.64e15 either way, and for NaN.
  package init?(milliseconds: Double) {
    guard let whole = milliseconds.truncated.integer else { return nil }
    self.init(wholeMilliseconds: whole)
  }

  /// - Parameter whole: Since 1970-01-01T00:00Z, in milliseconds. Nil beyond 8.64e15 either way.
  package init?(wholeMilliseconds whole: Int64) {
    guard whole.magnitude <= CivilTime.range else { return nil }
    // A division of 32 bits takes a third of the time.
    let (days, time) = CivilTime.split(whole)
    (year, month, day) = CivilTime.date(days)
    let seconds = time / 1000
    let minutes = seconds / 60
    hour = Int64(minutes / 60)
    minute = Int64(minutes % 60)
    second = Int64(seconds % 60)
    millisecond = Int64(time % 1000)
  }

  /// The milliseconds since 1970-01-01T00:00Z.
  package var milliseconds: Double {
    let days = CivilTime.days(year, month, day)
    return Double(((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + millisecond)
  }

  /// Days since 1000 cycles before the epoch, and milliseconds of the day.
  private static func split(_ milliseconds: Int64) -> (UInt32, UInt32) {
    let whole = UInt64(
      truncatingIfNeeded: milliseconds &+ cycles &* daysPerCycle &* millisecondsPerDay)
    // A day is 1024 times 84,375 milliseconds. Multiplying by 2^80 / 84,375, rounded up, divides
    // exactly and in a fraction of the time.
    let days = (whole >> 10).multipliedFullWidth(by: 0xC6D7_50EB_FA67_B90E).high >> 16
    let time = whole &- days &* UInt64(truncatingIfNeeded: millisecondsPerDay)
    return (UInt32(truncatingIfNeeded: days), UInt32(truncatingIfNeeded: time))
  }

  /// Counts from 0000-03-01, so that a leap day is the last day of its year.
  private static func date(_ days: UInt32) -> (Int64, Int64, Int64) {
    let days = days &+ 719_468
    let cycle = days / UInt32(truncatingIfNeeded: daysPerCycle)
    let dayOfCycle = days &- cycle &* UInt32(truncatingIfNeeded: daysPerCycle)
    let leapDays = dayOfCycle / 1460 &- dayOfCycle / 36_524 &+ dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle &- leapDays) / 365
    let dayOfYear = dayOfCycle &- (365 &* yearOfCycle &+ yearOfCycle / 4 &- yearOfCycle / 100)
    // From March on, every five months have 153 days.
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    let day = dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1
    let month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
    let year = (Int64(cycle) - cycles) * 400 + Int64(yearOfCycle) + (month <= 2 ? 1 : 0)
    return (year, Int64(month), Int64(day))
  }

  /// Days from the epoch to a date of the calendar.
  package static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let yearOfCycle = (year % 400 + 400) % 400
    let cycle = (year - yearOfCycle) / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * daysPerCycle + dayOfCycle - 719_468
  }

  /// The number of days in a month from 1 to 12.
  package static func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
