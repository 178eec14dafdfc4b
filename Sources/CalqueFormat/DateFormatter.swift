import CalqueBase

/// Shows moments as dates and times of the Gregorian calendar.
struct DateFormatter {
  private enum Step {
    case literal(Text)
    case year(width: Int)
    case month(width: Int)
    case day(width: Int)
    case hour(UInt8, width: Int)
    case minute(width: Int)
    case second(width: Int)
    case fraction(width: Int)
    case monthName([Text])
    case weekday([Text])
    case era([Text])
    case halfDay([Text])
    case period(DayPeriods)
    case zone(isLong: Bool)
    case offset(isLong: Bool)
  }

  private var steps: [Step] = []
  private let zone: TimeZone
  private let zoneNames: ZoneNames
  private let digits: Digits
  private var hasMinutes = false
  private var hasSeconds = false

  init(_ locale: FormatLocale, _ options: DateOptions) throws(Diagnostic) {
    let dates = try locale.facts(LocaleFields.Section.dates)
    let symbols = try NumberSymbols(locale, options.system)
    digits = symbols.digits
    zone = try TimeZone(options.zone)
    zoneNames = try ZoneNames(
      locale, dates, options.zone, digits, needsNames: options.skeleton.contains("z"))
    if let calendar = locale.keyword("ca"), calendar != "gregory" {
      throw Diagnostic(.unsupported, "the calendar is not supported", path: "calendar")
    }
    let cycle = Self.cycle(locale, dates, options)
    let generator = try DatePatternGenerator(locale, decimal: symbols.decimal)
    let pattern: Text
    if let style = Self.styled(dates, options) {
      let letter = HourCycle.letter(of: style)
      pattern =
        letter == nil || letter == cycle
        ? style : generator.pattern(Self.skeleton(of: style, cycle))
    } else {
      pattern = generator.pattern(options.skeleton.replacing("j", with: Text([cycle])))
    }
    for token in DatePattern.tokens(HourCycle.replaced(pattern, by: cycle)) {
      switch token {
      case .literal(let text): steps.append(.literal(text))
      case .field(let letter, let count): add(letter, count, dates)
      }
    }
  }

  /// The letter of the hours to show.
  private static func cycle(
    _ locale: FormatLocale, _ dates: LocaleSection, _ options: DateOptions
  ) -> UInt8 {
    let usual = HourCycle.preferred(locale, dates)
    if let hour12 = options.hour12 {
      // Where the hours begin with 0 they do so in the other cycle too.
      let isFromZero = usual == 0x48 || usual == 0x4B
      return hour12 ? (isFromZero ? 0x4B : 0x68) : (isFromZero ? 0x48 : 0x6B)
    }
    if let cycle = options.hourCycle { return cycle }
    let names: [StaticString] = ["h11", "h12", "h23", "h24"]
    let keyword = locale.keyword("hc").flatMap { word in
      names.firstIndex { word.equals($0) }
    }
    return DateOptions.letter(keyword) ?? usual
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

  /// The fields of a pattern with its hours in another cycle.
  private static func skeleton(of pattern: Text, _ cycle: UInt8) -> Text {
    var skeleton = Text()
    for token in DatePattern.tokens(HourCycle.replaced(pattern, by: cycle)) {
      guard case .field(let letter, let count) = token, letter | 0x20 != 0x62, letter != 0x61 else {
        continue
      }
      for _ in 0..<count { skeleton.append(letter) }
    }
    return skeleton
  }

  // MARK: Steps

  /// For the letter `r`, which scripts/locale_fields.py writes where a pattern asks for them.
  private static let romanMonths: [Text] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
  ]

