import CalqueBase

/// The names of time zones in a locale, and its notation of offsets from UTC.
struct ZoneNames: Sendable {
  /// The names that a zone has from a moment on. Trivial.
  private struct Span {
    let since: Int64
    /// The first of four phrases: standard and daylight time, in full and short.
    let phrase: Int
    /// Whether the short names are those of the zone, not of all that share its time.
    let hasOwnShort: Bool
  }

  /// The places of phrases.
  private enum Place {
    static let before = 0
    static let after = 1
    static let plus = 2
    static let minus = 3
    static let separator = 4
  }

  private static let forms = 6

  private let spans: [Span]
  private let phrases: Phrases
  private let digits: Digits

  /// - Parameter needsNames: Refuse locale data without names.
  init(
    _ locale: FormatLocale, _ dates: LocaleSection, _ zone: Text, _ digits: Digits, needsNames: Bool
  ) throws(Diagnostic) {
    typealias Dates = LocaleFields.Dates
    var list = PhraseList()
    list.add(around: dates.text(Dates.offsetPattern) ?? "GMT{0}")
    let signs = (dates.text(Dates.hourOffset) ?? "+HH:mm;-HH:mm").split(";")
    list.add(signs[0].part(0, signs[0].firstIndex(of: "H")))
    list.add(signs.count > 1 ? signs[1].part(0, signs[1].firstIndex(of: "H")) : "-")
    let hoursEnd = (signs[0].lastIndex(of: "H") ?? 0) + 1
    list.add(signs[0].part(hoursEnd, signs[0].firstIndex(of: "m")))
    self.digits = digits
    var spans: [Span] = []
    do throws(Diagnostic) {
      Self.read(try locale.facts(LocaleFields.Section.zones), zone, &spans, &list)
    } catch {
      if needsNames { throw error }
    }
    (self.spans, phrases) = (spans, Phrases(list))
  }

  /// Reads the row of a zone: `place,since;place,since=own place`.
  private static func read(
    _ names: LocaleSection, _ zone: Text, _ spans: inout [Span], _ list: inout PhraseList
  ) {
    let table = names.block.shared(8)
    let name = zone + ":"
    let found = table.hasPrefix(name) ? 0 : table.firstIndex(of: " " + name).map { $0 + 1 }
    guard let found else { return }
    let start = found + name.count
    let row = Text(table.part(start, table.firstIndex(of: " ", from: start) ?? table.count))
    let parts = row.split("=")
    let own = parts.count > 1 ? number(parts[1]) : nil
    for use in parts[0].split(";") {
      let fields = use.split(",")
      let since = fields.count > 1 ? Int64(number(fields[1]) ?? 0) * 60 : Int64.min
      let common = number(fields[0])
      let hasOwnShort = own.flatMap { names.text(forms * $0 + 4) } != nil
      spans.append(Span(since: since, phrase: list.next, hasOwnShort: hasOwnShort))
      for form in [1, 2, 4, 5] {
        let mine = own.flatMap { names.text(forms * $0 + form) }
        list.add(mine ?? common.flatMap { names.text(forms * $0 + form) })
      }
    }
  }

  private static func number(_ text: Text) -> Int? {
    let read = Decimal.prefix(of: text)
    return read.flatMap { $0.number.integer }.map { Int($0) }
  }

  // MARK: Writing

  /// Appends the name of the zone at a moment, or its offset when it has none.
  func append(
    name moment: TimeZone.Moment, at seconds: Int64, isLong: Bool, to output: inout Output
  ) {
    let form = (isLong ? 0 : 2) + (moment.isDaylight ? 1 : 0)
    // Abbreviations are those of today; before 1970 ICU does not use them either.
    if let span = spans.last(where: { $0.since <= seconds }),
      phrases.count(span.phrase + form) > 0, isLong || seconds >= 0 || span.hasOwnShort
    {
      phrases.append(span.phrase + form, to: &output)
    } else {
      append(offset: moment.offset, isLong: isLong, to: &output)
    }
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
