import CalqueBase

/// The forms that a pattern or a request has, field by field. Trivial: the fields are in an arena, and
/// copies share them.
struct DateSkeleton {
  struct Field: Equatable {
    /// 0 for a field that is not there.
    var form: Int32 = 0
    var letter: UInt8 = 0
    var count: UInt8 = 0
    /// The fewest letters that ask for the form.
    var least: UInt8 = 0
  }

  private static let size = DateField.allCases.count

  private let fields: UnsafeMutablePointer<Field>

  /// Without any field.
  init(_ arena: TextArena) {
    fields = arena.bytes(Self.size &* MemoryLayout<Field>.stride).bindMemory(
      to: Field.self, capacity: Self.size)
  }

  /// Reads the letters of a pattern, or of a skeleton, which is one without other text.
  @inline(never)
  init(_ pattern: Bytes, _ arena: TextArena) {
    self.init(arena)
    var reader = DatePatternReader(bytes: pattern)
    while let token = reader.next() { set(token.letter, token.count) }
    complete()
  }

  /// Adds or leaves out fields that go with others: seconds with their fraction, half days with hours
  /// from 1 to 12, and with no others.
  @inline(never)
  func complete() {
    if has(.minute), has(.fraction), !has(.second) { set(0x73, 1) }
    let hour = self[.hour].letter
    if hour == 0x68 || hour == 0x4B {
      if !has(.dayPeriod) { set(0x61, 1) }
    } else if hour != 0 {
      fields[DateField.dayPeriod.rawValue] = Field()
    }
  }

  @inline(never)
  func set(_ letter: UInt8, _ count: Int) {
    guard let (field, form, least) = DateField.form(letter, count) else { return }
    fields[field.rawValue] = Field(
      form: Int32(truncatingIfNeeded: form), letter: letter,
      count: UInt8(truncatingIfNeeded: count), least: UInt8(truncatingIfNeeded: least))
  }

  subscript(field: DateField) -> Field { fields[field.rawValue] }

  func has(_ field: DateField) -> Bool { self[field].form != 0 }

  /// The fields, a bit for each.
  var mask: Int {
    var mask = 0
    for place in 0..<Self.size where fields[place].form != 0 { mask |= 1 << place }
    return mask
  }

  /// Whether the fields in their shortest forms are the same; with all of their forms and lengths when
  /// `isExact`.
  @inline(never)
  func isSame(_ other: DateSkeleton, isExact: Bool) -> Bool {
    for place in 0..<Self.size {
      let (mine, its) = (fields[place], other.fields[place])
      let isSame =
        isExact
        ? mine.letter == its.letter && mine.count == its.count
        : mine.least == its.least && (mine.least == 0 || mine.letter == its.letter)
      if !isSame { return false }
    }
    return true
  }

  @inline(never)
  func hasForms(of other: DateSkeleton) -> Bool {
    for place in 0..<Self.size where fields[place].form != other.fields[place].form { return false }
    return true
  }

  /// The letter of the first field; 0 for none.
  var first: UInt8 {
    for place in 0..<Self.size where fields[place].least > 0 { return fields[place].letter }
    return 0
  }

  /// How far another skeleton is from the fields of a mask of this one, and which of them it lacks.
  func distance(to other: DateSkeleton, _ wanted: Int) -> (distance: Int, missing: Int, extra: Int)
  {
    var (distance, missing, extra) = (0, 0, 0)
    for place in 0..<Self.size {
      let mine = wanted >> place & 1 == 1 ? fields[place].form : 0
      let its = other.fields[place].form
      if mine == its { continue }
      if mine == 0 {
        distance &+= 0x10000
        extra |= 1 << place
      } else if its == 0 {
        distance &+= 0x1000
        missing |= 1 << place
      } else {
        distance &+= Int(abs(mine &- its))
      }
    }
    return (distance, missing, extra)
  }
}

/// Takes a pattern of dates apart.
struct DatePatternReader {
  /// A run of letters; or other text, whose letter is 0, as it is written.
  struct Token {
    let letter: UInt8
    let text: Bytes

    var count: Int { text.count }
  }

  let bytes: Bytes
  private var place = 0

  init(bytes: Bytes) { self.bytes = bytes }

  @inline(never)
  mutating func next() -> Token? {
    guard place < bytes.count else { return nil }
    let start = place
    let letter = bytes[start].isASCIILetter ? bytes[start] : 0
    var isQuoted = false
    while place < bytes.count {
      let byte = bytes[place]
      if letter != 0 ? byte != letter : !isQuoted && byte.isASCIILetter { break }
      if byte == 0x27 { isQuoted.toggle() }
      place &+= 1
    }
    return Token(letter: letter, text: bytes.part(start, place))
  }
}

/// The fields of date patterns, in CLDR's order, and how a run of letters of a pattern asks for one.
enum DateField: Int, CaseIterable {
  case era, year, quarter, month, weekOfYear, weekOfMonth, weekday, dayOfYear, weekdayInMonth, day
  case dayPeriod, hour, minute, second, fraction, zone

  var bit: Int { 1 << rawValue }

  static let dateMask = DateField.dayPeriod.bit &- 1
  static let timeMask = (1 << DateField.allCases.count) &- 1 &- dateMask

  /// The distance between two forms of a field is the difference of these numbers: numeric forms
  /// are positive, names negative. ICU's generator has the same numbers, so ties are broken alike.
  private static let numeric = 0x100
  private static let narrow = -0x101
  private static let shorter = -0x102
  private static let short = -0x103
  private static let long = -0x104
  private static let step = 0x10

  /// For each letter of patterns its field, counted from `a`; whether it is shown as digits (`d`), as
  /// a name (`n`), or as either by the number of letters (`m`); and how many steps its form is from
  /// those of the first letter, counted from `0`.
  private static let letters: StaticString = """
    Gan0ybd0Mdm0Ldm1Egn0cgm2egm1djd0akn0bkn1Bkn3Hld:kld;hld0Kld1mmd0snd0Sod0vpn2zpn0Opn1
    """

  /// The field of a letter, the form that so many of it ask for, and the fewest that ask for it.
  static func form(_ letter: UInt8, _ count: Int) -> (field: DateField, form: Int, least: Int)? {
    let row = Bytes(Self.letters).record(letter, width: 4)
    guard !row.isEmpty, let field = DateField(rawValue: Int(row[1]) &- 0x61) else { return nil }
    let steps = (Int(row[3]) &- 0x30) &* step
    if row[2] == 0x64 || row[2] == 0x6D && count < 3 {
      return (field, numeric &+ steps &+ count, 1)
    }
    let count = field == .zone ? min(count, 4) : count
    return switch count {
    case ...3:
      (field, short &- steps, field == .month || steps > 0 && field == .weekday ? 3 : 1)
    case 4: (field, long &- steps, 4)
    case 5: (field, narrow &- steps, 5)
    default: (field, shorter &- steps, 6)
    }
  }
}
