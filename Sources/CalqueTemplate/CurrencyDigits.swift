import CalqueBase

/// Digits behind the point of an amount, by ISO 4217: two, except for the currencies listed here.
enum CurrencyDigits {
  private static let none: Text =
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
  private static let three: Text = "BHD IQD JOD KWD LYD OMR TND"
  private static let four: Text = "CLF UYW"

  /// - Parameter code: Three capital letters.
  static func of(_ code: Text) -> Int {
    if none.contains(code) { return 0 }
    if three.contains(code) { return 3 }
    return four.contains(code) ? 4 : 2
  }
}
