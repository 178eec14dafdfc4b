import CalqueBase

/// The verbs of sprintf-js 1.0.
enum SprintfScript {
  /// Nil when the placeholder has no argument or its argument does not suit the verb.
  static func render(
    _ placeholder: SprintfPlaceholder, _ arguments: inout SprintfArguments, _ json: (Value) -> Text
  ) -> Text? {
    guard let value = arguments.take(placeholder.source) else { return nil }
    switch placeholder.verb {
    case UInt8(ascii: "j"):
      return IndentedJSON.text(json(value), spaces: placeholder.width ?? 0)
    case UInt8(ascii: "s"):
      return placeholder.text(ScriptText.of(value), with: placeholder.padding)
    default:
      return number(placeholder, value)
    }
  }

  private static func number(_ placeholder: SprintfPlaceholder, _ value: Value) -> Text? {
    let number = ScriptNumber.of(value)
    guard value.number != nil || !number.isNaN else { return nil }
    guard var body = body(placeholder, value, number) else { return nil }
    var sign: Text = ""
    // Only these verbs handle the sign; others keep the minus of their text.
    if Text("defgi").bytes.contains(placeholder.verb), placeholder.showsPlus || !(number >= 0) {
      sign = number >= 0 ? "+" : "-"
      if body.bytes.first == 0x2B || body.bytes.first == 0x2D { body = body.part(1) }
    }
    return placeholder.pad(body, prefix: sign, with: placeholder.padding)
  }

  private static func body(
    _ placeholder: SprintfPlaceholder, _ value: Value, _ number: Double
  ) -> Text? {
    switch placeholder.verb {
    case UInt8(ascii: "b"): return radix(value, bits: 1)
    case UInt8(ascii: "o"): return radix(value, bits: 3)
    case UInt8(ascii: "x"): return radix(value, bits: 4)
    case UInt8(ascii: "X"): return radix(value, bits: 4)?.uppercasedASCII()
    case UInt8(ascii: "c"): return ScriptText.character(codePoint(number))
    case UInt8(ascii: "u"): return Decimal.text(of: Int64(ScriptNumber.unsigned32(number)))
    case UInt8(ascii: "d"), UInt8(ascii: "i"):
      if case .int(let int) = value { return Decimal.text(of: int) }
      return Decimal.text(of: ScriptNumber.integer(of: ScriptText.of(value)))
    case UInt8(ascii: "e"):
      return value.number.map { Notation.script.exponential($0, placeholder.precision) }
    case UInt8(ascii: "f"):
      guard let fraction = placeholder.precision else { return float(value) }
      let number = ScriptNumber.prefix(of: ScriptText.of(value))
      return Notation.script.fixed(number, fraction)
    default:
      guard let digits = placeholder.precision else { return float(value) }
      let number = ScriptNumber.prefix(of: ScriptText.of(value))
      // toPrecision(0) is a RangeError, except for NaN and infinity.
      guard digits > 0 || !number.isFinite else { return nil }
      return Notation.script.general(number, digits)
    }
  }

  private static func float(_ value: Value) -> Text {
    if case .int(let int) = value { return Decimal.text(of: int) }
    return Decimal.text(of: ScriptNumber.prefix(of: ScriptText.of(value)))
  }

  /// `toString(radix)`: only numbers heed the radix, and null has no such method.
  private static func radix(_ value: Value, bits: Int) -> Text? {
    switch value {
    case .null: nil
    case .int(let int): RadixText.of(int, bits: bits)
    case .double(let double): RadixText.of(double, bits: bits)
    default: ScriptText.of(value)
    }
  }

  /// Takes UTF-16 units, as JavaScript does, and also whole code points beyond 16 bits.
  private static func codePoint(_ number: Double) -> UInt32 {
    let code = ScriptNumber.unsigned32(number)
    return code <= 0x10FFFF ? code : code & 0xFFFF
  }
}

/// Compact JSON laid out over several lines, as `JSON.stringify` does with an indentation.
enum IndentedJSON {
  /// - Parameters:
  ///   - compact: JSON without white space between its parts.
  ///   - spaces: The spaces per level, at most 10; 0 leaves the text unchanged.
  static func text(_ compact: Text, spaces: Int) -> Text {
    guard spaces > 0 else { return compact }
    var result = Text()
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var wasOpened = false
    for byte in compact.bytes {
      if isQuoted {
        result.append(byte)
        isQuoted = byte != 0x22 || isEscaped
        isEscaped = byte == 0x5C && !isEscaped
        continue
      }
      // `[` and `{` differ in the bit 0x20, and so do `]` and `}`.
      let (opens, closes) = (byte | 0x20 == 0x7B, byte | 0x20 == 0x7D)
      if closes { depth -= 1 }
      if closes != wasOpened { breakLine(&result, depth * min(spaces, 10)) }
      result.append(byte)
      (isQuoted, wasOpened) = (byte == 0x22, opens)
      if opens { depth += 1 }
      if byte == 0x3A { result.append(0x20) }
      if byte == 0x2C { breakLine(&result, depth * min(spaces, 10)) }
    }
    return result
  }

  private static func breakLine(_ text: inout Text, _ spaces: Int) {
    text.append(0x0A)
    for _ in 0..<max(spaces, 0) { text.append(0x20) }
  }
}
