import CalqueBase

/// The options of ECMA-402's DateTimeFormat.
struct DateOptions {
  static let table: StaticString = """
    localeMatcher:*;formatMatcher:*;calendar:*;numberingSystem:*;hour12:?;\
    hourCycle:h11,h12,h23,h24;timeZone:*;weekday:narrow,short,long;era:narrow,short,long;\
    year:2-digit,numeric;month:2-digit,numeric,narrow,short,long;day:2-digit,numeric;\
    dayPeriod:narrow,short,long;hour:2-digit,numeric;minute:2-digit,numeric;\
    second:2-digit,numeric;fractionalSecondDigits:#1-3;\
    timeZoneName:short,long,shortOffset,longOffset,shortGeneric,longGeneric;\
    dateStyle:full,long,medium,short;timeStyle:full,long,medium,short;
    """
  /// The letters of `h11`, `h12`, `h23` and `h24`.
  static let cycles: [UInt8] = [0x4B, 0x68, 0x48, 0x6B]

  /// 0 for full to 3 for short.
  let dateStyle: Int?
  let timeStyle: Int?
  /// The fields as a skeleton; the hour is `j`.
  private(set) var skeleton = Text()
  /// `h11`, `h12`, `h23` or `h24` as the letter of patterns: K, h, H, k.
  let hourCycle: UInt8?
  let hour12: Bool?
  let system: Text?
  let zone: Text

  init(_ options: FormatOptions) throws(Diagnostic) {
    system = options.text("numberingSystem")
    zone = options.text("timeZone") ?? "UTC"
    hour12 = options["hour12"].map { $0 == 1 }
    hourCycle = options["hourCycle"].map { Self.cycles[$0] }
    dateStyle = options["dateStyle"]
    timeStyle = options["timeStyle"]
    if let calendar = options.text("calendar"), calendar != "gregory" {
      throw Diagnostic(.unsupported, "the calendar is not supported", path: "calendar")
    }
    readFields(options)
    let zoneName = options["timeZoneName"] ?? 0
    guard zoneName < 4 else {
      throw Diagnostic(
        .unsupported, "generic names of time zones are not supported", path: "timeZoneName")
    }
    guard skeleton.isEmpty || dateStyle == nil && timeStyle == nil else {
      throw Diagnostic(.invalidOption, "fields and styles exclude each other", path: "dateStyle")
    }
  }

  private mutating func readFields(_ options: FormatOptions) {
    // By the letter of the field, how often it stands for each of its values.
    add(0x45, options["weekday"], 0x435)
    let hasWeekday = !skeleton.isEmpty
    add(0x47, options["era"], 0x415)
    let eraEnd = skeleton.count
    add(0x79, options["year"], 0x12)
    add(0x4D, options["month"], 0x43512)
    add(0x64, options["day"], 0x12)
    add(0x42, options["dayPeriod"], 0x415)
    add(0x6A, options["hour"], 0x12)
    add(0x6D, options["minute"], 0x12)
    add(0x73, options["second"], 0x12)
    for _ in 0..<(options["fractionalSecondDigits"] ?? 0) { skeleton.append(0x53) }
    let isEmpty = !hasWeekday && skeleton.count == eraEnd
    if let zone = options["timeZoneName"] { add(zone < 2 ? 0x7A : 0x4F, zone, 0x4141) }
    if isEmpty, dateStyle == nil, timeStyle == nil { skeleton = "yMd" + skeleton }
  }

  /// Adds a field's letter as often as its value asks for: the digit at its place, from the last on.
  private mutating func add(_ letter: UInt8, _ value: Int?, _ counts: Int) {
    guard let value else { return }
    for _ in 0..<counts >> (4 * value) & 0xF { skeleton.append(letter) }
  }

  /// The pattern of digits alone for languages about which nothing is known.
  var neutralPattern: Text {
    var (date, time) = (Text(), Text())
    if dateStyle != nil || timeStyle != nil {
      if dateStyle != nil { date = "y-M-d" }
      if let timeStyle { time = timeStyle == 3 ? "H:m" : "H:m:s" }
      if let timeStyle, timeStyle < 2 { time += " z" }
    } else {
      for letter in ("yMd" as Text).bytes where skeleton.bytes.contains(letter) {
        date += date.isEmpty ? Text([letter]) : "-" + Text([letter])
      }
      for letter in ("jms" as Text).bytes where skeleton.bytes.contains(letter) {
        let shown = Text([letter == 0x6A ? 0x48 : letter])
        time += time.isEmpty ? shown : ":" + shown
      }
      if skeleton.contains("s"), let first = skeleton.firstIndex(of: "S") {
        let digits = skeleton.bytes[first...].prefix { $0 == 0x53 }
        time += "." + Text(digits)
      }
      if date.isEmpty, time.isEmpty { date = "y-M-d" }
      if skeleton.contains("z") || skeleton.contains("O") { time += time.isEmpty ? "z" : " z" }
    }
    let whole = date.isEmpty || time.isEmpty ? date + time : date + " " + time
    let year: Text = skeleton.contains("yy") ? "yy" : "yyyy"
    return whole.replacing("y", with: year).replacing("M", with: "MM").replacing("d", with: "dd")
      .replacing("H", with: "HH").replacing("m", with: "mm").replacing("s", with: "ss")
  }
}
