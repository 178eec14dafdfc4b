import CalqueBase

/// Finds the pattern of a locale for any set of fields: the nearest of its available formats, with
/// the lengths of its fields adjusted, and what is missing appended (UTS 35, matching skeletons; where
/// that leaves room, as ICU does it).
final class DatePatternGenerator {
  /// Trivial.
  private struct Entry {
    let skeleton: DateSkeleton
    var pattern: Bytes
    /// Whether the skeleton was stated, not read from the pattern.
    var isStated: Bool
  }

  typealias Dates = LocaleFields.Dates

  private let locale: FormatLocale
  /// The first fact about dates.
  private let dates: Int
  private let decimal: Bytes
  // In the locale's arena.
  private let entries: UnsafeMutablePointer<Entry>
  private var count = 0

  /// - Parameter decimal: The locale's decimal separator.
  init(_ locale: FormatLocale, _ dates: Int, decimal: Bytes) {
    (self.locale, self.dates, self.decimal) = (locale, dates, decimal)
    let facts = locale.facts(LocaleFields.Section.skeletons)
    let names = locale.shared(1)
    let letters = Bytes("GyMEdaHmsSv")
    // A name is at least a letter, and has a space behind it.
    let most = letters.count &+ 8 &+ names.count / 2 &+ 1
    entries = locale.arena.bytes(most &* MemoryLayout<Entry>.stride).bindMemory(
      to: Entry.self, capacity: most)
    for place in 0..<letters.count { add(letters.part(place, place &+ 1), nil) }
    for field in Dates.datePatterns..<Dates.joinedAt { add(locale.text(dates &+ field), nil) }
    var (place, field) = (0, facts)
    while let name = names.next(&place, by: 0x20), count < most {
      add(locale.text(field), DateSkeleton(name, locale.arena))
      field &+= 1
    }
    sort()
  }

  /// By the first letter of their shortest forms, as a search goes through them.
  private func sort() {
    for place in 0..<count {
      let entry = entries[place]
      var free = place
      while free > 0, entries[free &- 1].skeleton.first > entry.skeleton.first {
        entries[free] = entries[free &- 1]
        free &-= 1
      }
      entries[free] = entry
    }
  }

  @inline(never)
  private func add(_ pattern: Bytes, _ stated: DateSkeleton?) {
    if pattern.isEmpty { return }
    let skeleton = stated ?? DateSkeleton(pattern, locale.arena)
    for place in 0..<count {
      let other = entries[place].skeleton
      let hasBase = other.isSame(skeleton, isExact: false)
      if stated == nil {
        if hasBase || other.isSame(skeleton, isExact: true) { return }
      } else if hasBase, other.hasForms(of: skeleton) {
        entries[place].pattern = pattern
        entries[place].isStated = true
        return
      }
    }
    entries[count] = Entry(skeleton: skeleton, pattern: pattern, isStated: stated != nil)
    count &+= 1
  }

  // MARK: Finding

  /// The pattern for a skeleton.
  func pattern(_ skeleton: DateSkeleton) -> Bytes {
    let all = (1 << DateField.allCases.count) &- 1
    let best = nearest(skeleton, all)
    if best.missing == 0, best.extra == 0 {
      return adjusted(best.entry, skeleton, hasFraction: false)
    }
    let mask = skeleton.mask
    let date = appending(skeleton, mask & DateField.dateMask)
    let time = appending(skeleton, mask & DateField.timeMask)
    if date.isEmpty { return time }
    if time.isEmpty { return date }
    return joined(date, time, style(skeleton))
  }

  /// A date and a time as a style puts them together.
  func joined(_ date: Bytes, _ time: Bytes, _ style: Int) -> Bytes {
    let joint = locale.text(dates &+ Dates.joinedAt &+ style)
    return locale.filled(joint.or("{1} {0}"), time, date)
  }

