import CalqueBase
import CalqueTemplate
import Testing

@Suite struct NestingScannerTests {
  private func inner(_ text: Text) -> [String] {
    let scanner = NestingScanner(InterpolationSyntax())
    var found: [String] = []
    var from = 0
    while let match = scanner.next(in: text, from: from) {
      found.append(text.part(match.inner).string)
      from = match.end
    }
    #expect(scanner.count(in: text) == found.count)
    return found
  }

  @Test(
    arguments: [
      ("", []), ("$t()", [""]), ("$t(a)", ["a"]), ("x $t(a) y $t(b)", ["a", "b"]), ("$t(a", []),
      ("$(a)", []), ("$t a)", []), ("$t(a))", ["a"]),
      (#"$t(a, {"x": ")"})"#, [#"a, {"x": ")"}"#]), ("$t(a, {'x': ')'})", ["a, {'x': ')'}"]),
      ("$t(a (b) c)", ["a (b) c"]), ("$t(a ((b)) c)", []), ("$t(a \" b)", []),
      ("$t(it's) $t(b)", ["b"]), ("$t(a $t(b))", ["a $t(b)"]), ("$t($t(b)", ["b"]),
      ("$t(a (\")\") b)", ["a (\")\") b"]), ("$t(a\nb)", ["a\nb"]),
    ] as [(String, [String])])
  func quotesAndOneLevelOfParenthesesAreRespected(text: String, expected: [String]) {
    #expect(inner(Text(text)) == expected)
  }

  @Test func delimitersCanBeChosen() {
    var syntax = InterpolationSyntax()
    syntax.nestingPrefix = "[["
    syntax.nestingSuffix = "]]"
    let text: Text = "x [[a (b]]) ]] y"
    let match = NestingScanner(syntax).next(in: text, from: 0)
    #expect(match.map { text.part($0.inner) } == "a (b]]) ")
  }
}
