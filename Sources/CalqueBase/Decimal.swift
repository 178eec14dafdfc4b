/// Numbers as text, in the spelling of ECMAScript's `String(number)`.
package enum Decimal {
  package static func text(of number: Int64) -> Text {
    var digits: [UInt8] = []
    digits.reserveCapacity(20)
    var rest = number.magnitude
    repeat {
      digits.append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { digits.append(0x2D) }
    digits.reverse()
    return Text(digits)
  }

  /// The shortest digits that read back as the same number; plain notation from 1e-6 to 1e21.
  package static func text(of number: Double) -> Text {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    let (digits, point) = shortest(number.magnitude)
    var text = Text()
    text.bytes.reserveCapacity(32)
    if number < 0 { text.append(0x2D) }
    if point > 21 || point < -5 {
      appendScientific(digits, point, to: &text)
    } else {
      appendPlain(digits, point, to: &text)
    }
    return text
  }

  /// The shortest digits of a number that has at most six fraction digits: the digits as an
  /// integer, and the number of fraction digits; nil for other numbers. Does not allocate.
  package static func short(_ magnitude: Double) -> (digits: UInt64, places: Int)? {
    // A decimal with so few digits that reads back as the number is the shortest one.
    guard magnitude >= 0, magnitude < 1e9 else { return nil }
    var scale = 1.0
    for places in 0...6 {
      // Below 2 to the power of 50.
      let digits = UInt64(magnitude * scale + 0.5)
      if Double(digits) / scale == magnitude { return (digits, places) }
      scale *= 10
    }
    return nil
  }

  /// Splits `digits` at the decimal point: the last `places` digits are the fraction.
  package static func parts(
    _ digits: UInt64, _ places: Int
  ) -> (whole: UInt64, fraction: UInt64) {
    var (whole, scale) = (digits, 1 as UInt64)
    for _ in 0..<places { (whole, scale) = (Tens.tenth(whole), scale &* 10) }
    return (whole, digits &- whole &* scale)
  }

  /// Significant digits and the position of the decimal point: 12.5 is (125, 2), 0.05 is (5, -1).
  package static func shortest(_ magnitude: Double) -> (digits: [UInt8], point: Int) {
    let bytes = Array(magnitude.description.utf8)
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count)
    var point = 0
    var exponent = 0
    var seenPoint = false
    for (position, byte) in bytes.enumerated() {
      if byte == 0x2E {
        seenPoint = true
      } else if byte == 0x65 {
        exponent = integer(bytes[(position + 1)...])
        break
      } else {
        digits.append(byte)
        if !seenPoint { point += 1 }
      }
    }
    while digits.count > 1, digits.last == 0x30 { digits.removeLast() }
    while digits.count > 1, digits.first == 0x30 {
      digits.removeFirst()
      point -= 1
    }
    return (digits, point + exponent)
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in bytes where byte >= 0x30 && byte <= 0x39 { value = value * 10 + Int(byte) - 0x30 }
    return bytes.first == 0x2D ? -value : value
  }

  private static func appendPlain(_ digits: [UInt8], _ point: Int, to text: inout Text) {
    if point <= 0 {
      text.append("0.")
      for _ in 0..<(-point) { text.append(0x30) }
      text.append(digits[...])
      return
    }
    let whole = min(point, digits.count)
    text.append(digits[..<whole])
    for _ in whole..<point { text.append(0x30) }
    guard whole < digits.count else { return }
    text.append(0x2E)
    text.append(digits[whole...])
  }

  private static func appendScientific(_ digits: [UInt8], _ point: Int, to text: inout Text) {
    text.append(digits[0])
    if digits.count > 1 {
      text.append(0x2E)
      text.append(digits[1...])
    }
    text.append(0x65)
    text.append(point > 0 ? 0x2B : 0x2D)
    text.append(decimal: abs(point - 1))
  }
}
