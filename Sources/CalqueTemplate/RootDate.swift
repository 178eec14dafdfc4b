import CalqueBase

/// Dates and times in root style: `2024-05-17 13:45:00`, always UTC, digits only.
enum RootDate {
  /// - Parameter value: Milliseconds since the epoch, or ISO 8601 text. Nil when it is neither.
  static func format(_ value: Value, _ options: Members) -> Text? {
    guard let time = time(value) else { return nil }
    let hasStyle = options["dateStyle"]?.text != nil || options["timeStyle"]?.text != nil
    let parts = hasStyle ? styled(time, options) : selected(time, options)
    return Text.joined(parts.isEmpty ? [date(time)] : parts, by: " ")
  }

  private static func time(_ value: Value) -> CivilTime? {
    if let text = value.text { return CivilTime(iso8601: text) }
    return value.number.flatMap { CivilTime(milliseconds: $0) }
  }

  private static func styled(_ time: CivilTime, _ options: Members) -> [Text] {
    var parts: [Text] = []
    if options["dateStyle"]?.text != nil { parts.append(date(time)) }
    guard let style = options["timeStyle"]?.text else { return parts }
    let clock = [digits(time.hour, 2), digits(time.minute, 2)]
    parts.append(
      Text.joined(style.equals("short") ? clock : clock + [digits(time.second, 2)], by: ":"))
    if style.equals("long") || style.equals("full") { parts.append("UTC") }
    return parts
  }

  /// The fields that the options name, in the order of ISO 8601.
  private static func selected(_ time: CivilTime, _ options: Members) -> [Text] {
    var dates: [Text] = []
    if let style = options["year"]?.text { dates.append(year(time, style)) }
    if options["month"]?.text != nil { dates.append(digits(time.month, 2)) }
    if options["day"]?.text != nil { dates.append(digits(time.day, 2)) }
    var clock: [Text] = []
    if options["hour"]?.text != nil { clock.append(digits(time.hour, 2)) }
    if options["minute"]?.text != nil { clock.append(digits(time.minute, 2)) }
    if options["second"]?.text != nil { clock.append(second(time, options)) }
    var parts: [Text] = []
    if !dates.isEmpty { parts.append(Text.joined(dates, by: "-")) }
    if !clock.isEmpty { parts.append(Text.joined(clock, by: ":")) }
    if options["timeZoneName"]?.text != nil {
      if parts.isEmpty { parts.append(date(time)) }
      parts.append("UTC")
    }
    return parts
  }

  private static func second(_ time: CivilTime, _ options: Members) -> Text {
    let second = digits(time.second, 2)
    guard let count = options["fractionalSecondDigits"]?.integer, count >= 1 else { return second }
    let fraction = digits(time.millisecond, 3).part(0, Int(clamping: min(count, 3)))
    return second + "." + fraction
  }

  private static func date(_ time: CivilTime) -> Text {
    let parts = [year(time, "numeric"), digits(time.month, 2), digits(time.day, 2)]
    return Text.joined(parts, by: "-")
  }

  private static func year(_ time: CivilTime, _ style: Text) -> Text {
    if style.equals("2-digit") { return digits(Int64(time.year.magnitude % 100), 2) }
    return time.year < 0 ? "-" + digits(time.year, 4) : digits(time.year, 4)
  }

  /// The magnitude in at least so many digits.
  private static func digits(_ number: Int64, _ count: Int) -> Text {
    ExactDecimal(number.magnitude).integerPart(atLeast: count)
  }
}
