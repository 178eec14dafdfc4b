import CalqueBase

/// Finds the pattern of a locale for any set of fields: the nearest of its available formats, with
/// the lengths of its fields adjusted, and what is missing appended (UTS 35, matching skeletons; where
/// that leaves room, as ICU does it).
struct DatePatternGenerator {
  private struct Entry {
    let base: Text
    let skeleton: DateSkeleton
    var pattern: Text
    /// Whether the skeleton was stated, not read from the pattern.
    var isStated: Bool
  }

  private let dates: LocaleSection
  private let decimal: Text
  private var entries: [Entry] = []

  /// - Parameter decimal: The locale's decimal separator.
  init(_ locale: FormatLocale, decimal: Text) throws(Diagnostic) {
    dates = try locale.facts(LocaleFields.Section.dates)
    self.decimal = decimal
    let letters: Text = "GyMEdaHmsSv"
    for letter in letters.bytes { add(Text([letter]), nil) }
    for style in 0..<4 {
      if let pattern = dates.text(LocaleFields.Dates.datePatterns + style) { add(pattern, nil) }
    }
    for style in 0..<4 {
      if let pattern = dates.text(LocaleFields.Dates.timePatterns + style) { add(pattern, nil) }
    }
    let facts = try locale.facts(LocaleFields.Section.skeletons)
    for (place, name) in Text(facts.block.shared(1)).split(" ").enumerated() {
      if let pattern = facts.text(place) { add(pattern, DateSkeleton(name)) }
    }
    // By the first letter of their shortest forms, as a search goes through them.
    var sorted: [Entry] = []
    for entry in entries {
      let at = sorted.firstIndex { Self.first($0) > Self.first(entry) } ?? sorted.count
      sorted.insert(entry, at: at)
    }
    entries = sorted
  }

  private static func first(_ entry: Entry) -> UInt8 { entry.base.bytes.first ?? 0 }

  private mutating func add(_ pattern: Text, _ stated: DateSkeleton?) {
    let skeleton = stated ?? DateSkeleton(pattern)
    let base = skeleton.base
    if stated == nil {
      let isKnown = entries.contains {
        $0.base == base
          || $0.skeleton.letters == skeleton.letters && $0.skeleton.counts == skeleton.counts
      }
      if isKnown { return }
    }
    if let same = entries.firstIndex(where: {
      $0.base == base && $0.skeleton.forms == skeleton.forms
    }) {
      entries[same].pattern = pattern
      entries[same].isStated = stated != nil
    } else {
      let entry = Entry(base: base, skeleton: skeleton, pattern: pattern, isStated: stated != nil)
      entries.append(entry)
    }
  }

  // MARK: Finding

  /// The pattern for a skeleton.
  func pattern(_ wanted: Text) -> Text {
    let skeleton = DateSkeleton(wanted)
    let all = (1 << DateField.allCases.count) - 1
    let best = nearest(skeleton, all)
    if best.missing == 0, best.extra == 0 {
      return adjusted(best.entry, skeleton, hasFraction: false)
    }
    let mask = skeleton.mask
    let date = appending(skeleton, mask & DateField.dateMask)
    let time = appending(skeleton, mask & DateField.timeMask)
    guard let date else { return time ?? "" }
    guard let time else { return date }
    let joint = dates.text(LocaleFields.Dates.joinedAt + style(skeleton)) ?? "{1} {0}"
    return joint.replacing("{1}", with: date).replacing("{0}", with: time)
  }

  /// The style whose joint puts date and time together.
  private func style(_ skeleton: DateSkeleton) -> Int {
    switch skeleton.leastCount(.month) {
    case 4: skeleton.has(.weekday) ? 0 : 1
    case 3: 2
    default: 3
    }
  }

