import CalqueBase
import CalqueTemplate
import Testing

@Suite struct ValueTextTests {
  @Test(
    arguments: [
      (Value.null, ""), (.bool(true), "true"), (.int(-5), "-5"), (.double(1e21), "1e+21"),
      (.decimal("1.50"), "1.50"), (.text("x"), "x"),
      (.array([.int(1), .null, .array([.text("a")])]), "1,,a"),
      (.object(Members()), "[object Object]"),
    ] as [(Value, String)])
  func valuesReadAsInScripts(value: Value, expected: String) {
    #expect(ValueText.of(value).string == expected)
  }

  @Test func onlySixCharactersAreEscaped() {
    #expect(HTMLEscape.escape("&<>\"'/") == "&amp;&lt;&gt;&quot;&#39;&#x2F;")
    #expect(HTMLEscape.escape("a`=\\é{}") == "a`=\\é{}")
    #expect(HTMLEscape.escape("&amp;") == "&amp;amp;")
  }
}
