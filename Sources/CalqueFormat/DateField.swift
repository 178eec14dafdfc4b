import CalqueBase

/// The fields of date patterns, in CLDR's order, and how a run of letters of a pattern asks for one.
enum DateField: Int, CaseIterable {
  case era, year, quarter, month, weekOfYear, weekOfMonth, weekday, dayOfYear, weekdayInMonth, day
  case dayPeriod, hour, minute, second, fraction, zone

  var bit: Int { 1 << rawValue }

  static let dateMask = DateField.dayPeriod.bit - 1
  static let timeMask = (1 << DateField.allCases.count) - 1 - dateMask

  /// The distance between two forms of a field is the difference of these numbers: numeric forms
  /// are positive, names negative. ICU's generator has the same numbers, so ties are broken alike.
  private static let numeric = 0x100
  private static let narrow = -0x101
  private static let shorter = -0x102
  private static let short = -0x103
  private static let long = -0x104
  private static let step = 0x10

  /// The field of a letter, the form that so many of it ask for, and the fewest that ask for it.
  static func form(_ letter: UInt8, _ count: Int) -> (field: DateField, form: Int, least: Int)? {
    switch letter {
    case 0x47: name(.era, count, 0)  // G
    case 0x79: (.year, numeric + count, 1)  // y
    case 0x4D: count < 3 ? (.month, numeric + count, 1) : name(.month, count, 0)  // M
    case 0x4C: count < 3 ? (.month, numeric + step + count, 1) : name(.month, count, 1)  // L
    case 0x45: name(.weekday, count, 0)  // E
    case 0x63:  // c
      count < 3 ? (.weekday, numeric + 2 * step + count, 1) : name(.weekday, count, 2)
    case 0x65: count < 3 ? (.weekday, numeric + step + count, 1) : name(.weekday, count, 1)  // e
    case 0x64: (.day, numeric + count, 1)  // d
    case 0x61: name(.dayPeriod, count, 0)  // a
    case 0x62: name(.dayPeriod, count, 1)  // b
    case 0x42: name(.dayPeriod, count, 3)  // B
    case 0x48: (.hour, numeric + 10 * step + count, 1)  // H
    case 0x6B: (.hour, numeric + 11 * step + count, 1)  // k
    case 0x68: (.hour, numeric + count, 1)  // h
    case 0x4B: (.hour, numeric + step + count, 1)  // K
    case 0x6D: (.minute, numeric + count, 1)  // m
    case 0x73: (.second, numeric + count, 1)  // s
    case 0x53: (.fraction, numeric + count, 1)  // S
    case 0x76: (.zone, count < 4 ? short - 2 * step : long - 2 * step, count < 4 ? 1 : 4)  // v
    case 0x7A: (.zone, count < 4 ? short : long, count < 4 ? 1 : 4)  // z
    case 0x4F: (.zone, count < 4 ? short - step : long - step, count < 4 ? 1 : 4)  // O
    default: nil
    }
  }

  private static func name(
    _ field: DateField, _ count: Int, _ steps: Int
  ) -> (field: DateField, form: Int, least: Int) {
    switch count {
    case ...3:
      (field, short - steps * step, field == .month || steps > 0 && field == .weekday ? 3 : 1)
    case 4: (field, long - steps * step, 4)
    case 5: (field, narrow - steps * step, 5)
    default: (field, shorter - steps * step, 6)
    }
  }
}

/// The forms that a pattern or a request has, field by field.
struct DateSkeleton: Equatable {
  /// 0 for a field that is not there.
  private(set) var forms = [Int](repeating: 0, count: DateField.allCases.count)
  private(set) var letters = [UInt8](repeating: 0, count: DateField.allCases.count)
  private(set) var counts = [Int](repeating: 0, count: DateField.allCases.count)
  private var leasts = [Int](repeating: 0, count: DateField.allCases.count)

  /// Reads the letters of a pattern, or of a skeleton, which is one without other text.
  init(_ pattern: Text) {
    for token in DatePattern.tokens(pattern) {
      if case .field(let letter, let count) = token { set(letter, count) }
    }
    if forms[DateField.minute.rawValue] != 0, forms[DateField.fraction.rawValue] != 0,
      forms[DateField.second.rawValue] == 0
    {
      set(0x73, 1)
    }
    let hour = letters[DateField.hour.rawValue]
    if hour == 0x68 || hour == 0x4B {
      if forms[DateField.dayPeriod.rawValue] == 0 { set(0x61, 1) }
    } else if hour != 0 {
      clear(.dayPeriod)
    }
  }

  private mutating func set(_ letter: UInt8, _ count: Int) {
    guard let (field, form, least) = DateField.form(letter, count) else { return }
    let place = field.rawValue
    forms[place] = form
    letters[place] = letter
    counts[place] = count
    leasts[place] = least
  }

  private mutating func clear(_ field: DateField) {
    let place = field.rawValue
    (forms[place], letters[place], counts[place], leasts[place]) = (0, 0, 0, 0)
  }

  var mask: Int {
    var mask = 0
    for place in forms.indices where forms[place] != 0 { mask |= 1 << place }
    return mask
  }

  func has(_ field: DateField) -> Bool { forms[field.rawValue] != 0 }

  /// The skeleton with every field in its shortest form.
  var base: Text {
    var text = Text()
    for place in forms.indices {
      for _ in 0..<leasts[place] { text.append(letters[place]) }
    }
    return text
  }

  /// Letters in the shortest form of a field that is as long as this one.
  func leastCount(_ field: DateField) -> Int { leasts[field.rawValue] }

  /// How far another skeleton is from the fields of a mask of this one, and which of them it lacks.
  func distance(to other: DateSkeleton, _ wanted: Int) -> (distance: Int, missing: Int, extra: Int)
  {
    var (distance, missing, extra) = (0, 0, 0)
    for place in forms.indices {
      let mine = wanted >> place & 1 == 1 ? forms[place] : 0
      let its = other.forms[place]
      if mine == its { continue }
      if mine == 0 {
        distance += 0x10000
        extra |= 1 << place
      } else if its == 0 {
        distance += 0x1000
        missing |= 1 << place
      } else {
        distance += abs(mine - its)
      }
    }
    return (distance, missing, extra)
  }
}

/// A pattern of dates taken apart.
enum DatePattern {
  enum Token {
    case literal(Text)
    case field(UInt8, Int)
  }

  static func tokens(_ pattern: Text) -> [Token] {
    var tokens: [Token] = []
    var literal = Text()
    var place = 0
    let bytes = pattern.bytes
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x27 {
        if place + 1 < bytes.count, bytes[place + 1] == 0x27 {
          literal.append(byte)
          place += 2
          continue
        }
        place += 1
        while place < bytes.count {
          if bytes[place] == 0x27 {
            guard place + 1 < bytes.count, bytes[place + 1] == 0x27 else { break }
            place += 1
          }
          literal.append(bytes[place])
          place += 1
        }
        place += 1
      } else if byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A {
        if !literal.isEmpty { tokens.append(.literal(literal)) }
        literal = Text()
        var end = place
        while end < bytes.count, bytes[end] == byte { end += 1 }
        tokens.append(.field(byte, end - place))
        place = end
      } else {
        literal.append(byte)
        place += 1
      }
    }
    if !literal.isEmpty { tokens.append(.literal(literal)) }
    return tokens
  }

  /// A text as it stands in a pattern: quoted where it has letters.
  static func quoted(_ text: Text) -> Text { "'" + text.replacing("'", with: "''") + "'" }
}
