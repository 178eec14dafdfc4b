import CalqueBase

/// A number pattern of CLDR, such as `#,##0.00 ¤;(#,##0.00 ¤)`, in its parts.
struct NumberPattern {
  /// The parts before and after the digits, still with the pattern's own characters.
  let prefix: Text
  let suffix: Text
  /// The affixes of negative numbers where the pattern has them; nil for a minus sign before the
  /// prefix.
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

/// Writes out the affixes of patterns: signs, percent signs, currencies.
struct AffixWriter {
  let symbols: NumberSymbols
  /// Nil when there is none to show.
  let currency: Text?

  /// Adds the affixes without a sign, with a minus sign and with a plus sign.
  func add(_ pattern: NumberPattern, to list: inout PhraseList) {
    for sign in 0..<3 {
      var (prefix, suffix) = (pattern.prefix, pattern.suffix)
      let other = sign == 0 ? nil : pattern.negative
      if let other, sign == 1 || other.prefix.contains("-") || other.suffix.contains("-") {
        (prefix, suffix) = other
      } else if sign > 0 {
        prefix = "-" + prefix
      }
      list.add(text(prefix, true, isPlus: sign == 2))
      list.add(text(suffix, false, isPlus: sign == 2))
    }
  }

  /// - Parameters:
  ///   - isBefore: The text stands before the digits.
  ///   - isPlus: A plus sign stands in place of a minus sign.
  private func text(_ raw: Text, _ isBefore: Bool, isPlus: Bool) -> Text {
    var text = Text()
    var isQuoted = false
    var place = 0
    while place < raw.count {
      let byte = raw.bytes[place]
      let next = place + 1 < raw.count ? raw.bytes[place + 1] : 0
      place += 1
      if byte == 0x27, next == 0x27 {
        text.append(byte)
        place += 1
      } else if byte == 0x27 {
        isQuoted.toggle()
      } else if isQuoted {
        text.append(byte)
      } else if byte == 0xC2, next == 0xA4 {
        place += 1
        add(touches: isBefore ? place == raw.count : place == 2, isBefore, to: &text)
      } else if byte == 0x2D {
        text += symbols.symbol(isPlus ? LocaleFields.Core.plus : LocaleFields.Core.minus)
      } else if byte == 0x2B {
        text += symbols.symbol(LocaleFields.Core.plus)
      } else if byte == 0x25 {
        text += symbols.symbol(LocaleFields.Core.percent)
      } else {
        text.append(byte)
      }
    }
    return text
  }

  /// Adds the currency, with a space between it and a digit when it is letters.
  private func add(touches: Bool, _ isBefore: Bool, to text: inout Text) {
    guard let currency else { return }
    let edge = isBefore ? CodePoint.last(currency) : CodePoint.first(currency)
    let space: Text =
      touches && symbols.digits.areDecimal && !CodePoint.isSymbolOrSpace(edge) ? "\u{A0}" : ""
    text += isBefore ? currency + space : space + currency
  }
}
