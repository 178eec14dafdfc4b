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
      let text = ScriptText.of(value)
      let body = placeholder.precision.map { ScriptText.prefix(text, units: $0) } ?? text
      return pad(body, sign: "", placeholder)
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
    return pad(body, sign: sign, placeholder)
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
      return value.number.map { ScriptNotation.exponential($0, fraction: placeholder.precision) }
    case UInt8(ascii: "f"):
      guard let fraction = placeholder.precision else { return float(value) }
      return ScriptNotation.fixed(ScriptNumber.prefix(of: ScriptText.of(value)), fraction: fraction)
    default:
      guard let digits = placeholder.precision else { return float(value) }
      let number = ScriptNumber.prefix(of: ScriptText.of(value))
      // toPrecision(0) is a RangeError, except for NaN and infinity.
      guard digits > 0 || !number.isFinite else { return nil }
      return ScriptNotation.precise(number, digits: digits)
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

  private static func pad(_ body: Text, sign: Text, _ placeholder: SprintfPlaceholder) -> Text {
    let length = ScriptText.length(body) + sign.count
    let missing = max((placeholder.width ?? 0) - length, 0)
    let one = placeholder.padding.isEmpty ? [0x20] : placeholder.padding.bytes
    let padding = Text(Array([[UInt8]](repeating: one, count: missing).joined()))
    if placeholder.isLeftAligned { return sign + body + padding }
    return placeholder.padsWithZeros ? sign + padding + body : padding + sign + body
  }
}

/// Compact JSON laid out over several lines, as `JSON.stringify` does with an indentation.
enum IndentedJSON {
  /// - Parameters:
  ///   - compact: JSON without white space between its parts.
  ///   - spaces: The spaces per level, at most 10; 0 leaves the text unchanged.
  static func text(_ compact: Text, spaces: Int) -> Text {
    guard spaces > 0 else { return compact }
    let bytes = compact.bytes
    var result = Text()
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if isQuoted {
        result.append(byte)
        isQuoted = byte != 0x22 || isEscaped
        isEscaped = byte == 0x5C && !isEscaped
        continue
      }
      let isEmpty = offset + 1 < bytes.count && byte | 0x20 == 0x7B && closes(bytes[offset + 1])
      let endsEmpty = offset > 0 && closes(byte) && bytes[offset - 1] | 0x20 == 0x7B
      if closes(byte), !endsEmpty {
        depth -= 1
        breakLine(&result, depth * min(spaces, 10))
      }
      result.append(byte)
      isQuoted = byte == 0x22
      if byte == 0x3A { result.append(0x20) }
      if byte | 0x20 == 0x7B, !isEmpty { depth += 1 }
      if byte == 0x2C || (byte | 0x20 == 0x7B && !isEmpty) {
        breakLine(&result, depth * min(spaces, 10))
      }
    }
    return result
  }

  /// Whether a byte is `]` or `}`, which differ in the bit 0x20, as `[` and `{` do.
  private static func closes(_ byte: UInt8) -> Bool { byte | 0x20 == 0x7D }

  private static func breakLine(_ text: inout Text, _ spaces: Int) {
    text.append(0x0A)
    for _ in 0..<max(spaces, 0) { text.append(0x20) }
  }
}
