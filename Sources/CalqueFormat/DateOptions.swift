import CalqueBase

/// What a date is to look like: the options of ECMA-402's DateTimeFormat.
struct DateOptions {
  static let names: [StaticString] = [
    "localeMatcher", "formatMatcher", "calendar", "numberingSystem", "hour12", "hourCycle",
    "timeZone", "weekday", "era", "year", "month", "day", "dayPeriod", "hour", "minute", "second",
    "fractionalSecondDigits", "timeZoneName", "dateStyle", "timeStyle",
  ]
  private static let textWidths: [StaticString] = ["narrow", "short", "long"]
  private static let digits: [StaticString] = ["2-digit", "numeric"]

  /// 0 for full to 3 for short.
  var dateStyle: Int?
  var timeStyle: Int?
  /// The fields as a skeleton; the hour is `j`.
  private(set) var skeleton = Text()
  /// `h11`, `h12`, `h23` or `h24` as the letter of patterns: K, h, H, k.
  var hourCycle: UInt8?
  var hour12: Bool?
  var system: Text?
  var zone: Text

  init(_ options: FormatOptions) throws(Diagnostic) {
    system = try options.text("numberingSystem")
    zone = try options.text("timeZone") ?? "UTC"
    if let calendar = try options.text("calendar"), calendar != "gregory" {
      throw Diagnostic(.unsupported, "the calendar is not supported", path: "calendar")
    }
    hour12 = try options.bool("hour12")
    hourCycle = Self.letter(try options.choice("hourCycle", ["h11", "h12", "h23", "h24"]))
    let styles: [StaticString] = ["full", "long", "medium", "short"]
    dateStyle = try options.choice("dateStyle", styles)
    timeStyle = try options.choice("timeStyle", styles)
    try readFields(options)
  }

  /// The letter of an hour cycle by its place among h11, h12, h23 and h24.
  static func letter(_ cycle: Int?) -> UInt8? {
    switch cycle {
    case 0: 0x4B
    case 1: 0x68
    case 2: 0x48
    case 3: 0x6B
    default: nil
    }
  }

  private mutating func readFields(_ options: FormatOptions) throws(Diagnostic) {
    try add("weekday", 0x45, [5, 3, 4], options, Self.textWidths)
    let hasDate = !skeleton.isEmpty
    try add("era", 0x47, [5, 1, 4], options, Self.textWidths)
    let eraEnd = skeleton.count
    try add("year", 0x79, [2, 1], options, Self.digits)
    let months: [StaticString] = ["2-digit", "numeric", "narrow", "short", "long"]
    try add("month", 0x4D, [2, 1, 5, 3, 4], options, months)
    try add("day", 0x64, [2, 1], options, Self.digits)
    try add("dayPeriod", 0x42, [5, 1, 4], options, Self.textWidths)
    try add("hour", 0x6A, [2, 1], options, Self.digits)
    try add("minute", 0x6D, [2, 1], options, Self.digits)
    try add("second", 0x73, [2, 1], options, Self.digits)
    if let digits = try options.integer("fractionalSecondDigits", 1...3) {
      for _ in 0..<digits { skeleton.append(0x53) }
    }
    let isEmpty = !hasDate && skeleton.count == eraEnd
    let zones: [StaticString] = [
      "short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric",
    ]
    let zoneName = try options.choice("timeZoneName", zones)
    if let zoneName {
      guard zoneName < 4 else {
        throw Diagnostic(
          .unsupported, "generic names of time zones are not supported", path: "timeZoneName")
      }
      for _ in 0..<(zoneName % 2 == 0 ? 1 : 4) { skeleton.append(zoneName < 2 ? 0x7A : 0x4F) }
    }
    if dateStyle != nil || timeStyle != nil {
      guard skeleton.isEmpty else {
        throw Diagnostic(.invalidOption, "fields and styles exclude each other", path: "dateStyle")
      }
    } else if isEmpty {
      skeleton = "yMd" + skeleton
    }
  }

  /// Adds a field's letter as often as its value asks for.
  private mutating func add(
    _ name: Text, _ letter: UInt8, _ counts: [Int], _ options: FormatOptions,
    _ values: [StaticString]
  ) throws(Diagnostic) {
    guard let value = try options.choice(name, values) else { return }
    for _ in 0..<counts[value] { skeleton.append(letter) }
  }
}
