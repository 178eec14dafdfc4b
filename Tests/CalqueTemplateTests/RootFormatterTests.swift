import CalqueBase
import CalqueTemplate
import Testing

@Suite struct RootFormatterTests {
  /// 2024-05-17T13:04:05.678Z.
  private let moment = Value.int(1_715_951_045_678)

  private func datetime(_ value: Value, _ options: [(Text, Value)] = []) -> Value? {
    RootFormatter.format("datetime", value: value, options: Members(options))
  }

  @Test func unknownNamesAreTheHostsMatter() {
    #expect(RootFormatter.format("uppercase", value: .text("a"), options: Members()) == nil)
    #expect(RootFormatter.format("", value: .text("a"), options: Members()) == nil)
  }

  @Test func datesAreISOLike() {
    #expect(datetime(moment) == .text("2024-05-17"))
    #expect(datetime(.int(0)) == .text("1970-01-01"))
    #expect(datetime(.double(-62_198_755_200_000)) == .text("-0001-01-01"))
  }

  @Test(
    arguments: [
      ("full", nil, "2024-05-17"), ("short", "short", "2024-05-17 13:04"),
      ("medium", "medium", "2024-05-17 13:04:05"), (nil, "long", "13:04:05 UTC"),
      (nil, "full", "13:04:05 UTC"),
    ] as [(String?, String?, String)])
  func stylesChooseThePrecision(date: String?, time: String?, expected: String) {
    var options = Members()
    options["dateStyle"] = date.map { .text(Text($0)) }
    options["timeStyle"] = time.map { .text(Text($0)) }
    let formatted = RootFormatter.format("datetime", value: moment, options: options)
    #expect(formatted?.text?.string == expected)
  }

  @Test func fieldsShowWhereNamed() {
    let numeric = Value.text("numeric")
    #expect(datetime(moment, [("month", .text("long")), ("year", numeric)]) == .text("2024-05"))
    #expect(datetime(moment, [("year", .text("2-digit"))]) == .text("24"))
    #expect(
      datetime(moment, [("day", numeric), ("hour", numeric), ("minute", numeric)])
        == .text("17 13:04"))
    #expect(
      datetime(moment, [("second", numeric), ("fractionalSecondDigits", .int(2))])
        == .text("05.67"))
    #expect(datetime(moment, [("timeZoneName", .text("short"))]) == .text("2024-05-17 UTC"))
    #expect(datetime(moment, [("weekday", .text("long"))]) == .text("2024-05-17"))
  }

  @Test func momentsMayBeText() {
    let style: [(Text, Value)] = [("timeStyle", .text("medium"))]
    #expect(datetime(.text("2024-05-17T23:30:00-02:30"), style) == .text("02:00:00"))
    #expect(datetime(.text("2024-05-17")) == .text("2024-05-17"))
  }

  @Test(arguments: [
    Value.text("tomorrow"), .double(.nan), .double(.infinity), .double(8.65e15), .int(.max),
    .bool(true), .array([]),
  ])
  func whatIsNoMomentHasNoForm(value: Value) {
    #expect(datetime(value) == nil)
  }

  @Test(arguments: [
    (2, "hour", "+2 h"), (-1, "day", "-1 d"), (0, "weeks", "+0 w"),
    (-1234.5, "minute", "-1234.5 min"),
    (3, "seconds", "+3 s"), (1, "month", "+1 m"), (1, "quarter", "+1 Q"), (-0.0, "year", "-0 y"),
  ])
  func spansHaveASignAndASymbol(value: Double, unit: String, expected: String) {
    let options = Members([("range", .text(Text(unit)))])
    let span = RootFormatter.format("relativetime", value: .double(value), options: options)
    #expect(span?.text?.string == expected)
  }

  @Test func spansWithoutUnitAreDaysAndUnknownUnitsHaveNoForm() {
    let day = RootFormatter.format("relativetime", value: .int(2), options: Members())
    #expect(day == .text("+2 d"))
    let options = Members([("range", .text("fortnight"))])
    #expect(RootFormatter.format("relativetime", value: .int(2), options: options) == nil)
    let endless = RootFormatter.format(
      "relativetime", value: .double(.infinity), options: Members())
    #expect(endless == nil)
  }
}
