import CalqueBase

/// What a locale calls a time zone, and how it writes offsets from UTC.
struct ZoneNames {
  /// The names that a zone has from a moment on.
  private struct Span {
    let since: Int64
    /// Standard and daylight time, in full and short; empty where there is no name.
    let names: [Text]
    /// Whether the short names are those of the zone, not of all that share its time.
    let hasOwnShort: Bool
  }

  private static let forms = 6

  private var spans: [Span] = []
  private let before: Text
  private let after: Text
  private let zero: Text
  private let plus: Text
  private let minus: Text
  private let separator: Text
  private let digits: Digits

  /// - Parameter needsNames: Refuse locale data without names.
  init(
    _ locale: FormatLocale, _ dates: LocaleSection, _ zone: Text, _ digits: Digits, needsNames: Bool
  ) throws(Diagnostic) {
    typealias Dates = LocaleFields.Dates
    let offset = Affix(around: dates.text(Dates.offsetPattern) ?? "GMT{0}")
    (before, after) = (offset.prefix, offset.suffix)
    zero = dates.text(Dates.zeroOffset) ?? "GMT"
    let signs = (dates.text(Dates.hourOffset) ?? "+HH:mm;-HH:mm").split(";")
    plus = signs[0].part(0, signs[0].firstIndex(of: "H"))
    minus = signs.count > 1 ? signs[1].part(0, signs[1].firstIndex(of: "H")) : "-"
    let hoursEnd = (signs[0].lastIndex(of: "H") ?? 0) + 1
    separator = signs[0].part(hoursEnd, signs[0].firstIndex(of: "m"))
    self.digits = digits
    let names: LocaleSection
    do throws(Diagnostic) {
      names = try locale.facts(LocaleFields.Section.zones)
    } catch {
      if needsNames { throw error }
      return
    }
    read(names, zone)
  }

  /// Reads the row of a zone: `place,since;place,since=own place`.
  private mutating func read(_ names: LocaleSection, _ zone: Text) {
    let table = Text(names.block.shared(8))
    let start: Text = " " + zone + ":"
    let found = table.hasPrefix(zone + ":") ? -1 : table.firstIndex(of: start)
    guard let found else { return }
    let row = table.part(found + start.count, table.firstIndex(of: " ", from: found + start.count))
    let parts = row.split("=")
    let own = parts.count > 1 ? Self.texts(names, Self.number(parts[1])) : []
    for use in parts[0].split(";") {
      let fields = use.split(",")
      let since = fields.count > 1 ? Int64(Self.number(fields[1]) ?? 0) * 60 : Int64.min
      let common = Self.texts(names, Self.number(fields[0]))
      let texts = (0..<4).map { place -> Text in
        let mine: Text = place < own.count ? own[place] : ""
        return mine.isEmpty && place < common.count ? common[place] : mine
      }
      spans.append(
        Span(since: since, names: texts, hasOwnShort: own.count > 2 && !own[2].isEmpty))
    }
  }

  private static func number(_ text: Text) -> Int? {
    let read = Decimal.prefix(of: text)
    return read.flatMap { $0.number.integer }.map { Int($0) }
  }

  /// Standard and daylight time in full, then short.
  private static func texts(_ names: LocaleSection, _ place: Int?) -> [Text] {
    guard let place else { return [] }
    return [1, 2, 4, 5].map { names.text(forms * place + $0) ?? "" }
  }

  // MARK: Writing

  /// Appends the name of the zone at a moment, or its offset when it has none.
  func append(
    name moment: TimeZone.Moment, at seconds: Int64, isLong: Bool, to output: inout Output
  ) {
    let place = (isLong ? 0 : 2) + (moment.isDaylight ? 1 : 0)
    // Abbreviations are those of today; before 1970 ICU does not use them either.
    if let span = spans.last(where: { $0.since <= seconds }), !span.names[place].isEmpty,
      isLong || seconds >= 0 || span.hasOwnShort
    {
      output.append(span.names[place])
    } else {
      append(offset: moment.offset, isLong: isLong, to: &output)
    }
  }

  /// Appends an offset, such as `GMT+2` or `GMT+02:00`.
  func append(offset: Int, isLong: Bool, to output: inout Output) {
    let size = abs(offset)
    output.append(before)
    output.append(offset < 0 ? minus : plus)
    digits.append(size / 3600, atLeast: isLong ? 2 : 1, to: &output)
    if isLong || size % 3600 != 0 {
      output.append(separator)
      digits.append(size / 60 % 60, atLeast: 2, to: &output)
    }
    if size % 60 != 0 {
      output.append(separator)
      digits.append(size % 60, atLeast: 2, to: &output)
    }
    output.append(after)
  }
}
