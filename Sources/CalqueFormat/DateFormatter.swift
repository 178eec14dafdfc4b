import CalqueBase

/// Shows moments as dates and times of the Gregorian calendar.
final class DateFormatter: Formatter, @unchecked Sendable {
  // Unchecked: written by initializers alone.

  private enum Part: UInt8 {
    /// A literal of one byte is in the place of the letter.
    case literal, byte, year, month, day, hour, minute, second, fraction
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

  private let steps: UnsafeMutablePointer<Step>
  private var count = 0
  private let phrases = Phrases()
  private let periods = DayPeriods()
  private let zone: TimeZone
  private let zoneNames: ZoneNames?
  private let digits: Digits

  /// Neutral dates are digits alone, in UTC: `2024-05-17 13:04`.
  @inline(never)
  init(_ locale: FormatLocale, _ options: DateOptions) {
    let isNeutral = locale.isNeutral
    let dates = locale.facts(LocaleFields.Section.dates)
    let symbols = NumberSymbols(locale, isNeutral ? .none : options.system)
    digits = symbols.digits
    let cycle = isNeutral ? 0x48 : HourCycle.letter(locale, options)
    zone = TimeZone(isNeutral ? Bytes("UTC") : options.zone, locale)
    locale.checkCalendar(locale.keyword("ca"))
    let pattern: Bytes
    if isNeutral {
      zoneNames = nil
      pattern = options.neutralPattern(locale.arena)
    } else {
      zoneNames = ZoneNames(locale, dates, options.zone, digits, needsNames: options.namesZone)
      pattern = Self.pattern(
        locale, dates, options, cycle, symbols.symbol(LocaleFields.Core.decimal))
    }
    steps = .allocate(capacity: pattern.count &+ 1)
    super.init(.dateTime)
    read(pattern, cycle, dates, locale)
    isSafe = phrases.isSafe && zoneNames?.isSafe ?? true
  }

  deinit { steps.deallocate() }

  /// The pattern of styles or fields.
  private static func pattern(
    _ locale: FormatLocale, _ dates: Int, _ options: DateOptions, _ cycle: UInt8, _ decimal: Bytes
  ) -> Bytes {
    typealias Dates = LocaleFields.Dates
    let generator = DatePatternGenerator(locale, dates, decimal: decimal)
    if !options.hasStyle { return generator.pattern(options.skeleton(cycle)) }
    let style = options.dateStyle
    var pattern = style < 0 ? .none : locale.text(dates &+ Dates.datePatterns &+ style)
    if options.timeStyle >= 0 {
      let time = locale.text(dates &+ Dates.timePatterns &+ options.timeStyle)
      if pattern.isEmpty {
        pattern = time
      } else if !time.isEmpty {
        pattern = generator.joined(pattern, time, style)
      }
    }
    guard let letter = HourCycle.letter(of: pattern), letter != cycle else { return pattern }
    return generator.pattern(HourCycle.skeleton(of: pattern, cycle, locale.arena))
  }

  // MARK: Steps

  /// Reads a pattern.
  ///
  /// - Parameter cycle: The letter of hours.
  private func read(_ pattern: Bytes, _ cycle: UInt8, _ dates: Int, _ locale: FormatLocale) {
    let phrases = phrases
    var reader = DatePatternReader(bytes: pattern)
    while let token = reader.next() {
      let phrase = Int32(truncatingIfNeeded: phrases.next)
      let letter = HourCycle.isHour(token.letter) ? cycle : token.letter
      guard let part = part(letter, token.text, dates, locale) else { continue }
      // There is room for as many as the pattern has bytes.
      (steps + count).initialize(
        to: Step(
          part: part, letter: part == .byte ? phrases.last : letter,
          width: UInt8(truncatingIfNeeded: min(token.count, 18)),
          phrase: phrase))
      count &+= 1
    }
  }

  /// For each letter of patterns the part that it stands for, counted from `a`; where its names are, a
  /// place in `names`, or `-` for none; how many there are from one width to the next, and how many are
  /// used, counted from `0`.
  private static let letters: StaticString = """
    Gl522yc---Mj0<<Lj1<<rj---Ek277ek277ck377de---am4<2bn4<<Bn4<<\
    Hf---hf---Kf---kf---mg---sh---Si---zo---vo---Op---
    """
  private static let names = [
    LocaleFields.Dates.months, LocaleFields.Dates.months &+ 36, LocaleFields.Dates.days,
    LocaleFields.Dates.days &+ 21, LocaleFields.Dates.periods, LocaleFields.Dates.eras,
  ]

