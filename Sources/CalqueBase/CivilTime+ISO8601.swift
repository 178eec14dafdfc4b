extension CivilTime {
  /// Reads `YYYY[-MM[-DD]][Thh:mm[:ss[.fff]]][Z|±hh:mm]`. A six-digit year has a sign, a space may
  /// replace the `T`, and a time without an offset is UTC.
  ///
  /// - Returns: Nil when the text has another form or the moment does not exist.
  // Formatters call it, and their size is counted apart: docs/formatting.md.
  @inline(never)
  package init?(iso8601 text: Text) {
    var reader = ISO8601Reader(text)
    guard let milliseconds = reader.milliseconds() else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// `YYYY-MM-DDThh:mm:ssZ`; for years from 0 to 9999.
  package var iso8601: Text {
    let parts: [(number: Int64, digits: Int, end: Text)] = [
      (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (hour, 2, ":"), (minute, 2, ":"),
      (second, 2, "Z"),
    ]
    return parts.reduce(Text()) { text, part in
      text + ExactDecimal(part.number.magnitude).integerPart(atLeast: part.digits) + part.end
    }
  }
}

/// Reads the fields of an ISO 8601 moment from left to right.
private struct ISO8601Reader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: Text) { bytes = text.trimmed().bytes }

  mutating func milliseconds() -> Double? {
    guard let days = date() else { return nil }
    var time: Int64 = 0
    if skip(0x54) || skip(0x20) {
      guard let read = timeOfDay(), let shift = zone() else { return nil }
      time = read - shift
    }
    guard offset == bytes.count else { return nil }
    return Double(days * 86_400_000 + time)
  }

  private mutating func date() -> Int64? {
    guard let year = year() else { return nil }
    guard skip(0x2D) else { return CivilTime.days(year, 1, 1) }
    guard let month = number(2, in: 1...12) else { return nil }
    guard skip(0x2D) else { return CivilTime.days(year, month, 1) }
    guard let day = number(2, in: 1...CivilTime.daysInMonth(year, month)) else { return nil }
    return CivilTime.days(year, month, day)
  }

  private mutating func year() -> Int64? {
    if skip(0x2B) { return number(6, in: 0...999_999) }
    if skip(0x2D) { return number(6, in: 1...999_999).map { -$0 } }
    return number(4, in: 0...9999)
  }

  private mutating func timeOfDay() -> Int64? {
    guard let hour = number(2, in: 0...24), skip(0x3A), let minute = number(2, in: 0...59) else {
      return nil
    }
    var rest: Int64 = 0
    if skip(0x3A) {
      guard let second = number(2, in: 0...59) else { return nil }
      rest = second * 1000
      if skip(0x2E) || skip(0x2C) {
        let (fraction, end) = Text(bytes).thousandths(from: offset)
        guard end > offset else { return nil }
        rest += Int64(fraction)
        offset = end
      }
    }
    guard hour < 24 || (minute == 0 && rest == 0) else { return nil }
    return hour * 3_600_000 + minute * 60_000 + rest
  }

  /// The offset from UTC in milliseconds; 0 when there is none.
  private mutating func zone() -> Int64? {
    if skip(0x5A) || offset == bytes.count { return 0 }
    let isBehind = skip(0x2D)
    guard isBehind || skip(0x2B), let hour = number(2, in: 0...23) else { return nil }
    _ = skip(0x3A)
    guard let minute = number(2, in: 0...59) else { return nil }
    let shift = hour * 3_600_000 + minute * 60_000
    return isBehind ? -shift : shift
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func number(_ digits: Int, in range: ClosedRange<Int64>) -> Int64? {
    guard offset + digits <= bytes.count,
      let number = Text(bytes[offset..<offset + digits]).wholeNumber.map({ Int64($0) }),
      range.contains(number)
    else { return nil }
    offset += digits
    return number
  }
}
