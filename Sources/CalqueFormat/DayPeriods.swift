import CalqueBase

/// Parts of the day, such as `in the morning`, by the rules of a language.
final class DayPeriods: @unchecked Sendable {
  // Unchecked: written while a formatter is made.
  private static let midnight = 2
  private static let noon = 3

  /// Periods, each with its first hour and the one behind its last. The last one that has an hour
  /// counts.
  private let rules = Numbers()
  private var hasMidnight = false
  private var hasNoon = false
  var showsMinutes = false
  var showsSeconds = false

  /// Reads the letter of each period, then its first hour and the one behind its last, or `----`.
  func read(_ rules: Bytes) {
    let read = self.rules
    var place = 0
    while place &+ 5 <= rules.count {
      let period = Int(rules[place]) &- 0x61
      let first = rules.slice(place &+ 1, place &+ 3).leadingNumber
      if first >= 0 {
        read.append(period)
        read.append(first % 24)
        read.append(max(rules.slice(place &+ 3, place &+ 5).leadingNumber, 0) % 24)
      } else if period == Self.midnight {
        hasMidnight = true
      } else if period == Self.noon {
        hasNoon = true
      }
      place &+= 5
    }
  }

  /// The place of a period among those of the locale; a language may have no name for noon, or for
  /// the one that its rules say.
  ///
  /// - Parameter first: The place of the first name among the phrases.
  func named(_ time: CivilTime, _ phrases: Phrases, _ first: Int) -> Int {
    let ruled = ruled(Int(time.hour))
    var period = ruled
    if (!showsMinutes || time.minute == 0) && (!showsSeconds || time.second == 0) {
      if time.hour == 0, hasMidnight { period = Self.midnight }
      if time.hour == 12, hasNoon { period = Self.noon }
    }
    if phrases.count(first &+ period) > 0 { return period }
    return phrases.count(first &+ ruled) > 0 ? ruled : time.hour < 12 ? 0 : 1
  }

  private func ruled(_ hour: Int) -> Int {
    var period = hour < 12 ? 0 : 1
    var place = 0
    while place < rules.count {
      let (first, behind) = (rules[place &+ 1], rules[place &+ 2])
      let isIn = first < behind ? hour >= first && hour < behind : hour >= first || hour < behind
      if isIn, 0..<LocaleFields.periods ~= rules[place] { period = rules[place] }
      place &+= 3
    }
    return period
  }
}