  private func nearest(
    _ skeleton: DateSkeleton, _ mask: Int
  ) -> (entry: Entry, missing: Int, extra: Int) {
    var best = (entry: entries[0], missing: mask, extra: 0)
    var least = Int.max
    for entry in entries {
      let found = skeleton.distance(to: entry.skeleton, mask)
      // Of equally near ones that which lacks the smaller fields.
      if found.distance < least || (found.distance == least && found.missing > best.missing) {
        least = found.distance
        best = (entry, found.missing, found.extra)
        if least == 0 { break }
      }
    }
    return best
  }

  /// The pattern for some fields, put together where no pattern has them all; nil for none.
  private func appending(_ skeleton: DateSkeleton, _ mask: Int) -> Text? {
    guard mask != 0 else { return nil }
    let best = nearest(skeleton, mask)
    var result = adjusted(best.entry, skeleton, hasFraction: false)
    var missing = best.missing
    var last = 0
    var entry = best.entry
    let seconds = DateField.second.bit | DateField.fraction.bit
    while missing != 0, missing != last {
      if missing & seconds == DateField.fraction.bit, mask & seconds == seconds {
        entry.pattern = result
        result = adjusted(entry, skeleton, hasFraction: true)
        missing &= ~DateField.fraction.bit
        continue
      }
      last = missing
      let next = nearest(skeleton, missing)
      let text = adjusted(next.entry, skeleton, hasFraction: false)
      let found = missing & ~next.missing
      missing = next.missing
      if found != 0 { result = appended(text, to: result, found) }
    }
    return result
  }

  private func appended(_ text: Text, to result: Text, _ found: Int) -> Text {
    let top = Int.bitWidth - 1 - found.leadingZeroBitCount
    let names: [DateField] = [
      .era, .year, .quarter, .month, .weekOfYear, .weekday, .day, .hour, .minute, .second, .zone,
    ]
    guard let field = DateField(rawValue: top), let place = names.firstIndex(of: field),
      let item = dates.text(LocaleFields.Dates.appended + place)
    else { return result + " " + text }
    let name = DatePattern.quoted(dates.text(LocaleFields.Dates.fieldNames + place) ?? "")
    return item.replacing("{2}", with: name).replacing("{1}", with: text)
      .replacing("{0}", with: result)
  }

  /// A found pattern with the lengths and letters that were asked for.
  private func adjusted(_ entry: Entry, _ wanted: DateSkeleton, hasFraction: Bool) -> Text {
    var result = Text()
    for token in DatePattern.tokens(entry.pattern) {
      switch token {
      case .literal(let text): result += DatePattern.quoted(text)
      case .field(let letter, let count):
        append(letter, count, entry, wanted, hasFraction, to: &result)
      }
    }
    return result
  }

  private func append(
    _ letter: UInt8, _ count: Int, _ entry: Entry, _ wanted: DateSkeleton, _ hasFraction: Bool,
    to result: inout Text
  ) {
    var (letter, count) = (letter, count)
    var fraction = Text()
    if let (field, form, _) = DateField.form(letter, count) {
      let place = field.rawValue
      if hasFraction, field == .second {
        fraction = DatePattern.quoted(decimal)
        for _ in 0..<wanted.counts[DateField.fraction.rawValue] { fraction.append(0x53) }
      } else if wanted.has(field) {
        let asked = wanted.letters[place]
        var length = wanted.counts[place]
        if asked == 0x45, length < 3 { length = 3 }
        if field == .minute || field == .second {
          length = count
        } else if entry.isStated, asked != 0x63, asked != 0x65 {
          let isNumber = form > 0
          let wasNumber = entry.skeleton.forms[place] > 0
          if entry.skeleton.counts[place] == length || isNumber != wasNumber { length = count }
        }
        let keeps = field == .hour || field == .month || field == .weekday || field == .year
        if !keeps { letter = asked }
        if letter == 0x45, length < 3 { letter = 0x65 }
        count = length
      }
    }
    for _ in 0..<count { result.append(letter) }
    result += fraction
  }
}
