import CPlatform
import CalqueBase
import TestSupport
import Testing

@Suite struct DecimalTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (0.5, "0.5"), (1.5, "1.5"),
      (-2.25, "-2.25"), (100, "100"), (1e20, "100000000000000000000"),
      (123_456_789_012_345_683_968, "123456789012345680000"), (1e21, "1e+21"), (1.5e21, "1.5e+21"),
      (-1e21, "-1e+21"), (1e-6, "0.000001"), (1.25e-6, "0.00000125"), (1e-7, "1e-7"),
      (1.5e-7, "1.5e-7"), (-1e-7, "-1e-7"), (.leastNonzeroMagnitude, "5e-324"),
      (2.2250738585072014e-308, "2.2250738585072014e-308"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (1.0 / 3, "0.3333333333333333"),
      (2.0 / 3, "0.6666666666666666"), (0x1p53, "9007199254740992"), (4.35, "4.35"),
      (0.000001234, "0.000001234"), (1e300, "1e+300"), (1.23e-18, "1.23e-18"), (.nan, "NaN"),
      (.infinity, "Infinity"), (-.infinity, "-Infinity"),
    ] as [(Double, String)])
  func doublesAreSpelledAsECMAScriptDoes(number: Double, expected: String) {
    #expect(Decimal.text(of: number).string == expected)
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (-7, "-7"), (1_000_000, "1000000"),
    (Int64.max, "9223372036854775807"), (Int64.min, "-9223372036854775808"),
  ])
  func integersKeepEveryDigit(number: Int64, expected: String) {
    #expect(Decimal.text(of: number).string == expected)
  }

  @Test func everyNumberReadsBackAsItself() {
    var dice = Dice(1)
    for _ in 0..<2000 {
      let number = Double(bitPattern: dice.next())
      guard number.isFinite else { continue }
      let text = Decimal.text(of: number)
      let read = Decimal.prefix(of: text)
      #expect(read?.number == number)
      #expect(read?.used == text.count)
    }
  }

  @Test(
    arguments: [
      ("12", 12, 2), ("12abc", 12, 2), ("1e", 1, 1), ("1e+", 1, 1), ("1e5x", 100_000, 3),
      (".5", 0.5, 2), ("5.", 5, 2), ("-.5e+3x", -500, 6), ("+1", 1, 2), ("1.2.3", 1.2, 3),
      ("0x10", 0, 1), ("1_000", 1, 1), ("1e400", .infinity, 5), ("Infinityx", .infinity, 8),
      ("-Infinity", -.infinity, 9),
    ] as [(String, Double, Int)])
  func theLongestNumeralIsRead(text: String, number: Double, used: Int) {
    let read = Decimal.prefix(of: Text(text))
    #expect(read?.number == number)
    #expect(read?.used == used)
  }

  @Test(arguments: ["", ".", "-", "+.", "e5", "abc", " 1", "--1", "infinity", "NaN", "-.e1"])
  func whatIsNoNumeralIsNotRead(text: String) {
    #expect(Decimal.prefix(of: Text(text)) == nil)
  }

  /// Where the machine has no such locale, the C locale is what is left to be tested.
  @Test func theLocaleOfTheHostDoesNotMatter() {
    let german = newlocale(1 << LC_NUMERIC, "de_DE.UTF-8", nil)
    let previous = german.map { uselocale($0) }
    defer {
      uselocale(previous ?? nil)
      if let german { freelocale(german) }
    }
    #expect(Decimal.prefix(of: "1.5")?.number == 1.5)
    #expect(Decimal.prefix(of: "1,5")?.used == 1)
    #expect(Decimal.text(of: 1.5) == "1.5")
  }
}
