import CalqueBase
import CalqueTemplate
import Testing

@Suite struct NestingScannerTests {
  private func inner(_ text: Text) -> [String] {
    let scanner = NestingScanner(InterpolationSyntax())
    var found: [String] = []
    var from = 0
    var deadEnds = DeadEnds()
    while let match = scanner.next(in: text, from: from, &deadEnds) {
      found.append(text.part(match.inner).string)
      from = match.end
    }
    #expect(text.bytes.withUnsafeBufferPointer { scanner.count(in: $0) } == found.count)
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

  /// Remembering searches that found nothing only saves work.
  @Test func searchesThatRememberFindTheSame() {
    let scanner = NestingScanner(InterpolationSyntax())
    let parts: [Text] = ["$t(", "(", ")", "\"", "'", "a"]
    var state: UInt64 = 1
    for _ in 0..<20_000 {
      var text = Text()
      for _ in 0..<24 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(parts[Int(state >> 33) % parts.count])
      }
      var deadEnds = DeadEnds()
      for from in stride(from: 0, to: text.count, by: 5) {
        var none = DeadEnds()
        let remembered = scanner.next(in: text, from: from, &deadEnds)?.inner
        let found = scanner.next(in: text, from: from, &none)?.inner
        #expect(remembered == found)
      }
    }
  }

  @Test func delimitersCanBeChosen() {
    var syntax = InterpolationSyntax()
    syntax.nestingPrefix = "[["
    syntax.nestingSuffix = "]]"
    let text: Text = "x [[a (b]]) ]] y"
    var deadEnds = DeadEnds()
    let match = NestingScanner(syntax).next(in: text, from: 0, &deadEnds)
    #expect(match.map { text.part($0.inner) } == "a (b]]) ")
  }
}