  /// The part that a run of letters stands for; its names are added. Nil for an unknown letter.
  private func part(_ letter: UInt8, _ text: Bytes, _ dates: Int, _ locale: FormatLocale) -> Part? {
    if letter == 0 {
      let size = phrases.count
      add(literal: text)
      return phrases.count == size &+ 1 ? .byte : .literal
    }
    let row = Bytes(Self.letters).record(letter, width: 5)
    guard !row.isEmpty, let part = Part(rawValue: row[1] &- 0x61) else { return nil }
    // Names: in full, abbreviated, narrow.
    var width = text.count == 4 ? 0 : text.count == 5 ? 2 : 1
    switch part {
    case .monthName:
      if letter == 0x72 {
        // Roman numerals: tools/locales/locale_fields.py writes `r` where a pattern asks for them.
        let months = Bytes("i ii iii iv v vi vii viii ix x xi xii")
        for month in 0..<12 { phrases.add(months.word(month)) }
      } else if text.count < 3 {
        return .month
      }
    case .halfDay: width = max(width, 1)
    case .period: periods.read(locale.text(dates &+ LocaleFields.Dates.periodRules))
    case .minute: periods.showsMinutes = true
    case .second: periods.showsSeconds = true
    default: break
    }
    let place = Int(row[2]) &- 0x30
    if place >= 0 {
      let first = Self.names[place] &+ width &* (Int(row[3]) &- 0x30)
      locale.add(dates &+ first, Int(row[4]) &- 0x30, to: phrases)
    }
    return part
  }

  /// Adds a text of a pattern without its quotes.
  private func add(literal: Bytes) {
    var place = 0
    while place < literal.count {
      if literal[place] == 0x27 {
        place &+= 1
        guard place < literal.count, literal[place] == 0x27 else { continue }
      }
      phrases.append(literal[place])
      place &+= 1
    }
    phrases.close()
  }

  // MARK: Formatting

  override func format(_ value: Double, to output: inout Output) -> Bool {
    guard let whole = value.floored.integer else { return false }
    return format(whole, to: &output)
  }

  /// - Parameter milliseconds: Since 1970, UTC.
  /// - Returns: False, and nothing appended, for a time beyond the range of ECMAScript.
  override func format(_ milliseconds: Int64, to output: inout Output) -> Bool {
    guard milliseconds.magnitude <= CivilTime.range else { return false }
    let moment = zone.fixed ?? zone.moment(Self.seconds(milliseconds))
    guard let time = CivilTime(wholeMilliseconds: milliseconds &+ Int64(moment.offset) &* 1000)
    else {
      return false
    }
    for place in 0..<count {
      append(steps[place], time, moment, milliseconds, to: &output)
    }
    return true
  }

  @inline(never)
  private static func seconds(_ milliseconds: Int64) -> Int64 {
    milliseconds / 1000 &- (milliseconds % 1000 < 0 ? 1 : 0)
  }

  // Inlined: the one call is in a loop.
  @inline(__always)
  private func append(
    _ step: Step, _ time: CivilTime, _ moment: TimeZone.Moment, _ milliseconds: Int64,
    to output: inout Output
  ) {
    // Digits; else a phrase.
    var number: Int64 = -1
    var width = Int(step.width)
    var phrase = Int(step.phrase)
    switch step.part {
    case .literal: break
    case .byte: return output.put(step.letter)
    case .monthName: phrase &+= Int(time.month) &- 1
    case .weekday: phrase &+= Self.weekday(time)
    case .era: phrase &+= time.year > 0 ? 1 : 0
    case .halfDay: phrase &+= time.hour < 12 ? 0 : 1
    case .period: phrase &+= periods.named(time, phrases, phrase)
    case .zone:
      guard let zoneNames else { return output.append("UTC" as StaticString) }
      return zoneNames.append(
        name: moment, at: Self.seconds(milliseconds), isLong: width > 3, to: &output)
    case .offset:
      zoneNames?.append(offset: moment.offset, isLong: width > 3, to: &output)
      return
    case .year: number = year(time.year, &width, to: &output)
    case .month: number = time.month
    case .day: number = time.day
    case .hour: number = Self.hour(time.hour, step.letter)
    case .minute: number = time.minute
    case .second: number = time.second
    case .fraction: number = time.millisecond / (width == 1 ? 100 : width == 2 ? 10 : 1)
    }
    if number < 0 {
      phrases.append(phrase, to: &output)
    } else {
      digits.append(Int(number), atLeast: width, to: &output)
    }
  }

  /// The number of a year as it is shown: years before 1 are counted backwards, and in digits alone
  /// they are negative.
  @inline(never)
  private func year(_ year: Int64, _ width: inout Int, to output: inout Output) -> Int64 {
    guard zoneNames == nil else {
      let counted = year > 0 ? year : 1 &- year
      return width == 2 ? counted % 100 : counted
    }
    if width == 2 { return Int64(truncatingIfNeeded: year.magnitude % 100) }
    if year < 0 { output.put(0x2D) }
    return Int64(truncatingIfNeeded: year.magnitude)
  }

  private static func hour(_ hour: Int64, _ letter: UInt8) -> Int64 {
    switch letter {
    case 0x68: hour == 0 ? 12 : hour > 12 ? hour &- 12 : hour
    case 0x4B: hour < 12 ? hour : hour &- 12
    case 0x6B: hour == 0 ? 24 : hour
    default: hour
    }
  }

  /// 0 for Sunday.
  // A call: inlined, it would be computed for each date, before the loop over the steps.
  @inline(never)
  private static func weekday(_ time: CivilTime) -> Int {
    let days = CivilTime.days(time.year, time.month, time.day)
    return Int(((days &+ 4) % 7 &+ 7) % 7)
  }
}
