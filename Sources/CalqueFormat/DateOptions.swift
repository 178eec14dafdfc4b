import CalqueBase

/// The options of ECMA-402's DateTimeFormat.
final class DateOptions {
  /// For each option from the weekday on a letter of patterns and its number, for each of its values.
  private static let fields: StaticString =
    "E5E3E4 y2y1 M2M1M5M3M4 d2d1 B5B1B4 m2m1 s2s1 --S1S2S3 G5G1G4 z1z4O1O4"
  /// The letters of `h11`, `h12`, `h23` and `h24`.
  private static let cycles: StaticString = "KhHk"

  /// 0 for full to 3 for short; -1 for none.
  let dateStyle: Int
  let timeStyle: Int
  /// The fields but the hour, whose letter is not known.
  let skeleton: DateSkeleton
  /// How often the letter of the hour stands; 0 for none.
  private let hours: Int
  /// `h11`, `h12`, `h23` or `h24` as the letter of patterns: K, h, H, k; 0 for none.
  let hourCycle: UInt8
  /// 1 and 0 for true and false; -1 for neither.
  let hour12: Int
  /// Without an address when it is not stated.
  let system: Bytes
  let zone: Bytes

  @inline(never)
  init(_ locale: FormatLocale) {
    let options = locale.options
    system = options.text(Place.system)
    let zone = options.text(Place.zone)
    self.zone = zone.baseAddress == nil ? Bytes("UTC") : zone
    hour12 = options[Place.hour12]
    hourCycle = Self.cycle(options[Place.hourCycle])
    dateStyle = options[Place.dateStyle]
    timeStyle = options[Place.timeStyle]
    let hour = options[Place.hour]
    hours = hour < 0 ? 0 : 2 &- hour
    skeleton = DateSkeleton(locale.arena)
    readFields(options)
    locale.checkCalendar(options.text(Place.calendar))
    if options[Place.zoneName] > 3 { locale.refuse(.zoneNames) }
    if hasStyle, hours > 0 || skeleton.mask != 0 { locale.refuse(.styles) }
  }

  var hasStyle: Bool { dateStyle >= 0 || timeStyle >= 0 }

  /// The letter of an hour cycle; 0 for -1.
  static func cycle(_ place: Int) -> UInt8 { place < 0 ? 0 : cycles.utf8Start[place] }

  private func readFields(_ options: FormatOptions) {
    let fields = Bytes(Self.fields)
    var start = 0
    var place = Place.weekday
    while let field = fields.next(&start, by: 0x20) {
      let value = 2 &* options[place]
      if value >= 0, value < field.count {
        skeleton.set(field[value], Int(field[value &+ 1] & 0xF))
      }
      place &+= 1
    }
    let besides = DateField.era.bit | DateField.zone.bit
    if skeleton.mask & ~besides == 0, hours == 0, !hasStyle { addDate() }
  }

  private func addDate() {
    for letter in Bytes("yMd") { skeleton.set(letter, 1) }
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
    if hours > 0 || timeStyle >= 0 { skeleton.set(0x48, 1) }
    if timeStyle >= 0 {
      skeleton.set(0x6D, 1)
      if timeStyle < 3 { skeleton.set(0x73, 1) }
      if timeStyle < 2 { skeleton.set(0x7A, 1) }
    }
    // Each letter behind what stands before it.
    let parts = Bytes("-y-M-d:H:m:s.S z")
    let times = DateField.hour.bit | DateField.minute.bit | DateField.second.bit
    let shown = times | DateField.year.bit | DateField.month.bit | DateField.day.bit
    if dateStyle >= 0 || skeleton.mask & shown == 0 { addDate() }
    return arena.text { output in
      var last: UInt8 = 0
      var place = 0
      while place < parts.count {
        let (before, letter) = (parts[place], parts[place &+ 1])
        place &+= 2
        guard let field = DateField.form(letter, 1)?.field, skeleton.has(field),
          field != .fraction || skeleton.has(.second)
        else { continue }
        if last != 0 { output.put(last == 0x2D && before == 0x3A ? 0x20 : before) }
        last = before
        var count = field == .zone ? 1 : 2
        if field == .year, skeleton[field].count != 2 { count = 4 }
        if field == .fraction { count = Int(skeleton[field].count) }
        for _ in 0..<count { output.put(letter) }
      }
    }
  }
}
