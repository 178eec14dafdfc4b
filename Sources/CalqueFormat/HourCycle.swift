import CalqueBase

/// Which hours a locale counts: the letter of patterns, H or h or K.
enum HourCycle {
  /// The letter of the hours to show.
  static func letter(_ locale: FormatLocale, _ options: DateOptions) -> UInt8 {
    let usual = preferred(locale)
    if options.hour12 >= 0 {
      // Where the hours begin with 0 they do so in the other cycle too.
      let isFromZero = usual == 0x48 || usual == 0x4B
      return options.hour12 == 1 ? (isFromZero ? 0x4B : 0x68) : (isFromZero ? 0x48 : 0x6B)
    }
    if options.hourCycle != 0 { return options.hourCycle }
    let keyword = Bytes("h11 h12 h23 h24").number(of: locale.keyword("hc"))
    return keyword.map(DateOptions.cycle) ?? usual
  }

  /// By the region of a locale, or by that where its language is likely spoken.
  private static func preferred(_ locale: FormatLocale) -> UInt8 {
    let tag = locale.language
    var place = 0
    let language = tag.next(&place, by: 0x2D) ?? .none
    var known = language
    var region = Bytes.none
    while region.isEmpty, let part = tag.next(&place, by: 0x2D) {
      if part.count == 4, known.count == language.count { known = tag.part(0, place &- 1) }
      if part.count == 2 || part.count == 3 && part[0] < 0x3A { region = part }
    }
    if region.isEmpty {
      let likely = locale.shared(3)
      region = likely.value(of: known)
      if region.isEmpty { region = likely.value(of: language) }
    }
    let cycles = locale.shared(2)
    let both = locale.filled(Bytes("{0}-{1}"), language, region)
    var found = cycles.value(of: both)
    if found.isEmpty { found = cycles.value(of: region) }
    if found.isEmpty { found = cycles.value(of: Bytes("001")) }
    return found.isEmpty ? 0x48 : found[0]
  }

  /// The fields of a pattern with its hours in another cycle, without half days.
  static func skeleton(of pattern: Bytes, _ cycle: UInt8, _ arena: TextArena) -> DateSkeleton {
    let skeleton = DateSkeleton(arena)
    var reader = DatePatternReader(bytes: pattern)
    while let token = reader.next() {
      guard token.letter | 0x20 != 0x62, token.letter != 0x61 else { continue }
      skeleton.set(isHour(token.letter) ? cycle : token.letter, token.count)
    }
    skeleton.complete()
    return skeleton
  }

  /// The hour letter of a pattern; nil when it has none.
  static func letter(of pattern: Bytes) -> UInt8? {
    var reader = DatePatternReader(bytes: pattern)
    while let token = reader.next() {
      if isHour(token.letter) { return token.letter }
    }
    return nil
  }

  static func isHour(_ byte: UInt8) -> Bool {
    byte == 0x48 || byte == 0x68 || byte == 0x4B || byte == 0x6B
  }
}

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
      let first = rules.part(place &+ 1, place &+ 3).leadingNumber
      if first >= 0 {
        read.append(period)
        read.append(first % 24)
        read.append(max(rules.part(place &+ 3, place &+ 5).leadingNumber, 0) % 24)
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
