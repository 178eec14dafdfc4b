import CalqueBase

/// Which hours a locale counts: the letter of patterns, H or h or K.
enum HourCycle {
  /// The letter of the hours to show.
  static func letter(
    _ locale: FormatLocale, _ dates: LocaleSection, _ options: DateOptions
  ) -> UInt8 {
    let usual = preferred(locale, dates)
    if let hour12 = options.hour12 {
      // Where the hours begin with 0 they do so in the other cycle too.
      let isFromZero = usual == 0x48 || usual == 0x4B
      return hour12 ? (isFromZero ? 0x4B : 0x68) : (isFromZero ? 0x48 : 0x6B)
    }
    if let cycle = options.hourCycle { return cycle }
    let names: Text = "h11 h12 h23 h24"
    let keyword = locale.keyword("hc").flatMap { names.split(" ").firstIndex(of: $0) }
    return keyword.map { DateOptions.cycles[$0] } ?? usual
  }

  /// The fields of a pattern with its hours in another cycle.
  static func skeleton(of pattern: Text, _ cycle: UInt8) -> Text {
    var skeleton = Text()
    for token in DatePattern.tokens(replaced(pattern, by: cycle)) {
      guard case .field(let letter, let count) = token, letter | 0x20 != 0x62, letter != 0x61 else {
        continue
      }
      for _ in 0..<count { skeleton.append(letter) }
    }
    return skeleton
  }

  /// By the region of a locale, or by that where its language is likely spoken.
  static func preferred(_ locale: FormatLocale, _ facts: LocaleSection) -> UInt8 {
    let cycles = Text(facts.block.shared(2))
    let parts = locale.language.split("-")
    var region = parts.dropFirst().first { $0.count == 2 || ($0.count == 3 && $0.bytes[0] < 0x3A) }
    if region == nil {
      let likely = Text(facts.block.shared(3))
      let script = parts.count > 1 && parts[1].count == 4 ? parts[0] + "-" + parts[1] : parts[0]
      region = value(of: script, in: likely) ?? value(of: parts[0], in: likely)
    }
    let language = parts.first ?? ""
    let found =
      region.flatMap { value(of: language + "-" + $0, in: cycles) ?? value(of: $0, in: cycles) }
      ?? value(of: "001", in: cycles)
    return found?.bytes.first ?? 0x48
  }

  /// The letter behind `name:` in a list of words.
  private static func value(of name: Text, in list: Text) -> Text? {
    let start = name + ":"
    if list.hasPrefix(start) { return word(list, start.count) }
    return list.firstIndex(of: " " + start).map { word(list, $0 + 1 + start.count) }
  }

  private static func word(_ list: Text, _ start: Int) -> Text {
    list.part(start, list.firstIndex(of: " ", from: start))
  }

  /// A pattern with its hours in another cycle.
  static func replaced(_ pattern: Text, by letter: UInt8) -> Text {
    var pattern = pattern
    var isQuoted = false
    for place in pattern.bytes.indices {
      let byte = pattern.bytes[place]
      if byte == 0x27 {
        isQuoted.toggle()
      } else if !isQuoted, isHour(byte) {
        pattern.bytes[place] = letter
      }
    }
    return pattern
  }

  /// The hour letter of a pattern; nil when it has none.
  static func letter(of pattern: Text) -> UInt8? {
    for token in DatePattern.tokens(pattern) {
      if case .field(let letter, _) = token, isHour(letter) { return letter }
    }
    return nil
  }

  private static func isHour(_ byte: UInt8) -> Bool {
    byte == 0x48 || byte == 0x68 || byte == 0x4B || byte == 0x6B
  }
}
