import CalqueBase
import CalqueTemplate
import Testing

@Suite struct PatternCompilerTests {
  private func compile(
    _ text: Text, _ dialect: PatternDialect = .modern,
    _ change: (inout InterpolationSyntax) -> Void = { _ in }
  ) -> Pattern {
    program(of: text, dialect, change).pattern
  }

  private func program(
    of text: Text, _ dialect: PatternDialect, _ change: (inout InterpolationSyntax) -> Void
  ) -> (pattern: Pattern, bytes: [UInt8]) {
    var syntax = InterpolationSyntax()
    if dialect != .modern {
      syntax.prefix = "__"
      syntax.suffix = "__"
      syntax.escapeValue = false
    }
    change(&syntax)
    // The previous contents do not stay.
    var buffer = ByteBuffer(capacity: 0)
    defer { buffer.deallocate() }
    _ = buffer.extend(by: 3)
    let compiler = PatternCompiler(dialect: dialect, syntax: syntax)
    let pattern = text.bytes.withUnsafeBufferPointer { compiler.compile($0, to: &buffer) }
    return (pattern, Array(UnsafeRawBufferPointer(start: buffer.start, count: buffer.count)))
  }

  /// A program in words: L literal, V variable, U unescaped, E escaped, R reference.
  private func words(
    _ text: Text, _ dialect: PatternDialect = .modern,
    _ change: (inout InterpolationSyntax) -> Void = { _ in }
  ) -> [String] {
    let (pattern, program) = program(of: text, dialect, change)
    guard pattern == .program else { return ["\(pattern)"] }
    var words: [String] = []
    text.bytes.withUnsafeBufferPointer { text in
      program.withUnsafeBytes { program in
        guard let start = program.baseAddress, let literal = text.baseAddress else { return }
        var step = PatternStep(start, literal)
        var size = Pattern.endSize
        while let operation = step.operation {
          if step.literalCount > 0 { words.append("L:" + string(step.literal, step.literalCount)) }
          if operation == .end { break }
          words.append(word(operation) + ":" + string(step.name, step.nameCount))
          let isReference = operation.isReference
          if isReference {
            #expect(step.keyHash == KeyHash(step.name, step.nameCount).value)
          }
          size += isReference ? Pattern.referenceSize : Pattern.variableSize
          step = isReference ? step.nextOfReference : step.nextOfVariable
        }
        #expect(size == program.count)
        #expect(step.placeholder == literal + text.count)
      }
    }
    return words
  }

  private func string(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
    Text(UnsafeBufferPointer(start: bytes, count: count)).string
  }

  private func word(_ operation: Pattern.Operation) -> String {
    switch operation {
    case .end: "end"
    case .variable: "V"
    case .escapedVariable: "E"
    case .reference: "R"
    case .unescapedVariable: "U"
    case .path: "VP"
    case .escapedPath: "EP"
    case .unescapedPath: "UP"
    case .formatted: "VF"
    case .escapedFormatted: "EF"
    case .unescapedFormatted: "UF"
    case .referenceWithOptions: "RO"
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
    #expect(words(Text(text)) == expected)
  }

  @Test(arguments: [
    "{{{a}}}", "{{ }}", "{{}} {{a}}", "{{a", "{{a}} {{", "$t()", "$t( )", "{{- - a}}",
    "{{a {{b}}", "$t({{k) }}", "$t(a {{b",
  ])
  func whatOnlyScanningTellsIsDynamic(text: String) {
    #expect(compile(Text(text)) == .dynamic)
  }

  @Test(
    arguments: [
      ("{{a.b}}", ["EP:a.b"]), ("{{- a.b}}", ["UP:a.b"]), ("{{lng}}", ["EP:lng"]),
      ("{{a, number}}", ["EF:a"]), ("{{- a, f(x: 1)}}", ["UF:a"]),
      ("{{ a.b , f }}.", ["EF:a.b", "L:."]), ("$t(k, {\"count\": 1})", ["RO:k, {\"count\": 1}"]),
      ("$t(k, uppercase)", ["RO:k, uppercase"]), ("$t({{k}}) {{a}}", ["RO:{{k}}", "L: ", "E:a"]),
    ] as [(String, [String])])
  func pathsFormattersAndOptionsAreOperations(text: String, expected: [String]) {
    #expect(words(Text(text)) == expected)
  }

  @Test func withoutEscapingVariablesAreTakenAsTheyAre() {
    #expect(words("{{a}} {{- b}}") { $0.escapeValue = false } == ["V:a", "L: ", "U:b"])
  }

  @Test func someOptionsMakeEveryPlaceholderDynamic() {
    #expect(compile("{{a}}") { $0.skipOnVariables = false } == .dynamic)
    #expect(compile("{{a}}") { $0.unescapeSuffix = "-" } == .dynamic)
    #expect(compile("a") { $0.skipOnVariables = false } == .plain)
  }

  @Test func moreReplacementsThanAllowedAreDynamic() {
    let text: Text = "{{a}}{{b}}{{c}}"
    #expect(words(text) { $0.maxReplaces = 3 } == ["E:a", "E:b", "E:c"])
    #expect(compile(text) { $0.maxReplaces = 2 } == .dynamic)
  }

  /// A step has a byte for each length; in a run of more, a name once stood where it did not.
  @Test(arguments: ["{{%}}", "{{ %}}", "{{- %}}", "$t(%)", "$t( %)"])
  func placeholdersOfMoreThan255BytesAreDynamic(shape: String) {
    func form(_ bytes: Int) -> Text {
      let fill = String(repeating: "n", count: bytes - shape.utf8.count + 1)
      return "before " + Text(String(shape.map { $0 == "%" ? fill : String($0) }.joined())) + "\n"
    }
    #expect(words(form(254)).count == 3)
    #expect(words(form(255)).count == 3)
    #expect(compile(form(256)) == .dynamic)
    let spaces = String(repeating: " ", count: 65536)
    #expect(compile(Text("{{" + spaces + "a}}")) == .dynamic)
  }

  /// The end of many references is searched for once.
  @Test func aTextOfManyReferencesIsCompiledQuickly() {
    var text = Text()
    for _ in 0..<20_000 { text.append("$t(a) b ") }
    #expect(words(text).count == 40_000)
    text.append("{{c}}")
    #expect(words(text).suffix(3) == ["R:a", "L: b ", "E:c"])
  }

  @Test func otherDelimitersAreFollowed() {
    let words = words("<%a%> {{b}} [[k]]") { syntax in
      syntax.prefix = "<%"
      syntax.suffix = "%>"
      syntax.nestingPrefix = "[["
      syntax.nestingSuffix = "]]"
    }
    #expect(words == ["E:a", "L: {{b}} ", "R:k"])
  }

  @Test func underscoresOfVersion1AndIOS() {
    #expect(words("Hi __a__", .v1) == ["L:Hi ", "V:a"])
    #expect(words("__aHTML__", .v1) { $0.escapeValue = true } == ["V:a"])
    #expect(words("__a__", .v1) { $0.escapeValue = true } == ["E:a"])
    #expect(words("__aHTML__", .ios) == ["V:aHTML"])
    #expect(words("__a b__", .ios) == ["L:__a b__"])
    #expect(compile("__a.b__", .v1) == .dynamic)
    #expect(compile("__a.b__", .ios) == .dynamic)
    #expect(compile("$t(k)", .v1) == .program)
    #expect(compile("$t(k)", .ios) == .program)
    #expect(compile("{{a}}", .ios) == .plain)
  }
}
