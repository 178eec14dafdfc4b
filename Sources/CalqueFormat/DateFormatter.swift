import CalqueBase

/// Shows moments as dates and times of the Gregorian calendar.
final class DateFormatter: Formatter, @unchecked Sendable {
  // Unchecked: written by initializers alone.

  private enum Part: UInt8 {
    case literal, year, month, day, hour, minute, second, fraction
    case monthName, weekday, era, halfDay, period, zone, offset
  }

  /// A literal or field of the pattern. Trivial.
  private struct Step {
    let part: Part
    let letter: UInt8
    let width: UInt8
    /// The first of its phrases.
    let phrase: Int32
  }

  private let steps: [Step]
  private let phrases: Phrases
  private let periods: DayPeriods
  private let zone: TimeZone
  private let zoneNames: ZoneNames?
  private let digits: Digits

  // Embedded Swift does not free an object whose designated initializer throws.
  private init(
    _ steps: [Step], _ phrases: Phrases, _ periods: DayPeriods, _ zone: TimeZone,
    _ zoneNames: ZoneNames?, _ digits: Digits
  ) {
    (self.steps, self.phrases, self.periods) = (steps, phrases, periods)
    (self.zone, self.zoneNames, self.digits) = (zone, zoneNames, digits)
    super.init(.dateTime)
  }

  convenience init(_ locale: FormatLocale, _ options: DateOptions) throws(Diagnostic) {
    let dates = try locale.facts(LocaleFields.Section.dates)
    let symbols = try NumberSymbols(locale, options.system)
    let zone = try TimeZone(options.zone)
    let zoneNames = try ZoneNames(
      locale, dates, options.zone, symbols.digits, needsNames: options.skeleton.contains("z"))
    if let calendar = locale.keyword("ca"), calendar != "gregory" {
      throw Diagnostic(.unsupported, "the calendar is not supported", path: "calendar")
    }
    let cycle = HourCycle.letter(locale, dates, options)
    let generator = try DatePatternGenerator(
      locale, decimal: symbols.symbol(LocaleFields.Core.decimal))
    let pattern: Text
    if let style = Self.styled(dates, options) {
      let letter = HourCycle.letter(of: style)
      pattern =
        letter == nil || letter == cycle
        ? style : generator.pattern(HourCycle.skeleton(of: style, cycle))
    } else {
      pattern = generator.pattern(options.skeleton.replacing("j", with: Text([cycle])))
    }
    var (steps, list) = ([Step](), PhraseList())
    var periods = DayPeriods()
    for token in DatePattern.tokens(HourCycle.replaced(pattern, by: cycle)) {
      Self.add(token, dates, &steps, &list, &periods)
    }
    self.init(steps, Phrases(list), periods, zone, zoneNames, symbols.digits)
  }

  /// Digits alone, in UTC, for languages about which no facts are there: `2024-05-17 13:04`.
  convenience init(neutral options: DateOptions) throws(Diagnostic) {
    let digits = try NumberSymbols(FormatLocale("und", nil), nil).digits
    let zone = try TimeZone("UTC")
    var (steps, list) = ([Step](), PhraseList())
    var none = DayPeriods()
    for token in DatePattern.tokens(options.neutralPattern) {
      Self.add(token, nil, &steps, &list, &none)
    }
    self.init(steps, Phrases(list), DayPeriods(), zone, nil, digits)
  }

  /// The pattern of styles; nil when no style is asked for.
  private static func styled(_ dates: LocaleSection, _ options: DateOptions) -> Text? {
    typealias Dates = LocaleFields.Dates
    let date = options.dateStyle.flatMap { dates.text(Dates.datePatterns + $0) }
    let time = options.timeStyle.flatMap { dates.text(Dates.timePatterns + $0) }
    guard let date, let style = options.dateStyle else { return time }
    guard let time else { return date }
    let joint = dates.text(Dates.joinedAt + style) ?? "{1} {0}"
    return joint.replacing("{1}", with: date).replacing("{0}", with: time)
  }

  // MARK: Steps

