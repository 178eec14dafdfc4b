import CalqueBase
import CalqueFormat
import Testing

/// Dates and spans of languages about which no facts are there.
@Suite struct NeutralFormTests {
  /// 2024-05-17T13:04:05.678Z.
  private static let moment = 1_715_951_045_678.0

  private func format(
    _ kind: Formatter.Kind, _ value: Double, _ options: [(Text, Value)] = []
  ) -> String? {
    guard let formatter = Formatter.makeNeutral(kind, locale: "tlh", options: Members(options))
    else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { room in
      var output = Output(room.baseAddress, capacity: room.count)
      guard formatter.format(value, to: &output) else { return nil }
      return Text(Bytes(rebasing: UnsafeBufferPointer(room)[..<output.length])).string
    }
  }

  private func date(_ options: [(Text, Value)] = []) -> String? {
    format(.dateTime, Self.moment, options)
  }

  @Test func datesAreISOLike() {
    #expect(date() == "2024-05-17")
    #expect(format(.dateTime, 0) == "1970-01-01")
    #expect(format(.dateTime, -62_198_755_200_000) == "-0001-01-01")
    #expect(format(.dateTime, 8.64e15) == "275760-09-13")
    #expect(format(.dateTime, -8.64e15) == "-271821-04-20")
  }

  @Test(
    arguments: [
      ("full", nil, "2024-05-17"), ("short", "short", "2024-05-17 13:04"),
      ("medium", "medium", "2024-05-17 13:04:05"), (nil, "long", "13:04:05 UTC"),
      (nil, "full", "13:04:05 UTC"),
    ] as [(String?, String?, String)])
  func stylesChooseThePrecision(date: String?, time: String?, expected: String) {
    var options: [(Text, Value)] = []
    if let date { options.append(("dateStyle", .text(Text(date)))) }
    if let time { options.append(("timeStyle", .text(Text(time)))) }
    #expect(self.date(options) == expected)
  }

  @Test func fieldsShowWhereNamed() {
    let numeric = Value.text("numeric")
    #expect(date([("month", .text("long")), ("year", numeric)]) == "2024-05")
    #expect(date([("year", .text("2-digit"))]) == "24")
    #expect(date([("day", numeric), ("hour", numeric), ("minute", numeric)]) == "17 13:04")
    #expect(date([("second", numeric), ("fractionalSecondDigits", .int(2))]) == "05.67")
    #expect(date([("timeZoneName", .text("short"))]) == "2024-05-17 UTC")
    #expect(date([("weekday", .text("long"))]) == "2024-05-17")
  }

  @Test(arguments: [Double.nan, .infinity, 8.65e15])
  func whatIsNoMomentHasNoForm(value: Double) {
    #expect(format(.dateTime, value) == nil)
  }

  @Test(arguments: [
    (2, "hour", "+2 h"), (-1, "day", "-1 d"), (0, "weeks", "+0 w"),
    (-1234.5, "minute", "-1234.5 min"),
    (3, "seconds", "+3 s"), (1, "month", "+1 m"), (1, "quarter", "+1 Q"), (-0.0, "year", "-0 y"),
  ])
  func spansHaveASignAndASymbol(value: Double, unit: String, expected: String) {
    #expect(format(.relativeTime, value, [("unit", .text(Text(unit)))]) == expected)
  }

  @Test func whatHasNoNeutralFormIsNotMade() {
    #expect(format(.relativeTime, 2, [("unit", .text("fortnight"))]) == nil)
    #expect(format(.relativeTime, .infinity, [("unit", .text("day"))]) == nil)
    #expect(format(.list, 1) == nil)
    #expect(format(.number, 1, [("style", .text("unit")), ("unit", .text("liter"))]) == nil)
  }
}
