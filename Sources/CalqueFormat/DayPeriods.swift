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
    for start in stride(from: 0, to: rules.count &- 4, by: 5) {
      let period = rules[start] &- 0x61
      let first = rules.part(start &+ 1, start &+ 3).leadingNumber
      guard first >= 0 else {
        if period == Self.midnight { hasMidnight = true }
        if period == Self.noon { hasNoon = true }
        continue
      }
      let behind = max(rules.part(start &+ 3, start &+ 5).leadingNumber, 0)
      var hour = first % 24
      repeat {
        byHour[hour] = period
        hour = hour == 23 ? 0 : hour &+ 1
      } while hour != behind % 24 && hour != first % 24
    }
  }

  /// The place of a period among those of the locale; a language may have no name for noon, or for
  /// the one that its rules say.
  ///
  /// - Parameter first: The place of the first name among the phrases.
  func named(_ time: CivilTime, _ phrases: Phrases, _ first: Int) -> Int {
    let ruled = ruled(time)
    var period = ruled
    if (!showsMinutes || time.minute == 0) && (!showsSeconds || time.second == 0) {
      if time.hour == 0, hasMidnight { period = Self.midnight }
      if time.hour == 12, hasNoon { period = Self.noon }
    }
    if phrases.count(first &+ period) > 0 { return period }
    return phrases.count(first &+ ruled) > 0 ? ruled : time.hour < 12 ? 0 : 1
  }

  private func ruled(_ time: CivilTime) -> Int {
    let hour = Int(time.hour)
    let period = hour < byHour.count ? Int(byHour[hour]) : 255
    return period < LocaleFields.periods ? period : time.hour < 12 ? 0 : 1
  }
}
