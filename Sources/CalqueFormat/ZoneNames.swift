import CalqueBase

/// The names of time zones in a locale, and its notation of offsets from UTC.
final class ZoneNames: @unchecked Sendable {
  // Unchecked: written by the initializer alone.

  /// The places of phrases.
  private enum Place {
    static let before = 0
    static let after = 1
    static let plus = 2
    static let minus = 3
    static let separator = 4
  }

  private static let forms = 6
  /// Numbers of a span of time in which a zone has the same names: since when; the first of four
  /// phrases, standard and daylight time, in full and short; and 1 when the short names are those of the
  /// zone, not of all that share its time.
  private static let numbers = 3

  private let spans = Numbers()
  private let phrases = Phrases()
  private let digits: Digits

  /// - Parameters:
  ///   - dates: The first fact about dates.
  ///   - needsNames: Refuse locale data without names.
  init(_ locale: FormatLocale, _ dates: Int, _ zone: Bytes, _ digits: Digits, needsNames: Bool) {
    typealias Dates = LocaleFields.Dates
    self.digits = digits
    let phrases = phrases
    phrases.add(around: locale.text(dates &+ Dates.offsetPattern, or: "GMT{0}"))
    // Two patterns such as `+HH:mm;-HH:mm`.
    let stated = locale.text(dates &+ Dates.hourOffset, or: "+HH:mm;-HH:mm")
    let plus = stated.word(0, by: 0x3B)
    let minus = stated.word(1, by: 0x3B)
    let hours = plus.firstIndex(of: 0x48) ?? 0
    var hoursEnd = hours
    while hoursEnd < plus.count, plus[hoursEnd] == 0x48 { hoursEnd &+= 1 }
    phrases.add(plus.part(0, hours))
    phrases.add(minus.or("-").word(0, by: 0x48))
    phrases.add(plus.part(hoursEnd, plus.firstIndex(of: 0x6D) ?? plus.count))
    let section = LocaleFields.Section.zones
    read(locale, needsNames ? locale.facts(section) : locale.section(section), zone)
  }

  /// Reads the row of a zone: `zone:place,since;place,since=own place`.
  private func read(_ locale: FormatLocale, _ names: Int, _ zone: Bytes) {
    let row = locale.shared(8).value(of: zone)
    if row.isEmpty { return }
    let uses = row.word(0, by: 0x3D)
    let own = row.word(1, by: 0x3D).leadingNumber
    // A zone without names of its own has those of no place.
    let mine = own < 0 ? FormatLocale.missing : names &+ Self.forms &* own
    let (phrases, spans) = (phrases, spans)
    var start = 0
    while let use = uses.next(&start, by: 0x3B) {
      let common = use.word(0, by: 0x2C).leadingNumber
      let since = use.word(1, by: 0x2C)
      let sign = since.first == 0x2D ? 1 : 0
      let minutes = max(since.part(sign, .max).leadingNumber, 0)
      spans.append(since.isEmpty ? .min : (sign == 1 ? -minutes : minutes) &* 60)
      spans.append(phrases.next)
      spans.append(locale.text(mine &+ 4).isEmpty ? 0 : 1)
      let shared = common < 0 ? FormatLocale.missing : names &+ Self.forms &* common
      for form in 1..<6 where form != 3 {
        phrases.add(locale.text(mine &+ form, else: shared &+ form))
      }
    }
  }

  // MARK: Writing

  var isSafe: Bool { phrases.isSafe }

  /// Appends the name of the zone at a moment, or its offset when it has none.
  func append(
    name moment: TimeZone.Moment, at seconds: Int64, isLong: Bool, to output: inout Output
  ) {
    let form = (isLong ? 0 : 2) &+ (moment.isDaylight ? 1 : 0)
    // Abbreviations are those of today; before 1970 ICU does not use them either.
    var place = spans.count &- Self.numbers
    while place >= 0, Int64(spans[place]) > seconds { place &-= Self.numbers }
    if place >= 0, isLong || seconds >= 0 || spans[place &+ 2] == 1 {
      let phrase = spans[place &+ 1] &+ form
      if phrases.count(phrase) > 0 { return phrases.append(phrase, to: &output) }
    }
    append(offset: moment.offset, isLong: isLong, to: &output)
  }

  /// Appends an offset, such as `GMT+2` or `GMT+02:00`.
  func append(offset: Int, isLong: Bool, to output: inout Output) {
    let size = abs(offset)
    phrases.append(Place.before, to: &output)
    phrases.append(offset < 0 ? Place.minus : Place.plus, to: &output)
    digits.append(size / 3600, atLeast: isLong ? 2 : 1, to: &output)
    var (rest, unit) = (size % 3600, 60)
    while rest != 0 || isLong && unit == 60 {
      phrases.append(Place.separator, to: &output)
      digits.append(rest / unit, atLeast: 2, to: &output)
      (rest, unit) = (rest % unit, 1)
    }
    if !phrases.isWhole(Place.before) { phrases.append(Place.after, to: &output) }
  }
}
