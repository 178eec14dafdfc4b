import CalqueBase

/// A number pattern of CLDR, such as `#,##0.00 ¤;(#,##0.00 ¤)`, in its parts.
struct NumberPattern {
  /// What stands before and behind the digits, still with the pattern's own characters.
  let prefix: Text
  let suffix: Text
  /// Those of negative numbers where the pattern says; nil for a minus sign before the prefix.
  let negative: (prefix: Text, suffix: Text)?
  /// Digits of the last group and of those before; 0 for none.
  let primary: Int
  let secondary: Int
  /// Zeros before the point: how many integer digits a compact pattern shows.
  let zeros: Int

  init(_ pattern: Text) {
    let semicolon = Self.firstUnquoted(pattern, 0) { $0 == 0x3B }
    let positive = pattern.part(0, semicolon)
    let body = Self.body(positive)
    prefix = positive.part(0, body.lowerBound)
    suffix = positive.part(body.upperBound)
    if let semicolon {
      let other = pattern.part(semicolon + 1)
      let body = Self.body(other)
      negative = (other.part(0, body.lowerBound), other.part(body.upperBound))
    } else {
      negative = nil
    }
    var groups: [Int] = [0]
    var zeros = 0
    for byte in positive.part(body).bytes {
      if byte == 0x2E { break }
      if byte == 0x2C {
        groups.append(0)
      } else {
        groups[groups.count - 1] += 1
        if byte == 0x30 { zeros += 1 }
      }
    }
    primary = groups.count > 1 ? groups[groups.count - 1] : 0
    secondary = groups.count > 2 ? groups[groups.count - 2] : primary
    self.zeros = zeros
  }

  /// Where the digits stand.
  private static func body(_ pattern: Text) -> Range<Int> {
    let isDigit: (UInt8) -> Bool = { $0 == 0x23 || $0 == 0x30 || $0 == 0x2C || $0 == 0x2E }
    guard let start = firstUnquoted(pattern, 0, where: isDigit) else {
      return pattern.count..<pattern.count
    }
    var end = start
    while end < pattern.count, isDigit(pattern.bytes[end]) { end += 1 }
    return start..<end
  }

  private static func firstUnquoted(
    _ text: Text, _ from: Int, where test: (UInt8) -> Bool
  ) -> Int? {
    var isQuoted = false
    for place in from..<text.count {
      let byte = text.bytes[place]
      if byte == 0x27 {
        isQuoted.toggle()
      } else if !isQuoted, test(byte) {
        return place
      }
    }
    return nil
  }
}

/// What stands before and behind a number.
struct Affix: Sendable {
  var prefix: Text = ""
  var suffix: Text = ""
  /// Whether the prefix is the whole text: `two seconds` has no number in it.
  var isWhole = false

  /// The affix that a pattern with `{0}` in it puts around a text.
  init(around pattern: Text) {
    guard let place = pattern.firstIndex(of: "{0}") else {
      (prefix, isWhole) = (pattern, true)
      return
    }
    prefix = pattern.part(0, place)
    suffix = pattern.part(place + 3)
  }

  init(_ prefix: Text, _ suffix: Text) {
    self.prefix = prefix
    self.suffix = suffix
  }
}

/// Writes out the affixes of patterns: signs, percent signs, currencies.
struct AffixWriter {
  let symbols: NumberSymbols
  /// Nil when there is none to show.
  let currency: Text?

  /// The affixes without a sign, with a minus sign and with a plus sign.
  func affixes(_ pattern: NumberPattern) -> [Affix] {
    let minusByPattern = pattern.negative.map { $0.prefix.contains("-") || $0.suffix.contains("-") }
    let plain = (prefix: pattern.prefix, suffix: pattern.suffix)
    let minus = pattern.negative ?? ("-" + pattern.prefix, pattern.suffix)
    var plus = (prefix: "+" + pattern.prefix, suffix: pattern.suffix)
    if let negative = pattern.negative, minusByPattern == true {
      plus = (
        negative.prefix.replacing("-", with: "+"), negative.suffix.replacing("-", with: "+")
      )
    }
    return [plain, minus, plus].map { Affix(text($0.prefix, true), text($0.suffix, false)) }
  }

  /// - Parameter isBefore: Whether the text stands before the digits.
  private func text(_ raw: Text, _ isBefore: Bool) -> Text {
    var text = Text()
    var isQuoted = false
    var place = 0
    let sign: Text = "\u{A4}"
    while place < raw.count {
      let byte = raw.bytes[place]
      if byte == 0x27 {
        if place + 1 < raw.count, raw.bytes[place + 1] == 0x27 {
          text.append(byte)
          place += 1
        } else {
          isQuoted.toggle()
        }
      } else if isQuoted {
        text.append(byte)
      } else if raw.matches(sign, at: place) {
        append(isFirst: place == 0, isLast: place + 2 == raw.count, isBefore, to: &text)
        place += 1
      } else {
        switch byte {
        case 0x2D: text += symbols.minus
        case 0x2B: text += symbols.plus
        case 0x25: text += symbols.percent
        default: text.append(byte)
        }
      }
      place += 1
    }
    return text
  }

  /// A currency, with a space between it and a digit when it is letters.
  private func append(isFirst: Bool, isLast: Bool, _ isBefore: Bool, to text: inout Text) {
    guard let currency else { return }
    let space: Text = "\u{A0}"
    let touches = symbols.digits.areDecimal && (isBefore ? isLast : isFirst)
    if !isBefore, touches, !CodePoint.isSymbolOrSpace(CodePoint.first(currency)) { text += space }
    text += currency
    if isBefore, touches, !CodePoint.isSymbolOrSpace(CodePoint.last(currency)) { text += space }
  }
}
