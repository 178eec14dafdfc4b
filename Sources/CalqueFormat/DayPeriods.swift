import CalqueBase

/// Parts of the day, such as `in the morning`, by the rules of a language.
struct DayPeriods {
  private static let midnight = 2
  private static let noon = 3

  /// The period of each hour; -1 where there are no rules.
  private var byHour = [Int](repeating: -1, count: 24)
  private var hasMidnight = false
  private var hasNoon = false
  /// By period, from a.m. on.
  private let names: [Text]

  /// - Parameter first: The field of the width's first name.
  init(_ dates: LocaleSection, _ first: Int) {
    names = (0..<LocaleFields.periods).map { dates.text(first + $0) ?? "" }
    let rules = dates.text(LocaleFields.Dates.periodRules)?.bytes ?? []
    for start in stride(from: 0, to: rules.count - 4, by: 5) {
      let period = Int(rules[start]) - 0x61
      if rules[start + 1] == 0x2D {
        if period == Self.midnight { hasMidnight = true }
        if period == Self.noon { hasNoon = true }
        continue
      }
      let pairs = [1, 3].map {
        Int(rules[start + $0] &- 0x30) * 10 + Int(rules[start + $0 + 1] &- 0x30)
      }
      var hour = pairs[0]
      while hour != pairs[1] % 24 || hour == pairs[0] {
        byHour[hour % 24] = period
        hour = (hour + 1) % 24
        if hour == pairs[0] { break }
      }
    }
  }

  /// - Parameter isExact: Whether the clock shows the hour and nothing more.
  func append(_ time: CivilTime, isExact: Bool, to output: inout Output) {
    let hour = Int(time.hour)
    var period = byHour[min(max(hour, 0), 23)]
    if isExact, hour == 0, hasMidnight, !names[Self.midnight].isEmpty { period = Self.midnight }
    if isExact, hour == 12, hasNoon, !names[Self.noon].isEmpty { period = Self.noon }
    if period < 0 || period >= names.count || names[period].isEmpty { period = hour < 12 ? 0 : 1 }
    output.append(names[period])
  }
}
