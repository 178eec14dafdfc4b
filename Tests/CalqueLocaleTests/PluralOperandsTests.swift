import CalqueBase
import Testing

@testable import CalqueLocale

@Suite struct PluralOperandsTests {
  @Test func decimalTextKeepsTrailingZeros() throws {
    let operands = try #require(PluralOperands(decimal: "1.2300"))
    #expect(operands.i == 1)
    #expect(operands.v == 4)
    #expect(operands.f == 2300)
    #expect(operands.t == 23)
    #expect(operands.c == 0)
  }

  @Test func leadingZerosOfTheFractionCountAsDigits() throws {
    let operands = try #require(PluralOperands(decimal: "0.050"))
    #expect(operands.v == 3)
    #expect(operands.f == 50)
    #expect(operands.t == 5)
  }

  @Test func signIsDropped() {
    #expect(PluralOperands(decimal: "-5.10") == PluralOperands(decimal: "5.10"))
    #expect(PluralOperands(decimal: "+5") == PluralOperands(Int64(5)))
    #expect(PluralOperands(Int64(-7)) == PluralOperands(Int64(7)))
    #expect(PluralOperands(-1.5) == PluralOperands(1.5))
  }

  @Test func compactExponentMovesThePoint() throws {
    let operands = try #require(PluralOperands(decimal: "1.2c6"))
    #expect(operands.i == 1_200_000)
    #expect(operands.v == 0)
    #expect(operands.c == 6)
    let fraction = try #require(PluralOperands(decimal: "1.23456789e6"))
    #expect(fraction.i == 1_234_567)
    #expect(fraction.f == 89)
    #expect(fraction.v == 2)
  }

  @Test func negativeExponentMovesThePointToTheLeft() throws {
    let operands = try #require(PluralOperands(decimal: "15e-3"))
    #expect(operands.i == 0)
    #expect(operands.f == 15)
    #expect(operands.v == 3)
    #expect(operands.c == 0)
  }

  @Test(
    arguments: [
      "", "-", "+", ".", "1.", ".5", "1.5.2", "1,5", " 1", "1 ", "1e", "1c", "1e+", "1e5x", "0x10",
      "NaN", "Infinity", "--1", "1e1.5", "\u{661}",
    ] as [Text])
  func textThatIsNoDecimalIsRefused(text: Text) {
    #expect(PluralOperands(decimal: text) == nil)
  }

  @Test func lengthLimitIsExact() {
    let longest = Text([UInt8](repeating: 0x31, count: PluralOperands.maximumLength))
    #expect(PluralOperands(decimal: longest) != nil)
    #expect(PluralOperands(decimal: longest + "1") == nil)
  }

  @Test func numbersBelowTenToTheEighteenAreExact() throws {
    #expect(PluralOperands(decimal: "999999999999999999")?.i == 999_999_999_999_999_999)
    #expect(PluralOperands(Int64(999_999_999_999_999_999)).i == 999_999_999_999_999_999)
    #expect(PluralOperands(decimal: "1000000000000000000")?.i == 100_000_000_000_000_000)
    #expect(PluralOperands(Int64.min).i % 1_000_000 == 775_808)
    #expect(PluralOperands(Int64.min).i > 1_000_000)
  }

  @Test func hugeNumbersKeepTheirLastSixDigits() throws {
    let digits = Text([UInt8](repeating: 0x39, count: 100)) + "123456"
    let operands = try #require(PluralOperands(decimal: digits))
    #expect(operands.i % 1_000_000 == 123_456)
    let shifted = try #require(PluralOperands(decimal: "7e99999999999999999999"))
    #expect(shifted.i != 0)
    #expect(shifted.i % 1_000_000 == 0)
    #expect(shifted.c == 1000)
    let tiny = try #require(PluralOperands(decimal: "7e-99999999999999999999"))
    #expect(tiny.i == 0)
    #expect(tiny.t == 7)
  }

  @Test func doublesShowTheirShortestDigits() {
    #expect(PluralOperands(1.5) == PluralOperands(decimal: "1.5"))
    #expect(PluralOperands(1.0) == PluralOperands(Int64(1)))
    #expect(PluralOperands(0.1) == PluralOperands(decimal: "0.1"))
    #expect(PluralOperands(1e-7) == PluralOperands(decimal: "0.0000001"))
    #expect(PluralOperands(1e21).i % 1_000_000 == 0)
    #expect(PluralOperands(1e300).i != 0)
    #expect(PluralOperands(1e21).v == 0)
  }

  @Test(
    arguments: [
      (1.0004, "1"), (1.0005, "1.001"), (0.9996, "1"), (19.9996, "20"), (9.9996, "10"),
      (0.0004, "0"), (0.0005, "0.001"), (1e-7, "0"), (2.5, "2.5"), (2.1999, "2.2"),
      (99.99951, "100"),
    ] as [(Double, Text)])
  func intlRoundsToThreeFractionDigits(number: Double, same: Text) {
    #expect(PluralOperands(intl: number) == PluralOperands(decimal: same))
  }

  @Test func whatIsNoNumberIsNotFinite() {
    #expect(!PluralOperands(Double.nan).isFinite)
    #expect(!PluralOperands(-Double.infinity).isFinite)
    #expect(PluralOperands(Double.greatestFiniteMagnitude).isFinite)
  }
}
