import CalqueBase
import Testing

@Suite struct CivilTimeTests {
  private func fields(_ time: CivilTime?) -> [Int64]? {
    time.map { [$0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second, $0.millisecond] }
  }

  @Test(
    arguments: [
      (0, [1970, 1, 1, 0, 0, 0, 0]), (-1, [1969, 12, 31, 23, 59, 59, 999]),
      (951_782_400_000, [2000, 2, 29, 0, 0, 0, 0]), (-2_203_891_200_000, [1900, 3, 1, 0, 0, 0, 0]),
      (4_107_542_400_000, [2100, 3, 1, 0, 0, 0, 0]),
      (8.64e15, [275760, 9, 13, 0, 0, 0, 0]), (-8.64e15, [-271821, 4, 20, 0, 0, 0, 0]),
    ] as [(Double, [Int64])])
  func millisecondsAreDates(milliseconds: Double, expected: [Int64]) {
    #expect(fields(CivilTime(milliseconds: milliseconds)) == expected)
  }

  @Test func timesOutOfRangeAreNone() {
    for milliseconds in [8.64e15 + 1, -8.64e15 - 1, .nan, .infinity] {
      #expect(CivilTime(milliseconds: milliseconds) == nil)
    }
  }

  @Test(
    arguments: [
      ("2024", [2024, 1, 1, 0, 0, 0, 0]), ("2024-02", [2024, 2, 1, 0, 0, 0, 0]),
      ("2024-02-29", [2024, 2, 29, 0, 0, 0, 0]), ("2024-02-29T12:34", [2024, 2, 29, 12, 34, 0, 0]),
      (" 2024-02-29 12:34:56Z ", [2024, 2, 29, 12, 34, 56, 0]),
      ("2024-12-31T24:00:00.000Z", [2025, 1, 1, 0, 0, 0, 0]),
      ("2024-01-01T00:30:00.1234567+01:00", [2023, 12, 31, 23, 30, 0, 123]),
      ("2024-01-01T00:30-0530", [2024, 1, 1, 6, 0, 0, 0]),
      ("-000001-01-01", [-1, 1, 1, 0, 0, 0, 0]), ("+275760-09-13", [275760, 9, 13, 0, 0, 0, 0]),
    ] as [(String, [Int64])])
  func momentsAreReadFromText(text: String, expected: [Int64]) {
    #expect(fields(CivilTime(iso8601: Text(text))) == expected)
  }

  @Test(arguments: [
    "", "24", "2024-", "2024-13", "2023-02-29", "2024-00-01", "2024-01-32", "2024-01-01T",
    "2024-01-01T25:00", "2024-01-01T24:01", "2024-01-01T12", "2024-01-01T12:60",
    "2024-01-01T12:00:00.", "2024-01-01T12:00+1", "2024-01-01T12:00Zx", "-000000-01-01",
    "+275760-09-14", "1715951045678", "2024-01-01x",
  ])
  func otherTextsAreNone(text: String) {
    #expect(CivilTime(iso8601: Text(text)) == nil)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400_999, "2000-02-29T00:00:00Z"),
      (1_795_305_601_000, "2026-11-22T00:00:01Z"),
    ])
  func iso8601IsWritten(_ milliseconds: Int, _ text: String) {
    #expect(CivilTime(milliseconds: Double(milliseconds))?.iso8601.string == text)
  }
}
