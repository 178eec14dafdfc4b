import CalqueBase
import CalqueTemplate
import Testing

@Suite struct UnderscoreScannerTests {
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
