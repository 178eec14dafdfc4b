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

  private var spans: [Int64] = []
  private let phrases: Phrases
  private let digits: Digits

  /// - Parameter needsNames: Refuse locale data without names.
  init(
    _ locale: FormatLocale, _ dates: LocaleSection, _ zone: Bytes, _ digits: Digits,
    needsNames: Bool
  ) {
    typealias Dates = LocaleFields.Dates
    var list = PhraseList()
    let offset = dates.text(Dates.offsetPattern, locale.arena)
    list.add(around: offset.isEmpty ? Bytes("GMT{0}") : offset)
    // Two patterns such as `+HH:mm;-HH:mm`.
    var stated = dates.text(Dates.hourOffset, locale.arena)
    if stated.isEmpty { stated = Bytes("+HH:mm;-HH:mm") }
    let behind = stated.firstIndex(of: 0x3B) ?? stated.count
    let plus = stated.part(0, behind)
    let minus = stated.part(behind &+ 1, stated.count)
    let hours = plus.firstIndex(of: 0x48) ?? 0
    var hoursEnd = hours
    while hoursEnd < plus.count, plus[hoursEnd] == 0x48 { hoursEnd &+= 1 }
    list.add(plus.part(0, hours))
    list.add(minus.isEmpty ? Bytes("-") : minus.part(0, minus.firstIndex(of: 0x48) ?? minus.count))
    list.add(plus.part(hoursEnd, plus.firstIndex(of: 0x6D) ?? plus.count))
    self.digits = digits
    let section = LocaleFields.Section.zones
    if let names = needsNames ? locale.facts(section) : locale.section(section) {
      Self.read(names, zone, &spans, &list, locale.arena)
    }
    phrases = Phrases(list)
  }

  /// Reads the row of a zone: `zone:place,since;place,since=own place`.
  private static func read(
    _ names: LocaleSection, _ zone: Bytes, _ spans: inout [Int64], _ list: inout PhraseList,
    _ arena: TextArena
  ) {
    let row = names.block.shared(8).value(of: zone)
    if row.isEmpty { return }
    var start = 0
    let uses = row.next(&start, by: 0x3D) ?? .none
    let own = (row.next(&start, by: 0x3D) ?? .none).leadingNumber
    let name = { (place: Int, form: Int) -> Bytes in
      place < 0 ? .none : names.text(forms &* place &+ form, arena)
    }
    start = 0
    while let use = uses.next(&start, by: 0x3B) {
      var place = 0
      let common = (use.next(&place, by: 0x2C) ?? .none).leadingNumber
      let since = use.next(&place, by: 0x2C)
      let sign = since?.first == 0x2D ? 1 : 0
      let minutes = Int64(max((since ?? .none).part(sign, .max).leadingNumber, 0))
      let moment = since == nil ? .min : (sign == 1 ? -minutes : minutes) &* 60
      spans += [moment, Int64(list.next), name(own, 4).isEmpty ? 0 : 1]
      for form in 1...5 where form != 3 {
        let mine = name(own, form)
        list.add(mine.isEmpty ? name(common, form) : mine)
      }
    }
  }

  // MARK: Writing

  func hasOnly(_ test: (UInt8) -> Bool) -> Bool { phrases.hasOnly(test) }

  /// Appends the name of the zone at a moment, or its offset when it has none.
  func append(
    name moment: TimeZone.Moment, at seconds: Int64, isLong: Bool, to output: inout Output
  ) {
    let form = (isLong ? 0 : 2) &+ (moment.isDaylight ? 1 : 0)
    // Abbreviations are those of today; before 1970 ICU does not use them either.
    var place = spans.count &- Self.numbers
    while place >= 0, spans[place] > seconds { place &-= Self.numbers }
    if place >= 0, isLong || seconds >= 0 || spans[place &+ 2] == 1 {
      let phrase = Int(truncatingIfNeeded: spans[place &+ 1]) &+ form
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
    if isLong || size % 3600 != 0 {
      phrases.append(Place.separator, to: &output)
      digits.append(size / 60 % 60, atLeast: 2, to: &output)
    }
    if size % 60 != 0 {
      phrases.append(Place.separator, to: &output)
      digits.append(size % 60, atLeast: 2, to: &output)
    }
    if !phrases.isWhole(Place.before) { phrases.append(Place.after, to: &output) }
  }
}
