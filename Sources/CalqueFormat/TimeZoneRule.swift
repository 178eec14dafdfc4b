import CalqueBase

/// The rule for the years behind a zone's last change, as POSIX writes it:
/// `CET-1CEST,M3.5.0,M10.5.0/3`. Trivial.
struct TimeZoneRule {
  private struct Day {
    /// `M` for month, week and weekday; `J` for a day of the year counted from 1 and without the 29th
    /// of February; 0 for one counted from 0.
    var form: UInt8 = 0
    var month = 0
    var week = 0
    /// Or the day of the year.
    var day = 0
    var seconds = 7200
  }

  private let standard: Int
  private let daylight: Int?
  private let start: Day
  private let end: Day

  /// Nil for anything that is not a rule.
  init?(_ text: Bytes) {
    var reader = Reader(bytes: text)
    reader.skipName()
    standard = -reader.time()
    if reader.next == 0 {
      (daylight, start, end) = (nil, Day(), Day())
    } else {
      reader.skipName()
      daylight = reader.next == 0x2C ? standard &+ 3600 : -reader.time()
      start = reader.day()
      end = reader.day()
    }
    if reader.isBroken { return nil }
  }

  func moment(_ seconds: Int64) -> TimeZone.Moment {
    guard let daylight else { return TimeZone.Moment(offset: standard, isDaylight: false) }
    let local = (seconds &+ Int64(standard)) &* 1000
    let year = CivilTime(wholeMilliseconds: local)?.year ?? 1970
    let begins = Self.seconds(start, year) &- Int64(standard)
    let ends = Self.seconds(end, year) &- Int64(daylight)
    let isDaylight =
      begins < ends ? seconds >= begins && seconds < ends : seconds >= begins || seconds < ends
    return TimeZone.Moment(offset: isDaylight ? daylight : standard, isDaylight: isDaylight)
  }

  /// The local time of a day's change, in seconds since 1970.
  @inline(never)
  private static func seconds(_ day: Day, _ year: Int64) -> Int64 {
    let month = Int64(max(day.month, 1))
    let first = CivilTime.days(year, month, 1)
    var place = Int64(day.day)
    if day.form == 0x4D {
      // 1970-01-01 was a Thursday.
      let weekday = ((first &+ 4) % 7 &+ 7) % 7
      place = (place &- weekday &+ 7) % 7 &+ Int64(day.week &- 1) &* 7
      while place >= CivilTime.daysInMonth(year, month) { place &-= 7 }
    } else if day.form == 0x4A {
      let isLeap = CivilTime.daysInMonth(year, 2) == 29
      if !isLeap || place < 60 { place &-= 1 }
    }
    return (first &+ place) &* 86_400 &+ Int64(day.seconds)
  }

  private struct Reader {
    let bytes: Bytes
    private var place = 0
    private(set) var isBroken = false

    init(bytes: Bytes) { self.bytes = bytes }

    /// 0 at the end.
    var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

    /// Passes over the abbreviation of a time.
    @inline(never)
    mutating func skipName() {
      let start = place
      if next == 0x3C {
        while next != 0, next != 0x3E { place &+= 1 }
        place &+= 1
      } else {
        while (next | 0x20) &- 0x61 < 26 { place &+= 1 }
      }
      if place == start { isBroken = true }
    }

    /// A number in a range.
    @inline(never)
    private mutating func number(_ range: ClosedRange<Int>) -> Int {
      var value = -1
      while next &- 0x30 < 10, value < 1000 {
        value = max(value, 0) &* 10 &+ Int(next & 0x0F)
        place &+= 1
      }
      if !range.contains(value) { isBroken = true }
      return value
    }

    /// Seconds of `[+-]hh[:mm[:ss]]`.
    @inline(never)
    mutating func time() -> Int {
      let isNegative = next == 0x2D
      if isNegative || next == 0x2B { place &+= 1 }
      var seconds = number(0...9999) &* 3600
      var weight = 60
      while weight > 0, skip(0x3A) {
        seconds &+= number(0...9999) &* weight
        weight /= 60
      }
      return isNegative ? -seconds : seconds
    }

    @inline(never)
    mutating func day() -> Day {
      var day = Day()
      if !skip(0x2C) { isBroken = true }
      if skip(0x4D) {
        day.form = 0x4D
        day.month = number(1...12)
        if !skip(0x2E) { isBroken = true }
        day.week = number(1...5)
        if !skip(0x2E) { isBroken = true }
        day.day = number(0...6)
      } else {
        if skip(0x4A) { day.form = 0x4A }
        day.day = number(0...9999)
      }
      if skip(0x2F) { day.seconds = time() }
      return day
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      place &+= 1
      return true
    }
  }
}
