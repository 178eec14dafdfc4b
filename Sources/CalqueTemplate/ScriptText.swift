package import CalqueBase

/// Text as in ECMAScript: `String(value)`, and lengths in UTF-16 units.
package enum ScriptText {
  /// Like `ValueText`, but null is `null`.
  @inline(never)
  package static func of(_ value: Value) -> Text {
    value.isNull ? "null" : ValueText.of(value)
  }

  /// The length in UTF-16 units, which both sprintf dialects count.
  package static func length(_ text: Text) -> Int {
    var units = 0
    for byte in text.bytes { units += unitsStarting(byte) }
    return units
  }

  /// The first `limit` UTF-16 units; a code point that would be split is left out.
  package static func prefix(_ text: Text, units limit: Int) -> Text {
    var units = 0
    for (offset, byte) in text.bytes.enumerated() {
      units += unitsStarting(byte)
      if units > limit { return text.part(0, offset) }
    }
    return text
  }

  /// The text of one code point; U+FFFD for an invalid number.
  package static func character(_ code: UInt32) -> Text {
    var text = Text()
    text.append(scalar: Unicode.Scalar(code)?.value ?? 0xFFFD)
    return text
  }

  private static func unitsStarting(_ byte: UInt8) -> Int {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }
}

/// Values as text, converted as in ECMAScript.
package enum ValueText {
  /// Null is "", an array is its elements joined by commas, and an object is "[object Object]".
  package static func of(_ value: Value) -> Text {
    switch value {
    case .null: ""
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): Decimal.text(of: int)
    case .double(let double): Decimal.text(of: double)
    case .text(let text), .decimal(let text): text
    case .array(let elements): joined(elements, by: ",")
    case .object: "[object Object]"
    }
  }

  package static func joined(_ elements: [Value], by separator: Text) -> Text {
    Text.joined(elements.map { of($0) }, by: separator)
  }
}

/// ECMAScript's conversions to numbers, which sprintf and format options rely on.
package enum ScriptNumber {
  /// The result of `Number(value)`; NaN for a value that is not a number.
  @inline(never)
  package static func of(_ value: Value) -> Double {
    switch value {
    case .null: 0
    case .bool(let bool): bool ? 1 : 0
    case .int(let int): Double(int)
    case .double(let double): double
    case .text(let text), .decimal(let text): whole(text)
    case .array: whole(ScriptText.of(value))
    case .object: .nan
    }
  }

  /// The result of `Number(text)`: the whole text, except white space around it, is one numeral.
  package static func whole(_ text: Text) -> Double {
    let numeral = text.trimmed()
    if numeral.isEmpty { return 0 }
    if let radixed = prefixed(numeral) { return radixed }
    guard let (number, used) = Decimal.prefix(of: numeral), used == numeral.count else {
      return .nan
    }
    return number
  }

  /// The result of `parseFloat(text)`: the numeral at the start of the text.
  package static func prefix(of text: Text) -> Double {
    Decimal.prefix(of: text.trimmed())?.number ?? .nan
  }

  /// The result of `parseInt(text, 10)`: the decimal digits at the start of the text.
  package static func integer(of text: Text) -> Double {
    text.bytes.withUnsafeBufferPointer { integer(of: $0) }
  }

  static func integer(of text: Bytes) -> Double {
    let range = text.trimmed
    guard !range.isEmpty else { return .nan }
    var start = range.lowerBound
    let isNegative = text[start] == 0x2D
    if isNegative || text[start] == 0x2B { start += 1 }
    let (number, end) = text.digits(from: start)
    guard end > start else { return .nan }
    // Beyond this, digits are rounded.
    guard end - start <= 15, let number else {
      return Decimal.prefix(of: Text(text.part(range.lowerBound, end)))?.number ?? .nan
    }
    return isNegative ? -Double(number) : Double(number)
  }

  /// The result of `number >>> 0`.
  package static func unsigned32(_ number: Double) -> UInt32 {
    guard number.isFinite else { return 0 }
    let modulus: UInt64 = 1 << 32
    let rest = number.truncated.remainder(ofWhole: modulus)
    let positive = rest < 0 ? rest + Double(modulus) : rest
    return UInt32(truncatingIfNeeded: positive.unsigned ?? 0)
  }

  /// Hexadecimal, octal and binary numerals (`0x1F`, `0o17`, `0b11`), which cannot have a sign.
  private static func prefixed(_ numeral: Text) -> Double? {
    let bytes = numeral.bytes
    guard bytes.count > 2, bytes[0] == 0x30 else { return nil }
    let radix: Double
    switch bytes[1] | 0x20 {
    case 0x78: radix = 16
    case 0x6F: radix = 8
    case 0x62: radix = 2
    default: return nil
    }
    var number = 0.0
    for byte in bytes[2...] {
      guard let digit = Hexadecimal.value(of: byte), Double(digit) < radix else { return .nan }
      number = number * radix + Double(digit)
    }
    return number
  }
}
