import CalqueBase
import Testing

@Suite struct PositionTests {
  private func position(_ offset: Int, _ text: Text) -> Position {
    text.bytes.withUnsafeBufferPointer { Position(of: offset, in: $0) }
  }

  @Test func linesAndColumnsCountFromOne() {
    let text: Text = "ab\nä\n\nx"
    #expect(position(0, text) == Position(line: 1, column: 1, offset: 0))
    #expect(position(2, text) == Position(line: 1, column: 3, offset: 2))
    #expect(position(3, text) == Position(line: 2, column: 1, offset: 3))
    #expect(position(5, text) == Position(line: 2, column: 3, offset: 5))
    #expect(position(6, text) == Position(line: 3, column: 1, offset: 6))
    #expect(position(7, text) == Position(line: 4, column: 1, offset: 7))
  }

  @Test func offsetsOutsideAreClamped() {
    #expect(position(-5, "ab") == Position(line: 1, column: 1, offset: 0))
    #expect(position(99, "ab") == Position(line: 1, column: 3, offset: 2))
    #expect(position(3, "") == Position(line: 1, column: 1, offset: 0))
  }

  @Test func aDiagnosticKeepsTheFirstSourceItWasGiven() {
    let plain = Diagnostic(.invalidJSON, "broken")
    #expect(plain.from(source: "en.json").source == "en.json")
    #expect(plain.from(source: "en.json").from(source: "other").source == "en.json")
  }
}
