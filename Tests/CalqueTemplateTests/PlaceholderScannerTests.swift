import CalqueBase
import CalqueTemplate
import Testing

@Suite struct PlaceholderScannerTests {
  private func inner(_ text: Text, prefix: Text = "{{", suffix: Text = "}}") -> [String] {
    let scanner = PlaceholderScanner(prefix: prefix, suffix: suffix)
    var found: [String] = []
    var from = 0
    while let match = scanner.next(in: text, from: from) {
      #expect(text.part(match.start, match.end) == prefix + text.part(match.inner) + suffix)
      #expect(match.start >= from)
      found.append(text.part(match.inner).string)
      from = match.end
    }
    return found
  }

  @Test(
    arguments: [
      ("", []), ("{{", []), ("}}", []), ("{{}}", []), ("{{a}}", ["a"]), ("{{ a }}", [" a "]),
      ("x {{a}} y {{b}}", ["a", "b"]), ("{{a}}{{b}}", ["a", "b"]), ("{{{a}}}", ["{a"]),
      ("{{{{a}}}}", ["{{a"]), ("{{}}}}", ["}"]), ("{{a", []), ("{{a}", []), ("{{a}}}", ["a"]),
      ("{{a\nb}}", []), ("{{a\n{{b}}", ["b"]), ("{{a\r}} {{b}}", ["b"]), ("{{é😀}}", ["é😀"]),
      ("{{a\u{2028}b}}", []), ("{{a {{b}}", ["a {{b"]),
    ] as [(String, [String])])
  func theShortestRunWithoutALineBreakIsTaken(text: String, expected: [String]) {
    #expect(inner(Text(text)) == expected)
  }

  @Test func delimitersMayBeAlikeAndOfAnyLength() {
    #expect(inner("__a__ __b__", prefix: "__", suffix: "__") == ["a", "b"])
    #expect(inner("%a% %b%", prefix: "%", suffix: "%") == ["a", "b"])
    #expect(inner("____a__", prefix: "__", suffix: "__") == ["__a"])
  }

  @Test func aLongTextOfPrefixesIsScannedQuickly() {
    var text = Text()
    for _ in 0..<20_000 { text.append("{{\n") }
    text.append("{{a}}")
    #expect(inner(text) == ["a"])
  }
}
