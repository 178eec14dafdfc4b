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

/// Placeholders of formats v1 and ios.
@Suite struct OlderPlaceholderTests {
  private func names(_ text: Text, _ dialect: PatternDialect) -> [String] {
    let scanner = PlaceholderScanner(dialect, prefix: "__", suffix: "__")
    var found: [String] = []
    var from = 0
    while let match = text.bytes.withUnsafeBufferPointer({ scanner.next(in: $0, from: from) }) {
      found.append(text.part(match.inner).string + (match.isHTML ? "!" : ""))
      from = match.end
    }
    return found
  }

  @Test(
    arguments: [
      ("__a__", ["a"]), ("__a__ __b__", ["a", "b"]), ("__a____b__", ["a", "b"]),
      ("__aHTML__", ["a!"]),
      ("__HTML__", ["HTML"]), ("__a b__", ["a b"]), ("____", []), ("__a", []),
      ("__a.b-c__", ["a.b-c"]),
    ] as [(String, [String])])
  func version1TakesTheShortestRun(text: String, expected: [String]) {
    #expect(names(Text(text), .v1) == expected)
  }

  @Test(
    arguments: [
      ("__a__", ["a"]), ("__a__ __b__", ["a", "b"]), ("__a____b__", ["a____b"]),
      ("__a__and__b__", ["a__and__b"]), ("__aHTML__", ["aHTML"]), ("__a b__", []), ("__a-b__", []),
      ("__a.b__", ["a.b"]), ("_____", ["_"]), ("____", []), ("__a_b__", ["a_b"]),
      ("__größe__", ["größe"]),
      ("__a\u{A0}b__", []), ("__a–b__", []), ("__日本__", ["日本"]),
    ] as [(String, [String])])
  func iosTakesTheLongestRunOfWordCharacters(text: String, expected: [String]) {
    #expect(names(Text(text), .ios) == expected)
  }

  @Test func anotherKeySeparatorBelongsToTheRun() {
    let scanner = PlaceholderScanner(
      .ios, prefix: "{", suffix: "}", keySeparator: "::")
    func name(_ text: Text) -> Range<Int>? {
      text.bytes.withUnsafeBufferPointer { scanner.next(in: $0, from: 0)?.inner }
    }
    #expect(name("{a::b}") == 1..<5)
    #expect(name("{a:b}") == nil)
    #expect(name("{a.b}") == nil)
  }
}