  /// The style whose joint puts date and time together.
  private func style(_ skeleton: DateSkeleton) -> Int {
    switch skeleton[.month].least {
    case 4: skeleton.has(.weekday) ? 0 : 1
    case 3: 2
    default: 3
    }
  }

  private func nearest(
    _ skeleton: DateSkeleton, _ mask: Int
  ) -> (entry: Entry, missing: Int, extra: Int) {
    // There are entries for single letters at least.
    var best = (entry: entries[0], missing: mask, extra: 0)
    var least = Int.max
    for place in 0..<count {
      let found = skeleton.distance(to: entries[place].skeleton, mask)
      // Of equally near ones that which lacks the smaller fields.
      if found.distance < least || (found.distance == least && found.missing > best.missing) {
        least = found.distance
        best = (entries[place], found.missing, found.extra)
        if least == 0 { break }
      }
    }
    return best
  }

  /// The pattern for some fields, put together where no pattern has them all; empty for none.
  private func appending(_ skeleton: DateSkeleton, _ mask: Int) -> Bytes {
    guard mask != 0 else { return .none }
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

  private func appended(_ text: Bytes, to result: Bytes, _ found: Int) -> Bytes {
    let top = Int.bitWidth &- 1 &- found.leadingZeroBitCount
    // The places of fields among CLDR's items: era, year, quarter, month, week, weekday, day, hour,
    // minute, second, zone.
    let places: StaticString = "abcde-f--g-hij-k"
    let letter = top < places.utf8CodeUnitCount ? places.utf8Start[top] : 0x2D
    let place = Int(letter) &- 0x61
    let item = place < 0 ? .none : locale.text(dates &+ Dates.appended &+ place)
    if item.isEmpty { return locale.filled(Bytes("{0} {1}"), result, text) }
    let name = locale.text(dates &+ Dates.fieldNames &+ place)
    let quoted = locale.arena.text { Self.append(quoted: name, to: &$0) }
    return locale.filled(item, result, text, quoted)
  }

  /// Appends a text as it stands in a pattern.
  private static func append(quoted text: Bytes, to output: inout Output) {
    output.put(0x27)
    for byte in text {
      if byte == 0x27 { output.put(byte) }
      output.put(byte)
    }
    output.put(0x27)
  }

  /// A found pattern with the lengths and letters that were asked for.
  private func adjusted(_ entry: Entry, _ wanted: DateSkeleton, hasFraction: Bool) -> Bytes {
    locale.arena.text { output in
      var reader = DatePatternReader(bytes: entry.pattern)
      while let token = reader.next() {
        if token.letter == 0 {
          output.append(bytes: token.text)
        } else {
          append(token, entry, wanted, hasFraction, to: &output)
        }
      }
    }
  }

  private func append(
    _ token: DatePatternReader.Token, _ entry: Entry, _ wanted: DateSkeleton, _ hasFraction: Bool,
    to output: inout Output
  ) {
    var (letter, count) = (token.letter, token.count)
    var addsFraction = false
    if let (field, form, _) = DateField.form(letter, count) {
      let asked = wanted[field]
      if hasFraction, field == .second {
        addsFraction = true
      } else if asked.form != 0 {
        var length = Int(asked.count)
        if asked.letter == 0x45, length < 3 { length = 3 }
        if field == .minute || field == .second {
          length = count
        } else if entry.isStated, asked.letter != 0x63, asked.letter != 0x65 {
          let own = entry.skeleton[field]
          if Int(own.count) == length || (form > 0) != (own.form > 0) { length = count }
        }
        let keeps = field == .hour || field == .month || field == .weekday || field == .year
        if !keeps { letter = asked.letter }
        if letter == 0x45, length < 3 { letter = 0x65 }
        count = length
      }
    }
    for _ in 0..<count { output.put(letter) }
    guard addsFraction else { return }
    Self.append(quoted: decimal, to: &output)
    for _ in 0..<wanted[.fraction].count { output.put(0x53) }
  }
}
