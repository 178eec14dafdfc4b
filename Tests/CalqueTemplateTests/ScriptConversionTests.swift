import CalqueBase
import CalqueTemplate
import Testing

@Suite struct ScriptConversionTests {
  @Test(arguments: [
    ("12", 12), (" -1.5e2 ", -150), ("", 0), ("  ", 0), (".5", 0.5), ("5.", 5), ("0x1F", 31),
    ("0b101", 5), ("0o17", 15), ("Infinity", Double.infinity), ("-Infinity", -.infinity),
    ("1e400", .infinity), ("+7", 7),
  ])
  func numeralsAreNumbers(text: String, number: Double) {
    #expect(ScriptNumber.whole(Text(text)) == number)
  }

  @Test(arguments: ["12px", "1 2", ".", "e5", "1e", "-", "0x", "0xG", "-0x1", "inf", "nan", "0b2"])
  func otherTextsAreNot(text: String) {
    #expect(ScriptNumber.whole(Text(text)).isNaN)
  }

  @Test func prefixesCountForParsing() {
    #expect(ScriptNumber.prefix(of: " 3.5em") == 3.5)
    #expect(ScriptNumber.prefix(of: "1e") == 1)
    #expect(ScriptNumber.integer(of: "-42.9") == -42)
    #expect(ScriptNumber.integer(of: "1e3") == 1)
    #expect(ScriptNumber.integer(of: "x1").isNaN)
    #expect(ScriptNumber.prefix(of: "em").isNaN)
  }

  @Test func unsignedNumbersWrapAt32Bits() {
    #expect(ScriptNumber.unsigned32(-1) == .max)
    #expect(ScriptNumber.unsigned32(4_294_967_301.7) == 5)
    #expect(ScriptNumber.unsigned32(.nan) == 0)
    #expect(ScriptNumber.unsigned32(1e300) == 0)
  }

  @Test func textsAreThoseOfECMAScript() {
    #expect(ScriptText.of(.null) == "null")
    #expect(ScriptText.of(.array([.null, .array([.text("x"), .bool(true)])])) == ",x,true")
  }

  @Test func prefixesEndAtWholeCodePoints() {
    #expect(ScriptText.prefix("a😀b", units: 2) == "a")
    #expect(ScriptText.prefix("a😀b", units: 3) == "a😀")
    #expect(ScriptText.length("a😀é") == 4)
  }
}
