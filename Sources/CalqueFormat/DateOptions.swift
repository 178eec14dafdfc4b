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
  /// The fields but the hour, whose letter is not known.
  let skeleton: DateSkeleton
  /// How often the letter of the hour stands; 0 for none.
  private let hours: Int
  /// `h11`, `h12`, `h23` or `h24` as the letter of patterns: K, h, H, k.
  let hourCycle: UInt8?
  let hour12: Bool?
  /// Without an address when it is not stated.
  let system: Bytes
  let zone: Bytes

  init(_ options: FormatOptions, _ locale: FormatLocale) {
    system = options.text("numberingSystem", locale.arena)
    let zone = options.text("timeZone", locale.arena)
    self.zone = zone.baseAddress == nil ? Bytes("UTC") : zone
    hour12 = options.choice("hour12").map { $0 == 1 }
    hourCycle = options.choice("hourCycle").map { Self.cycles[$0] }
    dateStyle = options.choice("dateStyle")
    timeStyle = options.choice("timeStyle")
    hours = options.choice("hour").map { 2 - $0 } ?? 0
    skeleton = DateSkeleton(locale.arena)
    readFields(options)
    let calendar = options.text("calendar", locale.arena)
    if calendar.baseAddress != nil, !calendar.equals("gregory") {
      locale.refuse(.unsupported, "the calendar is not supported", "calendar")
    }
    if options.choice("timeZoneName") ?? 0 > 3 {
      locale.refuse(
        .unsupported, "generic names of time zones are not supported", "timeZoneName")
    }
    if dateStyle != nil || timeStyle != nil, hours > 0 || skeleton.mask != 0 {
      locale.refuse(
        .invalidOption, "dateStyle and timeStyle cannot be combined with fields", "dateStyle")
    }
  }

  private func readFields(_ options: FormatOptions) {
    // By the letter of the field, how often it stands for each of its values.
    add(0x45, options.choice("weekday"), 0x435)
    add(0x79, options.choice("year"), 0x12)
    add(0x4D, options.choice("month"), 0x43512)
    add(0x64, options.choice("day"), 0x12)
    add(0x42, options.choice("dayPeriod"), 0x415)
    add(0x6D, options.choice("minute"), 0x12)
    add(0x73, options.choice("second"), 0x12)
    add(0x53, options.choice("fractionalSecondDigits"), 0x3210)
    if skeleton.mask == 0, hours == 0, dateStyle == nil, timeStyle == nil { addDate() }
    add(0x47, options.choice("era"), 0x415)
    if let zone = options.choice("timeZoneName") { add(zone < 2 ? 0x7A : 0x4F, zone, 0x4141) }
  }

  /// Sets a field by the number of its letters: the digit at the place of its value, from the last on.
  private func add(_ letter: UInt8, _ value: Int?, _ counts: Int) {
    if let value { skeleton.set(letter, counts >> (4 * value) & 0xF) }
  }

  private func addDate() {
    skeleton.set(0x79, 1)
    skeleton.set(0x4D, 1)
    skeleton.set(0x64, 1)
  }

  /// Whether the name of the zone is shown, not its offset.
  var namesZone: Bool { skeleton[.zone].letter == 0x7A }

  /// The fields with the letter of the hours.
  func skeleton(_ cycle: UInt8) -> DateSkeleton {
    if hours > 0 { skeleton.set(cycle, hours) }
    skeleton.complete()
    return skeleton
  }

  /// The pattern of digits alone for languages about which nothing is known: `yyyy-MM-dd HH:mm:ss z`.
  func neutralPattern(_ arena: TextArena) -> Bytes {
    if hours > 0 || timeStyle != nil { skeleton.set(0x48, 1) }
    if let timeStyle {
      skeleton.set(0x6D, 1)
      if timeStyle < 3 { skeleton.set(0x73, 1) }
      if timeStyle < 2 { skeleton.set(0x7A, 1) }
    }
    let letters: StaticString = "yMdHms"
    let shown = (0..<6).contains { place in has(letters.utf8Start[place]) }
    if dateStyle != nil || !shown { addDate() }
    return arena.text { output in
      var last: UInt8 = 0
      for place in 0..<6 where has(letters.utf8Start[place]) {
        let letter = letters.utf8Start[place]
        if last != 0 { output.append(place < 3 ? 0x2D : last == 0x2D ? 0x20 : 0x3A) }
        last = place < 3 ? 0x2D : 0x3A
        let isLong = place == 0 && skeleton[.year].count != 2
        for _ in 0..<(isLong ? 4 : 2) { output.append(letter) }
      }
      if skeleton.has(.second), skeleton.has(.fraction) {
        output.append(0x2E)
        for _ in 0..<skeleton[.fraction].count { output.append(0x53) }
      }
      if skeleton.has(.zone) {
        output.append(0x20)
        output.append(0x7A)
      }
    }
  }

  /// Whether there is a field of a letter.
  private func has(_ letter: UInt8) -> Bool {
    DateField.form(letter, 1).map { skeleton.has($0.field) } ?? false
  }
}
