import CalqueBase

/// The rule for the years behind a zone's last change, as POSIX writes it:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneRule {
  private struct Day {
    var month: Int64 = 0
    var week: Int64 = 0
    var weekday: Int64 = 0
    /// Of the year: counted from 0, or from 1 and without the 29th of February.
    var number: Int64?
    var skipsLeapDay = false
    var seconds: Int64 = 7200
  }

  private let standard: Int
  private let daylight: Int?
  private var start = Day()
  private var end = Day()

  /// Nil for anything that is not a rule.
  init?(_ text: Text) {
    var reader = Reader(bytes: text.bytes)
    guard reader.name(), let offset = reader.time() else { return nil }
    standard = -Int(offset)
    guard reader.name() else {
      daylight = nil
      return
    }
    if reader.next == 0x2C {
      daylight = standard + 3600
    } else {
      guard let other = reader.time() else { return nil }
      daylight = -Int(other)
    }
    guard let start = reader.day(), let end = reader.day() else { return nil }
    (self.start, self.end) = (start, end)
  }

  func moment(_ seconds: Int64) -> TimeZone.Moment {
    guard let daylight else { return TimeZone.Moment(offset: standard, isDaylight: false) }
    let local = Double(seconds + Int64(standard)) * 1000
    let year = CivilTime(milliseconds: local)?.year ?? 1970
    let begins = Self.seconds(start, year) - Int64(standard)
    let ends = Self.seconds(end, year) - Int64(daylight)
    let isDaylight =
      begins < ends ? seconds >= begins && seconds < ends : seconds >= begins || seconds < ends
    return TimeZone.Moment(offset: isDaylight ? daylight : standard, isDaylight: isDaylight)
  }

  /// The local time of a day's change, in seconds since 1970.
  private static func seconds(_ day: Day, _ year: Int64) -> Int64 {
    if let number = day.number {
      let isLeap = CivilTime.daysInMonth(year, 2) == 29
      let skipped: Int64 = day.skipsLeapDay ? (isLeap && number >= 60 ? 0 : -1) : 0
      return (CivilTime.days(year, 1, 1) + number + skipped) * 86_400 + day.seconds
    }
    let first = CivilTime.days(year, day.month, 1)
    // 1970-01-01 was a Thursday.
    let weekday = ((first + 4) % 7 + 7) % 7
    var place = (day.weekday - weekday + 7) % 7 + (day.week - 1) * 7
    while place >= CivilTime.daysInMonth(year, day.month) { place -= 7 }
    return (first + place) * 86_400 + day.seconds
  }

  private struct Reader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

    /// Passes over the abbreviation of a time; false when there is none.
    mutating func name() -> Bool {
      let start = place
      if next == 0x3C {
        while next != 0, next != 0x3E { place += 1 }
        place += 1
      } else {
        while next | 0x20 >= 0x61, next | 0x20 <= 0x7A { place += 1 }
      }
      return place > start
    }

    mutating func number() -> Int64? {
      var value: Int64 = 0
      let start = place
      while next >= 0x30, next <= 0x39, place - start < 4 {
        value = value * 10 + Int64(next - 0x30)
        place += 1
      }
      return place > start ? value : nil
    }

    /// Seconds of `[+-]hh[:mm[:ss]]`.
    mutating func time() -> Int64? {
      let isNegative = next == 0x2D
      if isNegative || next == 0x2B { place += 1 }
      guard var seconds = number().map({ $0 * 3600 }) else { return nil }
      var weight: Int64 = 60
      while next == 0x3A, weight > 0 {
        place += 1
        guard let part = number() else { return nil }
        seconds += part * weight
        weight /= 60
      }
      return isNegative ? -seconds : seconds
    }

    mutating func day() -> Day? {
      guard next == 0x2C else { return nil }
      place += 1
      var day = Day()
      if next == 0x4D {
        place += 1
        guard let month = number(), skip(0x2E), let week = number(), skip(0x2E),
          let weekday = number(), month >= 1, month <= 12, week >= 1, week <= 5, weekday <= 6
        else { return nil }
        (day.month, day.week, day.weekday) = (month, week, weekday)
      } else {
        day.skipsLeapDay = skip(0x4A)
        guard let number = number() else { return nil }
        day.number = number
      }
      if next == 0x2F {
        place += 1
        guard let seconds = time() else { return nil }
        day.seconds = seconds
      }
      return day
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      place += 1
      return true
    }
  }
}
