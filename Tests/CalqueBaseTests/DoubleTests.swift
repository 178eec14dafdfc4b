import TestSupport
import Testing

@testable import CalqueBase

/// Doubles without libm come to what the standard library's do.
@Suite struct DoubleTests {
  static let edges: [Double] = [
    0, 0.5, 0.999_999, 1, 1.5, 9.75, 10, 99.99, 100, 1e15, 0x1p52 - 0.5, 0x1p52, 0x1p53 + 2,
    0x1p63 - 1024, 0x1p63, 0x1p64, 1e22, 1.7e308, .leastNonzeroMagnitude, .infinity,
  ]

  static let numbers: [Double] = {
    var dice = Dice(8)
    let random = (0..<2000).map { _ in Double(bitPattern: dice.next()) }
    return (edges + random.filter { !$0.isNaN }).flatMap { [$0, -$0] }
  }()

  @Test func wholeParts() {
    for number in Self.numbers {
      #expect(number.truncated.bitPattern == number.rounded(.towardZero).bitPattern)
      #expect(number.floored == number.rounded(.down))
    }
    #expect(Double.nan.truncated.isNaN)
    #expect(Double.nan.floored.isNaN)
  }

  @Test func integers() {
    for number in Self.numbers + [-0x1p63, 0x1p64 - 2048, .nan] {
      #expect(number.integer == Int64(exactly: number))
      #expect(number.unsigned == UInt64(exactly: number))
    }
  }

  @Test(arguments: [1, 10, 100, 65_536, 1 << 32, 1 << 63] as [UInt64])
  func remainders(modulus: UInt64) {
    for number in Self.numbers where number.isFinite {
      let expected = number.truncatingRemainder(dividingBy: Double(modulus))
      #expect(number.remainder(ofWhole: modulus).bitPattern == expected.bitPattern)
    }
  }

  /// Most numbers of few digits, large or small, are found without the standard library.
  @Test func shortestDigitsAreThoseOfTheStandardLibrary() {
    var dice = Dice(15)
    let few = (0..<20_000).compactMap { _ in
      Double("\(dice.next() >> (dice.next() % 64))e\(Int(dice.next() % 60) - 40)")
    }
    for number in Self.numbers + few where number.isFinite && number > 0 {
      let (digits, count, point) = Decimal.shortestDigits(number)
      let mantissa = number.description.prefix { $0 != "e" }.filter { $0 != "." }
      let expected = mantissa.drop { $0 == "0" }.reversed().drop { $0 == "0" }.reversed()
      #expect(String(digits) == String(expected))
      #expect(count == expected.count)
      #expect(Double("\(digits)e\(point - count)") == number)
    }
  }

  @Test func nothingIsLeftOfInfinity() {
    #expect(Double.infinity.remainder(ofWhole: 10).isNaN)
    #expect(Double.nan.remainder(ofWhole: 10).isNaN)
    #expect(7.0.remainder(ofWhole: 0).isNaN)
    #expect(7.0.remainder(ofWhole: (1 << 63) + 1).isNaN)
  }
}
