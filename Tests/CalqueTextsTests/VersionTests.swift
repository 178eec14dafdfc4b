import CalqueBase
import Testing

@testable import CalqueTexts

@Suite struct VersionTests {
  @Test(arguments: [
    ("1.2.3", "1.2.3"), ("123.456.789", "123.456.789"),
    ("354354.456456.13123", "354354.456456.13123"), ("0.0.0", "0.0.0"), ("0.0.1", "0.0.1"),
    ("A.0.0", nil), ("0.A.0", nil), ("0.0.A", nil), ("-1.0.0", nil), ("0.-1.0", nil),
    ("0.0", nil), ("0.0.0.0", nil), ("1..2.3", "1.2.3"), (".1.2.3.", "1.2.3"),
    ("+1.2.3", "1.2.3"), ("-0.0.1", "0.0.1"), ("+-1.2.3", nil), ("+.1.2", nil),
    (" 1.2.3", nil), ("1.2.3 ", nil), ("1.2.3\n", nil), ("1.2.3-beta", nil), ("0x1.2.3", nil),
    ("1e1.2.3", nil), ("١.٢.٣", nil), ("", nil), (".", nil), ("...", nil),
    ("18446744073709551615.0.0", "18446744073709551615.0.0"),
    ("18446744073709551616.0.0", nil), ("0.0.99999999999999999999", nil),
  ])
  func readsWhatTextFetcherReads(text: String, shown: String?) {
    #expect(Version(Text(text))?.text.string == shown)
  }

  @Test(arguments: ["1.0.001", "000.00.0", "007.10.0100", "00018446744073709551615.0.0"])
  func leadingZerosAreShown(text: String) {
    #expect(Version(Text(text))?.text.string == text)
  }

  @Test func leadingZerosDoNotCount() throws {
    let padded = try #require(Version("1.0.001"))
    #expect(padded == Version(1, 0, 1))
    #expect(padded < Version(1, 0, 2))
    #expect(try #require(Version("1.0.010")) > Version(1, 0, 9))
  }

  @Test(arguments: [(254, true), (255, true), (256, false)])
  func digitsHaveALimit(count: Int, isVersion: Bool) {
    let zeros = String(repeating: "0", count: count)
    #expect((Version(Text("1.2." + zeros)) != nil) == isVersion)
  }

  @Test(arguments: [
    ("0.0.0", "0.0.1"), ("0.0.9", "0.0.10"), ("0.9.9", "0.10.0"), ("0.99.99", "1.0.0"),
    ("1.2.3", "1.2.4"), ("1.2.3", "1.3.0"), ("1.99.99", "2.0.0"),
    ("18446744073709551614.0.0", "18446744073709551615.0.0"),
  ])
  func comparesByNumbers(low: String, high: String) throws {
    let (low, high) = (try #require(Version(Text(low))), try #require(Version(Text(high))))
    #expect(low < high && low <= high && low != high && high > low && high >= low)
    #expect(!(high < low) && !(high <= low) && !(low > high) && !(low >= high))
    #expect(low == low && low <= low && low >= low && !(low < low) && !(low > low))
  }

  @Test func zeroIsWhatNothingIsBelow() {
    #expect(Version.zero.text == "0.0.0")
    #expect(Version.zero == Version("00.0.000"))
  }
}
