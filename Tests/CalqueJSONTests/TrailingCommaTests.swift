import CalqueBase
import CalqueJSON
import Testing

@Suite struct TrailingCommaTests {
  @Test(arguments: [
    ("[1,]", "[1]"), ("{\"a\": [\"x\" , ] , \n}", "{\"a\":[\"x\"]}"),
    ("[[1,],\"a,]\\\",]\",]", "[[1],\"a,]\\\",]\"]"), ("[{},]", "[{}]"), ("[1,2]", "[1,2]"),
    ("[true,null,]", "[true,null]"),
  ])
  func commasAfterAValueAreLeftOut(text: String, expected: String) throws {
    let value = try parse(text)
    #expect(JSON.text(of: value) == Text(expected))
  }

  @Test(arguments: [
    "[,]", "{,}", "[1,,]", "[1,],", "{\"a\":,}", ",", "[1,", "[\"a,]", "[\"", "[1,]x", "",
  ])
  func otherCommasStayWrong(text: String) {
    let error = #expect(throws: Diagnostic.self) { try parse(text) }
    #expect(error?.code == .invalidJSON)
  }

  @Test func positionsStayWhereTheyWere() {
    let error = #expect(throws: Diagnostic.self) { try parse("[\n[1,],\n  oops]") }
    #expect(error?.position?.line == 3)
  }

  @Test func manyCommasCostLinearTime() throws {
    let rows = [Text](repeating: "[1,]", count: 100_000)
    let value = try parse("[" + Text.joined(rows, by: ",").string + ",]")
    #expect(value.array?.count == 100_000)
  }

  private func parse(_ text: String) throws(Diagnostic) -> Value {
    try JSON.parse(lenient: Text(text))
  }
}
