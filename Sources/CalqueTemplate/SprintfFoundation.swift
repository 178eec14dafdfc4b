import CalqueBase

/// The verbs of NSString formatting: those of C, and `%@`.
enum SprintfFoundation {
  /// Nil when the placeholder has no argument or its argument does not suit the verb.
  static func render(
    _ placeholder: SprintfPlaceholder, _ arguments: inout SprintfArguments, _ limit: Int,
    _ json: (Value) -> Text
  ) -> Text? {
    var placeholder = placeholder
    guard takeSizes(&placeholder, &arguments, limit) else { return nil }
    guard let value = arguments.take(placeholder.source) else { return nil }
    switch placeholder.verb {
    case UInt8(ascii: "@"), UInt8(ascii: "s"):
      return placeholder.text(description(value, json), with: " ")
    case UInt8(ascii: "c"), UInt8(ascii: "C"):
      guard let code = integer(value) else { return nil }
      return placeholder.pad(ScriptText.character(UInt32(exactly: code) ?? 0xFFFD), with: " ")
    case UInt8(ascii: "d"), UInt8(ascii: "i"):
      return integer(value).map { signed($0, placeholder) }
    case UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"):
      return integer(value).map { unsigned($0, placeholder) }
    default:
      return float(value, placeholder)
    }
  }

  /// Takes the arguments of `*`; a negative width aligns left, a negative precision counts as none.
  private static func takeSizes(
    _ placeholder: inout SprintfPlaceholder, _ arguments: inout SprintfArguments, _ limit: Int
  ) -> Bool {
    if placeholder.takesWidth {
      guard let width = arguments.take().flatMap(integer) else { return false }
      placeholder.width = Int(clamping: min(width.magnitude, UInt64(clamping: limit)))
      if width < 0 { placeholder.isLeftAligned = true }
    }
    if placeholder.takesPrecision {
      guard let precision = arguments.take().flatMap(integer) else { return false }
      let count = Int(clamping: min(precision.magnitude, UInt64(clamping: limit)))
      placeholder.precision = precision < 0 ? nil : count
    }
    return true
  }

  /// The output of `%@`: numbers and booleans as NSNumber prints them, containers as JSON.
  private static func description(_ value: Value, _ json: (Value) -> Text) -> Text {
    switch value {
    case .null: "(null)"
    case .bool(let bool): bool ? "1" : "0"
    case .array, .object: json(value)
    default: ScriptText.of(value)
    }
  }

  private static func integer(_ value: Value) -> Int64? {
    switch value {
    case .bool(let bool): bool ? 1 : 0
    case .int(let int): int
    case .double(let double): double.truncated.integer
    default: nil
    }
  }

  private static func signed(_ number: Int64, _ placeholder: SprintfPlaceholder) -> Text {
    // C would pass an `int`; here a plain `%d` keeps all bits of the value.
    let narrowed: Int64 =
      switch placeholder.integerBits {
      case 8: Int64(Int8(truncatingIfNeeded: number))
      case 16: Int64(Int16(truncatingIfNeeded: number))
      default: number
      }
    let digits = ExactDecimal(narrowed.magnitude).integerPart(atLeast: 1)
    return integral(digits, prefix: sign(isNegative: narrowed < 0, placeholder), placeholder)
  }

  private static func unsigned(_ number: Int64, _ placeholder: SprintfPlaceholder) -> Text {
    let bits = UInt64(bitPattern: number)
    let value: UInt64 =
      switch placeholder.integerBits {
      case 8: bits & 0xFF
      case 16: bits & 0xFFFF
      case 32 where number < 0 && number >= Int64(Int32.min): bits & 0xFFFF_FFFF
      default: bits
      }
    let showsBase = placeholder.isAlternate && value != 0
    let (base, digits): (Text, Text) =
      switch placeholder.verb {
      case UInt8(ascii: "x"): ("0x", RadixText.of(value, bits: 4))
      case UInt8(ascii: "X"): ("0X", RadixText.of(value, bits: 4).uppercasedASCII())
      case UInt8(ascii: "o"): ("", (showsBase ? "0" : "") + RadixText.of(value, bits: 3))
      default: ("", ExactDecimal(value).integerPart(atLeast: 1))
      }
    return integral(digits, prefix: showsBase ? base : "", placeholder)
  }

  /// Pads with zeros to the precision, the minimal number of digits, which disables the flag `0`.
  private static func integral(
    _ digits: Text, prefix: Text, _ placeholder: SprintfPlaceholder
  ) -> Text {
    guard let precision = placeholder.precision else {
      return placeholder.pad(digits, prefix: prefix, with: filler(placeholder))
    }
    var body = Text()
    for _ in 0..<max(precision - digits.count, 0) { body.append(0x30) }
    let isOctal = placeholder.verb == UInt8(ascii: "o") && placeholder.isAlternate
    if precision > 0 || !digits.equals("0") || isOctal { body.append(digits) }
    return placeholder.pad(body, prefix: prefix, with: " ")
  }

  private static func float(_ value: Value, _ placeholder: SprintfPlaceholder) -> Text? {
    guard let number = value.number else { return nil }
    let prefix = sign(isNegative: number.sign == .minus && !number.isNaN, placeholder)
    let body = Notation.c(keepsPoint: placeholder.isAlternate)
      .text(number, placeholder.verb | 0x20, placeholder.precision ?? 6)
    let isUpper = placeholder.verb & 0x20 == 0
    return placeholder.pad(
      isUpper ? body.uppercasedASCII() : body, prefix: prefix,
      with: number.isFinite ? filler(placeholder) : " ")
  }

  /// Zeros only where they stand before the digits.
  private static func filler(_ placeholder: SprintfPlaceholder) -> Text {
    placeholder.isLeftAligned ? " " : placeholder.padding
  }

  private static func sign(isNegative: Bool, _ placeholder: SprintfPlaceholder) -> Text {
    isNegative ? "-" : placeholder.showsPlus ? "+" : placeholder.showsSpace ? " " : ""
  }
}
