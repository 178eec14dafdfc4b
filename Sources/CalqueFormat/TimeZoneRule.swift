import CalqueBase

/// The rule for the years behind a zone's last change, as POSIX writes it:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
final class TimeZoneRule: @unchecked Sendable {
  // Unchecked: written while it is read.

  /// The places of numbers. A day has five: `M` for month, week and weekday, `J` for a day of the year
  /// counted from 1 and without the 29th of February, or 0 for one counted from 0; its month; its week;
  /// the day; and the seconds into it.
  private enum Place {
    static let standard = 0
    static let daylight = 1
    static let start = 2
    static let end = 7
  }

  private let numbers = Numbers()
  /// The rule that is read, and the place in it.
  private var bytes: Bytes
  private var place = 0
  private var isBroken = false

  private init(_ text: Bytes) { bytes = text }

  /// Nil for anything that is not a rule.
  static func read(_ text: Bytes) -> TimeZoneRule? {
    let rule = TimeZoneRule(text)
    rule.read()
    rule.bytes = .none
    return rule.isBroken ? nil : rule
  }

  func moment(_ seconds: Int64) -> TimeZone.Moment {
    let standard = numbers[Place.standard]
    guard numbers.count > Place.start else {
      return TimeZone.Moment(offset: standard, isDaylight: false)
    }
    let daylight = numbers[Place.daylight]
    let local = (seconds &+ Int64(standard)) &* 1000
    let year = CivilTime(wholeMilliseconds: local)?.year ?? 1970
    let begins = self.seconds(Place.start, year) &- Int64(standard)
    let ends = self.seconds(Place.end, year) &- Int64(daylight)
    let isDaylight =
      begins < ends ? seconds >= begins && seconds < ends : seconds >= begins || seconds < ends
    return TimeZone.Moment(offset: isDaylight ? daylight : standard, isDaylight: isDaylight)
  }

  /// The local time of a day's change, in seconds since 1970.
  @inline(never)
  private func seconds(_ first: Int, _ year: Int64) -> Int64 {
    let form = numbers[first]
    let month = Int64(numbers[first &+ 1])
    let start = CivilTime.days(year, month, 1)
    var day = Int64(numbers[first &+ 3])
    if form == 0x4D {
      // 1970-01-01 was a Thursday.
      let weekday = ((start &+ 4) % 7 &+ 7) % 7
      day = (day &- weekday &+ 7) % 7 &+ Int64(numbers[first &+ 2] &- 1) &* 7
      while day >= CivilTime.daysInMonth(year, month) { day &-= 7 }
    } else if form == 0x4A {
      let isLeap = CivilTime.daysInMonth(year, 2) == 29
      if !isLeap || day < 60 { day &-= 1 }
    }
    return (start &+ day) &* 86_400 &+ Int64(numbers[first &+ 4])
  }

  // MARK: Reading

  private func read() {
    skipName()
    let standard = -time()
    numbers.append(standard)
    if next == 0 { return }
    skipName()
    numbers.append(next == 0x2C ? standard &+ 3600 : -time())
    for _ in 0..<2 { addDay() }
  }

  /// 0 at the end.
  private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

  /// Passes over the abbreviation of a time.
  @inline(never)
  private func skipName() {
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
  private func number(_ least: Int, _ most: Int) -> Int {
    let value = bytes.part(place, bytes.count).leadingNumber
    place = bytes.digits(from: place).end
    if value < least || value > most { isBroken = true }
    return value
  }

  /// Seconds of `[+-]hh[:mm[:ss]]`.
  @inline(never)
  private func time() -> Int {
    let isNegative = next == 0x2D
    if isNegative || next == 0x2B { place &+= 1 }
    var seconds = number(0, 9999) &* 3600
    var weight = 60
    while weight > 0, skip(0x3A) {
      seconds &+= number(0, 9999) &* weight
      weight /= 60
    }
    return isNegative ? -seconds : seconds
  }

  private func addDay() {
    expect(0x2C)
    var (form, month, week) = (0, 1, 0)
    if skip(0x4D) {
      form = 0x4D
      month = number(1, 12)
      expect(0x2E)
      week = number(1, 5)
      expect(0x2E)
    } else if skip(0x4A) {
      form = 0x4A
    }
    numbers.append(form)
    numbers.append(month)
    numbers.append(week)
    numbers.append(number(0, form == 0x4D ? 6 : 9999))
    numbers.append(skip(0x2F) ? time() : 7200)
  }

  private func expect(_ byte: UInt8) {
    if !skip(byte) { isBroken = true }
  }

  @inline(never)
  private func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place &+= 1
    return true
  }
}