  private mutating func add(_ letter: UInt8, _ count: Int, _ dates: LocaleSection) {
    typealias Dates = LocaleFields.Dates
    // Names: in full, abbreviated, narrow.
    let width = count == 4 ? 0 : count == 5 ? 2 : 1
    let names = { (first: Int, size: Int) -> [Text] in
      (0..<size).map { dates.text(first + width * size + $0) ?? "" }
    }
    switch letter {
    case 0x47: steps.append(.era(names(Dates.eras, 2)))
    case 0x79: steps.append(.year(width: count))
    case 0x4D where count > 2: steps.append(.monthName(names(Dates.months, 12)))
    case 0x4C where count > 2: steps.append(.monthName(names(Dates.months + 36, 12)))
    case 0x72: steps.append(.monthName(Self.romanMonths))
    case 0x4D, 0x4C: steps.append(.month(width: count))
    case 0x45, 0x65: steps.append(.weekday(names(Dates.days, 7)))
    case 0x63: steps.append(.weekday(names(Dates.days + 21, 7)))
    case 0x64: steps.append(.day(width: count))
    case 0x61:
      let first = Dates.periods + LocaleFields.periods * (count == 5 ? 2 : 1)
      steps.append(.halfDay((0..<2).map { dates.text(first + $0) ?? "" }))
    case 0x42, 0x62:
      steps.append(.period(DayPeriods(dates, Dates.periods + LocaleFields.periods * width)))
    case 0x48, 0x68, 0x4B, 0x6B: steps.append(.hour(letter, width: count))
    case 0x6D:
      hasMinutes = true
      steps.append(.minute(width: count))
    case 0x73:
      hasSeconds = true
      steps.append(.second(width: count))
    case 0x53: steps.append(.fraction(width: count))
    case 0x7A, 0x76: steps.append(.zone(isLong: count > 3))
    case 0x4F: steps.append(.offset(isLong: count > 3))
    default: break
    }
  }

  // MARK: Formatting

  /// - Parameter milliseconds: Since 1970, UTC.
  /// - Returns: False, and nothing appended, for a time beyond the range of ECMAScript.
  func format(_ milliseconds: Double, to output: inout Output) -> Bool {
    guard milliseconds.magnitude <= 8.64e15, let whole = milliseconds.floored.integer else {
      return false
    }
    let seconds = whole / 1000 - (whole % 1000 < 0 ? 1 : 0)
    let moment = zone.moment(seconds)
    guard let time = CivilTime(milliseconds: Double(whole + Int64(moment.offset) * 1000)) else {
      return false
    }
    for step in steps {
      if case .literal(let text) = step {
        output.append(text)
      } else {
        append(step, time, moment, seconds, to: &output)
      }
    }
    return true
  }

  private func append(
    _ step: Step, _ time: CivilTime, _ moment: TimeZone.Moment, _ seconds: Int64,
    to output: inout Output
  ) {
    switch step {
    case .literal: break
    case .year(let width):
      let year = Int(time.year > 0 ? time.year : 1 - time.year)
      digits.append(width == 2 ? year % 100 : year, atLeast: width, to: &output)
    case .month(let width): digits.append(Int(time.month), atLeast: width, to: &output)
    case .day(let width): digits.append(Int(time.day), atLeast: width, to: &output)
    case .hour(let letter, let width):
      digits.append(Self.hour(Int(time.hour), letter), atLeast: width, to: &output)
    case .minute(let width): digits.append(Int(time.minute), atLeast: width, to: &output)
    case .second(let width): digits.append(Int(time.second), atLeast: width, to: &output)
    case .fraction(let width):
      var value = Int(time.millisecond)
      for _ in width..<max(3, width) { value /= 10 }
      digits.append(value, atLeast: width, to: &output)
    case .monthName(let names): output.append(names[Int(time.month) - 1])
    case .weekday(let names): output.append(names[Self.weekday(time)])
    case .era(let names): output.append(names[time.year > 0 ? 1 : 0])
    case .halfDay(let names): output.append(names[time.hour < 12 ? 0 : 1])
    case .period(let periods):
      let isExact = (!hasMinutes || time.minute == 0) && (!hasSeconds || time.second == 0)
      periods.append(time, isExact: isExact, to: &output)
    case .zone(let isLong):
      zoneNames.append(name: moment, at: seconds, isLong: isLong, to: &output)
    case .offset(let isLong):
      zoneNames.append(offset: moment.offset, isLong: isLong, to: &output)
    }
  }

  private static func hour(_ hour: Int, _ letter: UInt8) -> Int {
    switch letter {
    case 0x68: (hour + 11) % 12 + 1
    case 0x4B: hour % 12
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
