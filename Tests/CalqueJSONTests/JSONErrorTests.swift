import CalqueBase
import CalqueJSON
import Testing

@Suite struct JSONErrorTests {
  private func failure(_ text: Text, limits: JSONLimits = JSONLimits()) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try JSON.parse(text, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "\"open", "{a:1}", "{'a':1}",
    "[1,]", "{\"a\":1,}", "[1 2]", "01", "+1", ".5", "1.", "nul", "NaN", "Infinity", "[1]]", "1 2",
    "// no\n1", "\"\\x41\"", "\"\\ud800\"", "\"tab\there\"", "[1]\u{0}", "\u{FEFF}\u{FEFF}1",
    "1e999",
  ])
  func brokenTextIsRefused(text: String) {
    let error = failure(Text(text))
    #expect(error?.code == .invalidJSON)
    #expect(error?.message.isEmpty == false)
    #expect(error?.position != nil)
  }

  @Test func aTrailingCommaIsReportedWhereTheBracketIs() {
    let error = failure("{\n  \"a\": 1,\n}")
    #expect(error?.position?.line == 3)
    #expect(failure("[1,\n\n  ]")?.position?.line == 3)
  }

  @Test func positionsCountTheByteOrderMark() throws {
    let plain = try #require(failure("[1,\n]")?.position)
    let marked = try #require(failure("\u{FEFF}[1,\n]")?.position)
    #expect(marked.line == plain.line)
    #expect(marked.column == plain.column)
    #expect(marked.offset == plain.offset + 3)
  }

  @Test func positionsDoNotCountWhatIsAddedToWideIntegers() throws {
    let narrow = try #require(failure("[1111111111111111111,1111111111111111111,\n]")?.position)
    let wide = try #require(failure("[9999999999999999999,9999999999999999999,\n]")?.position)
    #expect(wide == narrow)
    #expect(failure("[9999999999999999999, 1e999]")?.code == .invalidJSON)
  }

  @Test(arguments: [0, 1, 8, 100])
  func invalidUTF8IsReportedAtItsFirstByte(lead: Int) {
    let text = Text([0x22] + [UInt8](repeating: 0x61, count: lead) + [0xC3, 0x28, 0x22])
    let error = failure(text)
    #expect(error?.code == .invalidUTF8)
    #expect(error?.position == Position(line: 1, column: lead + 2, offset: lead + 1))
  }

  @Test func aNULInANameIsRefused() {
    let error = failure("{\"ok\": 1,\n \"a\\u0000b\": 2}")
    #expect(error?.code == .invalidJSON)
    #expect(error?.position?.line == 2)
  }

  @Test(arguments: [1, 2, 127, 128, 300])
  func depthIsLimited(limit: Int) {
    let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: limit)
    for (depth, isRefused) in [(limit - 1, false), (limit, false), (limit + 1, true)] {
      let arrays = nested(depth, "[", "]")
      #expect(failure(arrays, limits: limits).map { $0.code } == (isRefused ? .limitExceeded : nil))
      let objects = nested(depth, "{\"a\":", "}")
      #expect(
        failure(objects, limits: limits).map { $0.code } == (isRefused ? .limitExceeded : nil))
    }
  }

  private func nested(_ depth: Int, _ open: Text, _ close: Text) -> Text {
    var text = Text()
    for _ in 0..<depth { text.append(open) }
    text.append("1")
    for _ in 0..<depth { text.append(close) }
    return text
  }

  @Test func theParserHasADepthOfItsOwn() {
    let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: 100_000)
    #expect(failure(nested(2049, "[", "]"), limits: limits)?.code == .limitExceeded)
    #expect(failure(nested(200_000, "[", "]"), limits: limits)?.code == .limitExceeded)
  }

  @Test func sizeIsLimited() {
    let text: Text = "[1,2,3]"
    for (bytes, isRefused) in [(6, true), (7, false), (8, false)] {
      let limits = JSONLimits(maximumBytes: bytes, maximumDepth: 8)
      #expect(failure(text, limits: limits).map { $0.code } == (isRefused ? .limitExceeded : nil))
    }
  }
}
