import CalqueBase

/// Parts of the day, such as `in the morning`, by the rules of a language. Trivial but for its rules.
struct DayPeriods: Sendable {
  private static let midnight = 2
  private static let noon = 3

  /// The period of each hour; 255 where there are no rules.
  private var byHour: [UInt8] = []
  private var hasMidnight = false
  private var hasNoon = false
  var showsMinutes = false
  var showsSeconds = false

  mutating func read(_ dates: LocaleSection, _ arena: TextArena) {
    byHour = [UInt8](repeating: 255, count: 24)
    let rules = dates.text(LocaleFields.Dates.periodRules, arena)
    // Letter of the period, then its first hour and the one behind its last, or `----`.
    for start in stride(from: 0, to: rules.count - 4, by: 5) {
      let period = rules[start] &- 0x61
      let hour = { (at: Int) -> Int in
        Int(rules[start + at] & 0x0F) * 10 + Int(rules[start + at + 1] & 0x0F)
      }
      if rules[start + 1] == 0x2D {
        if period == Self.midnight { hasMidnight = true }
        if period == Self.noon { hasNoon = true }
        continue
      }
      let end = hour(3) % 24
      var place = hour(1) % 24
      repeat {
        byHour[place] = period
        place = (place + 1) % 24
      } while place != end && place != hour(1) % 24
    }
  }

  /// The place of a period among those of the locale.
  func period(_ time: CivilTime) -> Int {
    let isExact = (!showsMinutes || time.minute == 0) && (!showsSeconds || time.second == 0)
    if isExact, time.hour == 0, hasMidnight { return Self.midnight }
    if isExact, time.hour == 12, hasNoon { return Self.noon }
    return ruled(time)
  }

  /// The place of a period that has a name, in place of noon or one without.
  func usual(_ time: CivilTime, _ phrases: Phrases, _ first: Int) -> Int {
    let ruled = ruled(time)
    return phrases.count(first + ruled) > 0 ? ruled : time.hour < 12 ? 0 : 1
  }

  private func ruled(_ time: CivilTime) -> Int {
    let hour = Int(time.hour)
    let period = hour < byHour.count ? Int(byHour[hour]) : 255
    return period < LocaleFields.periods ? period : time.hour < 12 ? 0 : 1
  }
}
