import CalqueBase
import CalqueTemplate
import Testing

@Suite struct RootNumberTests {
  private func number(_ value: Value, _ options: [(Text, Value)] = []) -> String? {
    RootFormatter.format("number", value: value, options: Members(options))?.text?.string
  }

  @Test func integersAreGroupedByThree() {
    #expect(number(.int(999)) == "999")
    #expect(number(.int(-1_234_567)) == "-1,234,567")
    #expect(number(.int(.min)) == "-9,223,372,036,854,775,808")
    #expect(number(.int(1234), [("useGrouping", .bool(false))]) == "1234")
    #expect(number(.int(1234), [("useGrouping", .text("min2"))]) == "1234")
    #expect(number(.int(12345), [("useGrouping", .text("min2"))]) == "12,345")
  }

  @Test func fractionsHaveAtMostThreeDigits() {
    #expect(number(.double(1234.5)) == "1,234.5")
    #expect(number(.double(0.12345)) == "0.123")
    #expect(number(.double(1.0005)) == "1.001")
    #expect(number(.double(-0.0001)) == "-0")
  }

  @Test func digitOptionsApply() {
    #expect(number(.double(1.5), [("minimumFractionDigits", .int(2))]) == "1.50")
    #expect(number(.double(1.55), [("maximumFractionDigits", .int(1))]) == "1.6")
    #expect(number(.double(1.23456), [("minimumFractionDigits", .int(4))]) == "1.2346")
    #expect(number(.int(7), [("minimumIntegerDigits", .int(3))]) == "007")
    #expect(number(.int(123_456), [("maximumSignificantDigits", .int(2))]) == "120,000")
    #expect(number(.double(0.05), [("minimumSignificantDigits", .int(3))]) == "0.0500")
    #expect(number(.int(0), [("minimumSignificantDigits", .int(3))]) == "0.00")
  }

  @Test func digitOptionsAreClamped() {
    let huge = number(.int(1), [("minimumFractionDigits", .double(1e300))])
    #expect(huge?.count == 102)
    #expect(number(.double(1.5), [("maximumFractionDigits", .int(-3))]) == "2")
    #expect(number(.double(1.5), [("maximumFractionDigits", .double(.nan))]) == "1.5")
    #expect(
      number(
        .double(1.5), [("minimumFractionDigits", .int(3)), ("maximumFractionDigits", .int(1))])
        == "1.500")
  }

  @Test func percentMultiplies() {
    #expect(number(.double(0.256), [("style", .text("percent"))]) == "26%")
    #expect(number(.int(25), [("style", .text("percent"))]) == "2,500%")
  }

  @Test(arguments: [
    ("auto", "1", "-1", "0"), ("always", "+1", "-1", "+0"), ("never", "1", "1", "0"),
    ("exceptZero", "+1", "-1", "0"), ("negative", "1", "-1", "0"),
  ])
  func signsShowAsAsked(display: String, positive: String, negative: String, zero: String) {
    let options: [(Text, Value)] = [("signDisplay", .text(Text(display)))]
    #expect(number(.int(1), options) == positive)
    #expect(number(.int(-1), options) == negative)
    #expect(number(.int(0), options) == zero)
  }

  @Test func valuesWithoutDigitsHaveATextToo() {
    #expect(number(.double(.nan)) == "NaN")
    #expect(number(.double(-.infinity)) == "-\u{221E}")
    #expect(number(.text("abc")) == "NaN")
    #expect(number(.text("1234.5")) == "1,234.5")
    #expect(number(.double(1e300))?.count == 401)
  }

  @Test(arguments: [
    ("EUR", "EUR\u{A0}1,234.50"), ("jpy", "JPY\u{A0}1,235"), ("KWD", "KWD\u{A0}1,234.500"),
    ("CLF", "CLF\u{A0}1,234.5000"), ("XYZ", "XYZ\u{A0}1,234.50"),
  ])
  func amountsHaveTheDigitsOfTheirCurrency(code: String, expected: String) {
    let options = Members([("currency", .text(Text(code)))])
    let amount = RootFormatter.format("currency", value: .double(1234.5), options: options)
    #expect(amount?.text?.string == expected)
  }

  @Test func amountsWithoutACurrencyStay() {
    for code in [Value.null, .text("EURO"), .text("E1R"), .int(5)] {
      let options = Members([("currency", code)])
      #expect(RootFormatter.format("currency", value: .int(-5), options: options) == .int(-5))
    }
    let style = Members([("style", .text("currency")), ("currency", .text("EUR"))])
    let negative = RootFormatter.format("number", value: .int(-5), options: style)
    #expect(negative == .text("-EUR\u{A0}5.00"))
  }
}
