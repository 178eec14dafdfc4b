import CalqueBase
import CalqueTemplate
import Testing

@Suite struct ExactDecimalTests {
  @Test func everyDigitOfADoubleIsThere() {
    #expect(ExactDecimal(0.1).digits.count == 55)
    #expect(
      ExactDecimal(0.1).fixed(fraction: 55)
        == "0.1000000000000000055511151231257827021181583404541015625")
    #expect(ExactDecimal(.leastNonzeroMagnitude).digits.count == 751)
    #expect(ExactDecimal(.greatestFiniteMagnitude).point == 309)
    #expect(ExactDecimal(UInt64(9_007_199_254_740_993)).fixed(fraction: 0) == "9007199254740993")
  }

  @Test func whatHasNoDigitsIsZero() {
    for number in [0, -0.0, .nan, .infinity] { #expect(ExactDecimal(number).isZero) }
  }

  @Test func shortestDigitsReadBackAsTheSameDouble() {
    for number in [0.1, 1.0 / 3, .leastNonzeroMagnitude, 1.7976931348623157e308, 123456789.125] {
      let text = ExactDecimal(number).rounded(keeping: 17, .halfEven)
        .scientific(fraction: 16, exponentDigits: 1)
      #expect(ScriptNumber.whole(text) == number)
    }
  }

  @Test func tiesGoWhereAsked() {
    for (number, even, away) in [
      (0.5, "0", "1"), (1.5, "2", "2"), (2.5, "2", "3"), (9.5, "10", "10"),
    ] {
      let exact = ExactDecimal(number)
      #expect(exact.rounded(fraction: 0, .halfEven).fixed(fraction: 0).string == even)
      #expect(exact.rounded(fraction: 0, .halfExpand).fixed(fraction: 0).string == away)
    }
  }

  @Test func ninesCarryAndSmallNumbersVanish() {
    #expect(ExactDecimal(99.96).rounded(fraction: 1, .halfEven).fixed(fraction: 1) == "100.0")
    #expect(ExactDecimal(0.0004).rounded(fraction: 2, .halfEven).isZero)
    #expect(ExactDecimal(0.06).rounded(fraction: 1, .halfEven).fixed(fraction: 1) == "0.1")
  }

  @Test func basesOfTwoAreExact() {
    #expect(RadixText.of(UInt64.max, bits: 4) == "ffffffffffffffff")
    #expect(RadixText.of(Int64.min, bits: 3) == "-1000000000000000000000")
    #expect(RadixText.of(0.1, bits: 4) == "0.1999999999999a")
    #expect(RadixText.of(.leastNonzeroMagnitude, bits: 1).count == 1076)
    #expect(RadixText.of(Int64(0), bits: 1) == "0")
  }
}
