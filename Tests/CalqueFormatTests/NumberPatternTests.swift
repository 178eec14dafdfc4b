import CalqueBase
import Testing

@testable import CalqueFormat

@Suite struct NumberPatternTests {
  /// Digits of the last group and of those before. Damaged files of locale data have the last ones:
  /// what divides by the digits of a group never finds 0 where there is one.
  @Test(arguments: [
    ("0", 0, 0), ("#,##0.###", 3, 3), ("#,##,##0.00", 3, 2), ("#,#,##,##0", 3, 2),
    ("#,,##0", 3, 3), (",,0", 1, 1), ("#,", 0, 0), ("#,,", 0, 0),
  ])
  func groupsHaveDigits(pattern: String, primary: Int, secondary: Int) {
    Text(pattern).bytes.withUnsafeBufferPointer { bytes in
      let pattern = NumberPattern(bytes)
      #expect(pattern.primary == primary)
      #expect(pattern.secondary == secondary)
    }
  }
}
