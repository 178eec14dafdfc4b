import CalqueBase

/// A number pattern of CLDR, such as `#,##0.00 ¤;(#,##0.00 ¤)`, in its parts.
final class NumberPattern {
  /// The parts before and after the digits, still with the pattern's own characters.
  let prefix: Bytes
  let suffix: Bytes
  /// The affixes of negative numbers where the pattern has them; otherwise a minus sign stands before
  /// the prefix.
  private(set) var negativePrefix = Bytes.none
  private(set) var negativeSuffix = Bytes.none
  let hasNegative: Bool
  /// Digits of the last group and of those before; 0 for none.
  private(set) var primary = 0
  private(set) var secondary = 0
  /// Zeros before the point: how many integer digits a compact pattern shows.
  private(set) var zeros = 0

  init(_ pattern: Bytes) {
    let semicolon = Self.firstUnquoted(pattern) { $0 == 0x3B }
    let positive = pattern.part(0, semicolon)
    let body = Self.body(positive)
    prefix = positive.part(0, body.lowerBound)
    suffix = positive.part(body.upperBound, positive.count)
    hasNegative = semicolon < pattern.count
    if hasNegative {
      let other = pattern.part(semicolon &+ 1, pattern.count)
      let body = Self.body(other)
      negativePrefix = other.part(0, body.lowerBound)
      negativeSuffix = other.part(body.upperBound, other.count)
    }
    var groups = 0
    for place in body {
      let byte = positive[place]
      if byte == 0x2E { break }
      if byte == 0x2C {
        groups &+= 1
        (secondary, primary) = (primary, 0)
      } else {
        primary &+= 1
        if byte == 0x30 { zeros &+= 1 }
      }
    }
    if groups == 0 { primary = 0 }
    if groups < 2 || secondary == 0 { secondary = primary }
  }

  /// Where the digits stand.
  private static func body(_ pattern: Bytes) -> Range<Int> {
    let start = firstUnquoted(pattern, where: isDigit)
    var end = start
    while end < pattern.count, isDigit(pattern[end]) { end &+= 1 }
    return start..<end
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte == 0x23 || byte == 0x30 || byte == 0x2C || byte == 0x2E
  }

  /// The end of the pattern if there is none.
  private static func firstUnquoted(_ text: Bytes, where test: (UInt8) -> Bool) -> Int {
    var isQuoted = false
    for place in 0..<text.count {
      let byte = text[place]
      if byte == 0x27 {
        isQuoted.toggle()
      } else if !isQuoted, test(byte) {
        return place
      }
    }
    return text.count
  }
}

/// Writes out the affixes of patterns: signs, percent signs, currencies.
final class AffixWriter {
  let symbols: NumberSymbols
  let phrases: Phrases
  /// Empty when there is none to show.
  private let currency: Bytes

  init(_ symbols: NumberSymbols, _ phrases: Phrases, currency: Bytes) {
    (self.symbols, self.phrases, self.currency) = (symbols, phrases, currency)
  }

  /// Adds the affixes without a sign, with a minus sign and with a plus sign.
  @inline(never)
  func add(_ pattern: NumberPattern) {
    for sign in 0..<3 {
      let isOther =
        sign > 0 && pattern.hasNegative
        && (sign == 1 || pattern.negativePrefix.firstIndex(of: 0x2D) != nil
          || pattern.negativeSuffix.firstIndex(of: 0x2D) != nil)
      let minus = symbols.symbol(sign == 2 ? LocaleFields.Core.plus : LocaleFields.Core.minus)
      if sign > 0, !isOther { phrases.append(minus) }
      write(isOther ? pattern.negativePrefix : pattern.prefix, true, minus)
      write(isOther ? pattern.negativeSuffix : pattern.suffix, false, minus)
    }
  }

  /// - Parameters:
  ///   - isBefore: The text stands before the digits.
  ///   - minus: Stands for a minus sign.
  @inline(never)
  private func write(_ raw: Bytes, _ isBefore: Bool, _ minus: Bytes) {
    var isQuoted = false
    var place = 0
    while place < raw.count {
      let byte = raw[place]
      let next = place &+ 1 < raw.count ? raw[place &+ 1] : 0
      place &+= 1
      if byte == 0x27, next == 0x27 {
        phrases.append(byte)
        place &+= 1
      } else if byte == 0x27 {
        isQuoted.toggle()
      } else if !isQuoted, byte == 0xC2, next == 0xA4 {
        place &+= 1
        add(touches: isBefore ? place == raw.count : place == 2, isBefore)
      } else if !isQuoted, byte == 0x2D {
        phrases.append(minus)
      } else if !isQuoted, byte == 0x2B || byte == 0x25 {
        typealias Core = LocaleFields.Core
        phrases.append(symbols.symbol(byte == 0x2B ? Core.plus : Core.percent))
      } else {
        phrases.append(byte)
      }
    }
    phrases.close()
  }

  /// Adds the currency, with a space between it and a digit when it is letters.
  private func add(touches: Bool, _ isBefore: Bool) {
    if currency.isEmpty { return }
    let edge = isBefore ? CodePoint.last(currency) : CodePoint.first(currency)
    let hasSpace = touches && symbols.digits.areDecimal && !CodePoint.isSymbolOrSpace(edge)
    if hasSpace, !isBefore { phrases.append(Bytes("\u{A0}")) }
    phrases.append(currency)
    if hasSpace, isBefore { phrases.append(Bytes("\u{A0}")) }
  }
}

extension CodePoint {
  /// The first and the last character of each range of symbols and spaces.
  private static let symbols: StaticString = """
    \u{20}\u{20}$$++<>^^``||~~\u{A0}\u{A0}\u{A2}\u{A6}\u{A8}\u{A9}\u{AC}\u{AC}\u{AE}\u{B1}\
    \u{B4}\u{B4}\u{B8}\u{B8}\u{D7}\u{D7}\u{F7}\u{F7}\u{58F}\u{58F}\u{60B}\u{60B}\u{7FE}\u{7FF}\
    \u{9F2}\u{9F3}\u{9FB}\u{9FB}\u{AF1}\u{AF1}\u{BF9}\u{BF9}\u{E3F}\u{E3F}\u{17DB}\u{17DB}\
    \u{2000}\u{200A}\u{202F}\u{202F}\u{20A0}\u{20C1}\u{A838}\u{A838}\u{FDFC}\u{FDFC}\
    \u{FE69}\u{FE69}\u{FF04}\u{FF04}\u{FFE0}\u{FFE6}\u{1E2FF}\u{1E2FF}\u{1ECB0}\u{1ECB0}\
    \u{11FDD}\u{11FE0}
    """

  /// Whether a character at the edge of a currency symbol is a symbol or a space of Unicode, so that
  /// it may touch a digit.
  static func isSymbolOrSpace(_ code: UInt32) -> Bool {
    let ranges = Bytes(symbols)
    var place = 0
    while place < ranges.count {
      let least = next(&place, in: ranges)
      let most = next(&place, in: ranges)
      if code >= least, code <= most { return true }
    }
    return false
  }
}
