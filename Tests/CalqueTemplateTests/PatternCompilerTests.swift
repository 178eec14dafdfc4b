import CalqueBase
import CalqueTemplate
import Testing

@Suite struct PatternCompilerTests {
  private func compile(
    _ text: Text, _ dialect: PatternDialect = .modern,
    _ change: (inout InterpolationSyntax) -> Void = { _ in }
  ) -> Pattern {
    var syntax = InterpolationSyntax()
    if dialect != .modern {
      syntax.prefix = "__"
      syntax.suffix = "__"
      syntax.escapeValue = false
    }
    change(&syntax)
    return PatternCompiler(dialect: dialect, syntax: syntax).compile(text)
  }

  /// A program in words: L literal, V variable, U unescaped, E escaped, R reference.
  private func words(_ pattern: Pattern) -> [String] {
    guard case .program(let bytes) = pattern else { return ["\(pattern)"] }
    var words: [String] = []
    var at = 0
    while at < bytes.count, let operation = Pattern.Operation(rawValue: bytes[at]) {
      if operation == .end {
        #expect(at == bytes.count - 1)
        return words
      }
      let start = Int(bytes[at + 2]) | Int(bytes[at + 3]) << 8
      let count = Int(bytes[at + 4]) | Int(bytes[at + 5]) << 8
      let nameCount = Int(bytes[at + 8]) | Int(bytes[at + 9]) << 8
      let body = Text(bytes[(at + 12)..<(at + 12 + count)])
      let name = body.part(start, start + nameCount)
      words.append(word(operation) + ":" + (operation == .literal ? body : name).string)
      at += 12 + count
    }
    return words + ["no end"]
  }

  private func word(_ operation: Pattern.Operation) -> String {
    switch operation {
    case .end: "end"
    case .literal: "L"
    case .variable: "V"
    case .escapedVariable: "E"
    case .reference: "R"
    case .unescapedVariable: "U"
    }
  }

  @Test(arguments: ["", "text", "a } b } c", "{ a }", "$ t(a)", "100% & <b>", "__a__", "日本"])
  func textWithoutDelimitersIsPlain(text: String) {
    #expect(compile(Text(text)) == .plain)
  }

  @Test(
    arguments: [
      ("{{a}}", ["E:a"]), ("Hi {{ name }}!", ["L:Hi ", "E:name", "L:!"]),
      ("{{- a}}{{b}}", ["U:a", "E:b"]), ("{{-a}}", ["U:a"]), ("$t(k)", ["R:k"]),
      ("x $t( k.l ) {{a}}", ["L:x ", "R:k.l", "L: ", "E:a"]), ("{{a}} }} ", ["E:a", "L: }} "]),
      ("$t(a b) {{c}}", ["R:a b", "L: ", "E:c"]), ("{{größe}}", ["E:größe"]),
    ] as [(String, [String])])
  func simplePlaceholdersAndReferencesMakeAProgram(text: String, expected: [String]) {
    #expect(words(compile(Text(text))) == expected)
  }

  @Test(arguments: [
    "{{a.b}}", "{{a, number}}", "{{a, f(x: 1)}}", "{{{a}}}", "{{ }}", "{{}} {{a}}", "{{a",
    "{{a}} {{",
    "$t(k, {\"count\": 1})", "$t(k, uppercase)", "$t({{k}})", "$t()", "$t( )", "{{- - a}}",
    "{{a {{b}}",
  ])
  func whateverNeedsTheFullRulesIsDynamic(text: String) {
    #expect(compile(Text(text)) == .dynamic)
  }

  @Test func withoutEscapingVariablesAreTakenAsTheyAre() {
    #expect(words(compile("{{a}} {{- b}}") { $0.escapeValue = false }) == ["V:a", "L: ", "U:b"])
  }

  @Test func someOptionsMakeEveryPlaceholderDynamic() {
    #expect(compile("{{a}}") { $0.skipOnVariables = false } == .dynamic)
    #expect(compile("{{a}}") { $0.alwaysFormat = true } == .dynamic)
    #expect(compile("{{a}}") { $0.useRawValueToEscape = true } == .dynamic)
    #expect(compile("{{a}}") { $0.unescapeSuffix = "-" } == .dynamic)
    #expect(compile("a") { $0.skipOnVariables = false } == .plain)
  }

  @Test func moreReplacementsThanAllowedAreLeftToTheFullRules() {
    let text: Text = "{{a}}{{b}}{{c}}"
    #expect(words(compile(text) { $0.maxReplaces = 3 }) == ["E:a", "E:b", "E:c"])
    #expect(compile(text) { $0.maxReplaces = 2 } == .dynamic)
  }

  @Test func otherDelimitersAreFollowed() {
    let pattern = compile("<%a%> {{b}} [[k]]") { syntax in
      syntax.prefix = "<%"
      syntax.suffix = "%>"
      syntax.nestingPrefix = "[["
      syntax.nestingSuffix = "]]"
    }
    #expect(words(pattern) == ["E:a", "L: {{b}} ", "R:k"])
  }

  @Test func underscoresOfVersion1AndIOS() {
    #expect(words(compile("Hi __a__", .v1)) == ["L:Hi ", "V:a"])
    #expect(words(compile("__aHTML__", .v1) { $0.escapeValue = true }) == ["V:a"])
    #expect(words(compile("__a__", .v1) { $0.escapeValue = true }) == ["E:a"])
    #expect(words(compile("__aHTML__", .ios)) == ["V:aHTML"])
    #expect(words(compile("__a b__", .ios)) == ["L:__a b__"])
    #expect(compile("__a.b__", .v1) == .dynamic)
    #expect(compile("__a.b__", .ios) == .dynamic)
    #expect(compile("$t(k)", .v1) == .dynamic)
    #expect(compile("$t(k)", .ios) == .dynamic)
    #expect(compile("{{a}}", .ios) == .plain)
  }
}
