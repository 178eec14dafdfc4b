import CalqueBase
import TestSupport
import Testing

@Suite struct TensTests {
  private static let numbers: [UInt64] =
    (0...1100).map { $0 } + (0..<64).flatMap { [1 << $0, (1 << $0) - 1] }
    + (0..<200).flatMap { [UInt64.max - $0, UInt64.max / 100 * 100 - $0] }

  @Test func multiplyingDivides() {
    for number in Self.numbers {
      #expect(Tens.tenth(number) == number / 10)
      #expect(Tens.hundredth(number) == number / 100)
      #expect(Tens.last(number) == number % 10)
      #expect(Tens.lastTwo(number) == number % 100)
    }
  }

  @Test func randomNumbersToo() {
    var dice = Dice(10)
    for _ in 0..<100_000 {
      let number = UInt64.random(in: 0...UInt64.max, using: &dice)
      #expect(Tens.tenth(number) == number / 10 && Tens.hundredth(number) == number / 100)
    }
  }
}
