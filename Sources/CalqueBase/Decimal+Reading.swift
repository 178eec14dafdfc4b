import CPlatform

extension Decimal {
  /// Reads a numeral without allocating; nil for one of more than 31 bytes.
  ///
  /// - Parameter numeral: digits, with an optional sign, fraction and exponent.
  package static func number(_ numeral: Bytes) -> Double? {
    numeral.count < 32 ? parsed(numeral) : nil
  }

  private static func parsed(_ numeral: Bytes) -> Double {
    // C needs a NUL behind it.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: numeral.count + 1) { text in
      for (position, byte) in numeral.enumerated() { text[position] = CChar(bitPattern: byte) }
      text[numeral.count] = 0
      var used = 0
      return text.baseAddress.map { calque_platform_parse_double($0, &used) } ?? 0
    }
  }

  /// The number at the start of a text, as ECMAScript's `parseFloat` finds it: the longest decimal
  /// numeral or `Infinity`, with a sign. Nil when there is none; `used` counts its bytes.
  ///
  /// - Complexity: O(count of the numeral).
  package static func prefix(of text: Text) -> (number: Double, used: Int)? {
    text.bytes.withUnsafeBufferPointer { bytes in
      let unsigned = isSign(bytes, at: 0) ? 1 : 0
      if bytes.part(unsigned, unsigned + 8).equals("Infinity") {
        return (bytes[0] == 0x2D ? -Double.infinity : Double.infinity, unsigned + 8)
      }
      let end = numeralEnd(bytes, from: unsigned)
      return end > unsigned ? (parsed(bytes.part(0, end)), end) : nil
    }
  }

  /// Digits with at least one digit and at most one point, then an optional complete exponent.
  private static func numeralEnd(_ bytes: Bytes, from start: Int) -> Int {
    var end = bytes.digitsEnd(from: start)
    var digits = end - start
    if end < bytes.count, bytes[end] == 0x2E {
      let fraction = bytes.digitsEnd(from: end + 1)
      digits += fraction - end - 1
      if digits > 0 { end = fraction }
    }
    guard digits > 0 else { return start }
    if end < bytes.count, bytes[end] | 0x20 == 0x65 {
      let first = isSign(bytes, at: end + 1) ? end + 2 : end + 1
      let last = bytes.digitsEnd(from: first)
      if last > first { end = last }
    }
    return end
  }

  private static func isSign(_ bytes: Bytes, at offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == 0x2B || bytes[offset] == 0x2D)
  }
}

extension Bytes {
  /// The offset after the decimal digits that begin at an offset.
  @inline(__always)
  package func digitsEnd(from start: Int) -> Int {
    var end = start
    while end < count, self[end].isASCIIDigit { end &+= 1 }
    return end
  }

  /// The number whose decimal digits begin at an offset, and the offset after them, which is the same
  /// when there are none. The number is nil beyond 64 bits.
  @inline(never)
  package func digits(from start: Int = 0) -> (value: UInt64?, end: Int) {
    var (value, isTooLarge, end) = (UInt64(0), false, start)
    while end < count, self[end].isASCIIDigit {
      let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isCarried) = tens.addingReportingOverflow(UInt64(self[end] &- 0x30))
      (value, isTooLarge) = (sum, isTooLarge || isOver || isCarried)
      end &+= 1
    }
    return (isTooLarge ? nil : value, end)
  }

  /// The number that all of it is, in decimal digits; nil for anything else, and beyond 64 bits.
  package var wholeNumber: UInt64? {
    let (value, end) = digits()
    return isEmpty || end < count ? nil : value
  }

  /// The number that is the rest from an offset on, in decimal digits with or without a sign; nil for
  /// anything else.
  ///
  /// - Parameter most: larger numbers are cut to it.
  package func signedRest(from start: Int, atMost most: UInt64) -> Int? {
    guard start < count else { return nil }
    let isNegative = self[start] == 0x2D
    let first = isNegative || self[start] == 0x2B ? start &+ 1 : start
    let (value, end) = digits(from: first)
    guard end > first, end == count else { return nil }
    let size = Int(truncatingIfNeeded: Swift.min(value ?? .max, most))
    return isNegative ? -size : size
  }

  /// A position in an array as ECMAScript spells it: "0", "17", not "01".
  package func arrayPosition(below end: Int = .max) -> Int? {
    guard count == 1 || first != 0x30, count < 10, let number = wholeNumber else { return nil }
    let position = Int(truncatingIfNeeded: number)
    return position < end ? position : nil
  }
}

extension Text {
  /// As `digits` of its bytes.
  package func digits(from start: Int = 0) -> (value: UInt64?, end: Int) {
    bytes.withUnsafeBufferPointer { $0.digits(from: start) }
  }

  package var wholeNumber: UInt64? { bytes.withUnsafeBufferPointer { $0.wholeNumber } }

  package func arrayPosition(below end: Int = .max) -> Int? {
    bytes.withUnsafeBufferPointer { $0.arrayPosition(below: end) }
  }

  /// The thousandths of a fraction whose digits begin at an offset, and the offset after them; digits
  /// after the third are passed over.
  package func thousandths(from start: Int) -> (value: Int, end: Int) {
    var (value, unit, end) = (0, 100, start)
    while end < count, bytes[end].isASCIIDigit {
      value += Int(bytes[end] - 0x30) * unit
      unit /= 10
      end += 1
    }
    return (value, end)
  }

  /// Whether all of it is decimal digits.
  package var isDigits: Bool { !isEmpty && digits().end == count }
}
