import CalqueBase
import CalqueJSON
import Testing

@Suite struct JSONWritingTests {
  @Test(
    arguments: [
      (Value.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
      (.int(.min), "-9223372036854775808"),
      (.double(-0.0), "0"), (.double(1e21), "1e+21"), (.double(0.1), "0.1"),
      (.double(.nan), "null"),
      (.double(.infinity), "null"), (.decimal("1.50"), "1.5"), (.array([]), "[]"),
      (.object(Members()), "{}"), (.array([.int(1), .array([.null])]), "[1,[null]]"),
      (.object(Members([("b", .int(1)), ("a", .text("x"))])), #"{"b":1,"a":"x"}"#),
    ] as [(Value, String)])
  func valuesAreWrittenCompactly(value: Value, expected: String) {
    #expect(JSON.text(of: value).string == expected)
  }

  @Test func onlyWhatMustBeEscapedIs() {
    let text = "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F} \"\\/é😀\u{7F}\u{2028}"
    let expected =
      #""\u0000\u0001\b\t\n\u000b\f\r\u001f \"\\/é😀"# + "\u{7F}\u{2028}\""
    #expect(JSON.text(of: .text(Text(text))).string == expected)
  }

  @Test func namesAreEscapedAsTextsAre() {
    #expect(JSON.text(of: .object(Members([("a\"\n", .null)]))) == #"{"a\"\n":null}"#)
  }

  @Test func everyASCIICharacterReadsBack() throws {
    let text = Text((0..<128).map { UInt8($0) })
    #expect(try JSON.parse(JSON.text(of: .text(text))) == .text(text))
  }

  @Test func whatIsWrittenReadsBack() throws {
    let source: Text = #"{"a":[1,-2.5,true,null,{"":"\u0001é"}],"b":{"c":{}},"d":1e-7,"e":"\\\""}"#
    let value = try JSON.parse(source)
    let written = JSON.text(of: value)
    #expect(try JSON.parse(written) == value)
    #expect(JSON.text(of: try JSON.parse(written)) == written)
  }
}