  private static func add(
    _ token: DatePattern.Token, _ dates: LocaleSection?, _ steps: inout [Step],
    _ list: inout PhraseList, _ periods: inout DayPeriods
  ) {
    typealias Dates = LocaleFields.Dates
    let first = Int32(truncatingIfNeeded: list.next)
    guard case .field(let letter, let count) = token else {
      if case .literal(let text) = token { list.add(text) }
      steps.append(Step(part: .literal, letter: 0, width: 0, phrase: first))
      return
    }
    // Names: in full, abbreviated, narrow.
    let width = count == 4 ? 0 : count == 5 ? 2 : 1
    var names: (field: Int, size: Int)?
    let part: Part
    switch letter {
    case 0x47: (part, names) = (.era, (Dates.eras + width * 2, 2))
    case 0x79: part = .year
    case 0x4D where count > 2: (part, names) = (.monthName, (Dates.months + width * 12, 12))
    case 0x4C where count > 2: (part, names) = (.monthName, (Dates.months + 36 + width * 12, 12))
    case 0x72:
      // Roman numerals: scripts/locale_fields.py writes `r` where a pattern asks for them.
      part = .monthName
      for month in ("i ii iii iv v vi vii viii ix x xi xii" as Text).split(" ") { list.add(month) }
    case 0x4D, 0x4C: part = .month
    case 0x45, 0x65: (part, names) = (.weekday, (Dates.days + width * 7, 7))
    case 0x63: (part, names) = (.weekday, (Dates.days + 21 + width * 7, 7))
    case 0x64: part = .day
    case 0x61:
      let narrow = count == 5 ? 2 : 1
      (part, names) = (.halfDay, (Dates.periods + LocaleFields.periods * narrow, 2))
    case 0x42, 0x62:
      (part, names) = (
        .period, (Dates.periods + LocaleFields.periods * width, LocaleFields.periods)
      )
      if let dates { periods.read(dates) }
    case 0x48, 0x68, 0x4B, 0x6B: part = .hour
    case 0x6D: part = .minute
    case 0x73: part = .second
    case 0x53: part = .fraction
    case 0x7A, 0x76: part = .zone
    case 0x4F: part = .offset
    default: return
    }
    if part == .minute { periods.showsMinutes = true }
    if part == .second { periods.showsSeconds = true }
    if let names {
      for place in names.field..<names.field + names.size { list.add(dates?.text(place)) }
    }
    steps.append(
      Step(
        part: part, letter: letter, width: UInt8(truncatingIfNeeded: min(count, 18)),
        phrase: first))
  }

  // MARK: Formatting

  override func format(_ value: Int64, to output: inout Output) -> Bool {
    format(Double(value), to: &output)
  }

  /// - Parameter milliseconds: Since 1970, UTC.
  /// - Returns: False, and nothing appended, for a time beyond the range of ECMAScript.
  override func format(_ milliseconds: Double, to output: inout Output) -> Bool {
    guard milliseconds.magnitude <= 8.64e15, let whole = milliseconds.floored.integer else {
      return false
    }
    let moment = zone.fixed ?? zone.moment(Self.seconds(whole))
    guard let time = CivilTime(milliseconds: Double(whole + Int64(moment.offset) * 1000)) else {
      return false
    }
    for step in steps {
      append(step, time, moment, whole, to: &output)
    }
    return true
  }

  private static func seconds(_ milliseconds: Int64) -> Int64 {
    milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
  }

  private func append(
    _ step: Step, _ time: CivilTime, _ moment: TimeZone.Moment, _ milliseconds: Int64,
    to output: inout Output
  ) {
    let number: Int64
    var width = Int(step.width)
    var phrase = Int(step.phrase)
    switch step.part {
    case .literal: return phrases.append(phrase, to: &output)
    case .monthName: return phrases.append(phrase + Int(time.month) - 1, to: &output)
    case .weekday: return phrases.append(phrase + Self.weekday(time), to: &output)
    case .era: return phrases.append(phrase + (time.year > 0 ? 1 : 0), to: &output)
    case .halfDay: return phrases.append(phrase + (time.hour < 12 ? 0 : 1), to: &output)
    case .period:
      let period = periods.period(time)
      // A language may have no name for it.
      let named = phrases.count(phrase + period) > 0
      phrase += named ? period : periods.usual(time, phrases, phrase)
      return phrases.append(phrase, to: &output)
    case .zone:
      zoneNames?.append(
        name: moment, at: Self.seconds(milliseconds), isLong: width > 3, to: &output)
      if zoneNames == nil { output.append("UTC" as StaticString) }
      return
    case .offset:
      zoneNames?.append(offset: moment.offset, isLong: width > 3, to: &output)
      return
    case .year: number = year(time.year, &width, to: &output)
    case .month: number = time.month
    case .day: number = time.day
    case .hour: number = Self.hour(time.hour, step.letter)
    case .minute: number = time.minute
    case .second: number = time.second
    case .fraction:
      let divisor: UInt32 = width == 1 ? 100 : width == 2 ? 10 : 1
      number = Int64(UInt32(truncatingIfNeeded: time.millisecond) / divisor)
    }
    digits.append(Int(number), atLeast: width, to: &output)
  }

  /// The number of a year as it is shown: years before 1 are counted backwards, and in digits alone
  /// they are negative.
  private func year(_ year: Int64, _ width: inout Int, to output: inout Output) -> Int64 {
    guard zoneNames == nil else {
      let counted = year > 0 ? year : 1 - year
      return width == 2 ? counted % 100 : counted
    }
    if width == 2 { return Int64(truncatingIfNeeded: year.magnitude % 100) }
    if year < 0 { output.append(0x2D) }
    return Int64(truncatingIfNeeded: year.magnitude)
  }

  private static func hour(_ hour: Int64, _ letter: UInt8) -> Int64 {
    switch letter {
    case 0x68: hour == 0 ? 12 : hour > 12 ? hour - 12 : hour
    case 0x4B: hour < 12 ? hour : hour - 12
    case 0x6B: hour == 0 ? 24 : hour
    default: hour
    }
  }

  /// 0 for Sunday.
  private static func weekday(_ time: CivilTime) -> Int {
    let days = CivilTime.days(time.year, time.month, time.day)
    return Int(((days + 4) % 7 + 7) % 7)
  }
}
