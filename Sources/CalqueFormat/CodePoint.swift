import CalqueBase

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
