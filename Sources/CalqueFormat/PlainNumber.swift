import CalqueBase

/// Digits of the last group and of those before, and from how many digits on a number is grouped.
struct Grouping: Sendable {
  let primary: Int
  let secondary: Int
  /// 0 for never.
  let from: Int

  init(_ pattern: NumberPattern, _ locale: FormatLocale, _ wanted: NumberOptions.Grouping) {
    (primary, secondary) = (pattern.primary, pattern.secondary)
    let stated = locale.text(LocaleFields.Core.leastGrouped)
    let usual = stated.isEmpty ? 1 : Int(stated[0] & 0x0F)
    switch wanted {
    case .always: from = primary == 0 ? 0 : primary &+ 1
    case .min2: from = primary == 0 ? 0 : primary &+ max(usual, 2)
    case .automatic: from = primary == 0 ? 0 : primary &+ usual
    case .off: from = 0
    }
  }

  /// Whether a separator stands before the last so many digits of a number.
  func separates(_ left: Int, of digits: Int) -> Bool {
    from > 0 && digits >= from && left >= primary && (left &- primary) % secondary == 0
  }
}

/// The usual way for usual numbers: digits of a word, none of them to be moved or counted, written
/// from the last one on. An object, because a structure of this size would be copied at each call.
final class PlainNumber: Sendable {
  private static let most = 20
  private static let room = 256
  /// Whole numbers below are exact in a double, with a bit to spare for what rounds them.
  private static let exact = 0x1p52

  private let digits: Digits
  private let decimal: UInt64
  private let decimalWidth: Int
  private let group: UInt64
  private let groupWidth: Int
  private let grouping: Grouping
  /// The least number that is grouped.
  private let leastGrouped: UInt64
  private let leastInteger: Int
  private let leastFraction: Int
  private let mostFraction: Int
  private let stripsZeros: Bool
  private let roundsHalfUp: Bool
  private let isPercent: Bool

  /// Nil when the options are of another kind.
  ///
  /// - Parameter phrases: begin with the decimal and the group separator.
  static func made(
    _ phrases: Phrases, _ digits: Digits, _ wanted: NumberOptions, _ grouping: Grouping
  ) -> PlainNumber? {
    let options = wanted.digits
    guard wanted.notation == .standard, options.kind == .fraction, options.leastInteger <= Self.most,
      options.leastFraction <= Self.most, phrases.count(0) <= 4, phrases.count(1) <= 4,
      grouping.from < Self.most
    else { return nil }
    return PlainNumber(phrases, digits, options, grouping, wanted.style == .percent)
  }

  // An initializer that may fail leaks the object in Embedded Swift.
  private init(
    _ phrases: Phrases, _ digits: Digits, _ options: DigitOptions, _ grouping: Grouping,
    _ isPercent: Bool
  ) {
    self.digits = digits
    decimalWidth = phrases.count(0)
    groupWidth = phrases.count(1)
    decimal = Self.word(phrases.text(0))
    group = Self.word(phrases.text(1))
    self.grouping = grouping
    leastGrouped = grouping.from > 0 ? Self.power(grouping.from &- 1) : .max
    leastInteger = options.leastInteger
    leastFraction = options.leastFraction
    mostFraction = options.mostFraction
    stripsZeros = options.stripsZeros
    roundsHalfUp = options.mode == .halfExpand
    self.isPercent = isPercent
  }

  @inline(never)
  private static func word(_ bytes: Bytes) -> UInt64 {
    var word: UInt64 = 0
    for byte in bytes.reversed() { word = word << 8 | UInt64(byte) }
    return word
  }

  private static func power(_ exponent: Int) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<exponent { power = power &* 10 }
    return power
  }

  // MARK: Reading

  /// A number as a whole one and how many of its digits are behind the point; nil when the usual way
  /// is not for it.
  @inline(__always)
  func read(_ number: Int64) -> (whole: UInt64, places: Int)? {
    let size = number.magnitude
    if !isPercent { return (size, 0) }
    return size < 1 << 56 ? (size &* 100, 0) : nil
  }

  @inline(never)
  func read(_ number: Double) -> (whole: UInt64, places: Int)? {
    let size = number.magnitude
    // m / 10^k is rounded correctly while both are exact, so m is what was written.
    var power = 1.0
    var places = 0
    while true {
      let scaled = size * power
      guard scaled < Self.exact else { return nil }
      let moved = scaled + Self.exact
      if (moved - Self.exact) / power == size {
        return rounded(moved.bitPattern & ((1 << 52) &- 1), places)
      }
      places &+= 1
      power *= 10
    }
  }

  private func rounded(_ whole: UInt64, _ stated: Int) -> (whole: UInt64, places: Int)? {
    var (whole, places) = (whole, stated)
    if isPercent {
      for _ in 0..<2 {
        if places > 0 { places &-= 1 } else { whole = whole &* 10 }
      }
    }
    guard places > mostFraction else { return (whole, places) }
    guard roundsHalfUp else { return nil }
    for _ in mostFraction &+ 1..<places { whole = Tens.tenth(whole) }
    whole = Tens.tenth(whole &+ 5)
    places = mostFraction
    while places > leastFraction, Tens.last(whole) == 0 {
      whole = Tens.tenth(whole)
      places &-= 1
    }
    return (whole, places)
  }

  // MARK: Writing

  func append(_ whole: UInt64, _ places: Int, to output: inout Output) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.room) { storage in
      guard let base = storage.baseAddress else { return }
      var start = base + Self.room
      var rest = whole
      let least = stripsZeros && places == 0 ? 0 : leastFraction
      if places < least {
        for _ in places..<least { put(0, before: &start) }
      }
      for _ in 0..<places { putLast(of: &rest, before: &start) }
      if places > 0 || least > 0 { Self.put(decimal, decimalWidth, before: &start) }
      let isGrouped = grouping.from > 0 && (rest >= leastGrouped || leastInteger >= grouping.from)
      var until = isGrouped ? grouping.primary : Self.room
      var written = 0
      while true {
        putLast(of: &rest, before: &start)
        written &+= 1
        if rest == 0, written >= leastInteger { break }
        until &-= 1
        if until == 0 {
          Self.put(group, groupWidth, before: &start)
          until = grouping.secondary
        }
      }
      output.append(start, base + Self.room - start)
    }
  }

  @inline(__always)
  private func putLast(of rest: inout UInt64, before start: inout UnsafeMutablePointer<UInt8>) {
    let tenth = Tens.tenth(rest)
    put(rest &- tenth &* 10, before: &start)
    rest = tenth
  }

  @inline(__always)
  private func put(_ digit: UInt64, before start: inout UnsafeMutablePointer<UInt8>) {
    if digits.width == 1 {
      start -= 1
      start.pointee = UInt8(truncatingIfNeeded: 0x30 &+ digit)
    } else {
      Self.put(digits.word(digit), digits.width, before: &start)
    }
  }

  @inline(never)
  private static func put(
    _ word: UInt64, _ width: Int, before start: inout UnsafeMutablePointer<UInt8>
  ) {
    var rest = word
    start -= width
    for place in 0..<width {
      start[place] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
  }
}
