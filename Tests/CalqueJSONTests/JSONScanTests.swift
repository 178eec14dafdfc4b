import CalqueBase
import CalqueJSON
import Testing

/// Reading in place: the same values as `JSON.parse`, or nothing.
@Suite struct JSONScanTests {
  private func scanned(_ text: String) -> Value? {
    withArena { arena in
      Text(text).bytes.withUnsafeBufferPointer { bytes in
        var scan = JSONScan(bytes, in: arena)
        guard let item = scan.value(), scan.isAtEnd() else { return nil }
        return item.value(in: arena)
      }
    }
  }

  private func withArena<Result>(_ body: (UnsafeMutablePointer<Arena>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { block in
      var arena = Arena(block.baseAddress.unsafelyUnwrapped, block.count)
      defer { arena.free() }
      return withUnsafeMutablePointer(to: &arena, body)
    }
  }

  @Test(
    arguments: [
      "null", " true ", "false", "0", "-0", "-7", "123456789012345678", "1.5", "-2e3", "1E+2",
      "0.25", #""""#, #""Grüße""#, #""\"\\\/\b\f\n\r\t\u00e9\u20ac\ud83d\ude00\u0000""#,
      "[]", "{}", " [ 1 , [ 2 ] ] ", #"{"a":{"b":[null]},"c":"d"}"#, #"{"a":1,"a":2}"#,
      #"["]}", "\"", "\\"]"#,
    ])
  func whatIsTakenIsAsItIsParsed(text: String) throws {
    let expected = try JSON.parse(Text(text))
    #expect(scanned(text) == expected)
  }

  @Test(
    arguments: [
      "", " ", "nul", "truex", "01", "-", "1.", ".5", "1e", "+1", "0x1", "1e999", "[1,]", "[1 2]",
      "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{1:2}", "{\"a\":1} x", "\"", "\"\\x\"",
      "\"\\u12\"",
      "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\u{1}\"", "'a'", "[\"a]", "\u{FEFF}1",
    ])
  func whatIsWrongIsNotTaken(text: String) {
    #expect(scanned(text) == nil)
  }

  @Test func whatIsRareIsLeft() {
    // A NUL in a name is wrong, integers may be too large, and depth has a limit.
    #expect(scanned(#"{"\u0061": 1}"#) == nil)
    #expect(scanned("1234567890123456789") == nil)
    #expect(scanned(String(repeating: "[", count: 17) + String(repeating: "]", count: 17)) == nil)
    #expect(scanned(String(repeating: "[", count: 16) + String(repeating: "]", count: 16)) != nil)
  }

  @Test(
    arguments: [
      ("name", "Ann"), ("a.b.0", "first"), ("a.b.1.c", "deep"), ("twice", "second"), ("none", nil),
      ("quoted", #"<b>"x"</b>"#),
      ("a.b.2", nil), ("a.b.00", nil), ("name.x", nil), ("", nil), ("a.", nil),
    ] as [(String, String?)])
  func pathsLeadToTexts(path: String, expected: String?) {
    let json: Text =
      #"""
      {"name": "Ann", "a": {"b": ["first", {"c": "deep"}]}, "twice": "first", "twice": "second",
      "quoted": "<b>\"x\"</b>"}
      """#
    let found = withArena { arena in
      json.bytes.withUnsafeBufferPointer { json in
        Text(path).bytes.withUnsafeBufferPointer { path in
          JSONScan(json, in: arena).find(path).flatMap { $0.value(in: arena) }
        }
      }
    }
    #expect(found == expected.map { .text(Text($0)) })
  }
}
