import CalqueBase

/// Which hours a locale counts: the letter of patterns, H or h or K.
enum HourCycle {
  /// The letter of the hours to show.
  static func letter(_ locale: FormatLocale, _ options: DateOptions) -> UInt8 {
    let usual = preferred(locale)
    if options.hour12 >= 0 {
      // Where the hours begin with 0 they do so in the other cycle too.
      let isFromZero = usual == 0x48 || usual == 0x4B
      return options.hour12 == 1 ? (isFromZero ? 0x4B : 0x68) : (isFromZero ? 0x48 : 0x6B)
    }
    if options.hourCycle != 0 { return options.hourCycle }
    let keyword = Bytes("h11 h12 h23 h24").number(of: locale.keyword("hc"))
    return keyword.map(DateOptions.cycle) ?? usual
  }

  /// By the region of a locale, or by that where its language is likely spoken.
  private static func preferred(_ locale: FormatLocale) -> UInt8 {
    let tag = locale.language
    var place = 0
    let language = tag.next(&place, by: 0x2D) ?? .none
    var known = language
    var region = Bytes.none
    while region.isEmpty, let part = tag.next(&place, by: 0x2D) {
      if part.count == 4, known.count == language.count { known = tag.slice(0, place &- 1) }
      if part.count == 2 || part.count == 3 && part[0] < 0x3A { region = part }
    }
    if region.isEmpty {
      let likely = locale.shared(3)
      region = likely.value(of: known)
      if region.isEmpty { region = likely.value(of: language) }
    }
    let cycles = locale.shared(2)
    let both = locale.filled(Bytes("{0}-{1}"), language, region)
    var found = cycles.value(of: both)
    if found.isEmpty { found = cycles.value(of: region) }
    if found.isEmpty { found = cycles.value(of: Bytes("001")) }
    return found.isEmpty ? 0x48 : found[0]
  }

  /// The fields of a pattern with its hours in another cycle, without half days.
  static func skeleton(of pattern: Bytes, _ cycle: UInt8, _ arena: TextArena) -> DateSkeleton {
    let skeleton = DateSkeleton(arena)
    var reader = DatePatternReader(bytes: pattern)
    while let token = reader.next() {
      guard token.letter | 0x20 != 0x62, token.letter != 0x61 else { continue }
      skeleton.set(isHour(token.letter) ? cycle : token.letter, token.count)
    }
    skeleton.complete()
    return skeleton
  }

  /// The hour letter of a pattern; nil when it has none.
  static func letter(of pattern: Bytes) -> UInt8? {
    var reader = DatePatternReader(bytes: pattern)
    while let token = reader.next() {
      if isHour(token.letter) { return token.letter }
    }
    return nil
  }

  static func isHour(_ byte: UInt8) -> Bool {
    byte == 0x48 || byte == 0x68 || byte == 0x4B || byte == 0x6B
  }
}
