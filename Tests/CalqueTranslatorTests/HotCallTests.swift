import CalqueBase
import CalqueTranslator
import Testing

/// A hot call answers as the full rules do, or leaves the call to them.
@Suite struct HotCallTests {
  private typealias Given = (name: Text, value: Value)

  /// What hot calls take as an argument; arrays and objects are left to the full rules.
  private func withArgument(
    _ given: Given, _ body: (Argument) -> HotAnswer
  ) -> HotAnswer {
    given.name.bytes.withUnsafeBufferPointer { name in
      switch given.value {
      case .int(let int): body(Argument(name, .int, UInt64(bitPattern: int)))
      case .double(let double): body(Argument(name, .double, double.bitPattern))
      case .bool(let bool): body(Argument(name, .bool, bool ? 1 : 0))
      case .text(let text):
        text.bytes.withUnsafeBufferPointer { body(Argument(name, .text, 0, $0)) }
      default: body(Argument(name, .other, 0))
      }
    }
  }

  private func withArguments(
    _ given: ArraySlice<Given>, _ done: [Argument] = [],
    _ body: (inout HotArguments) -> HotAnswer
  ) -> HotAnswer {
    if let first = given.first {
      return withArgument(first) { withArguments(given.dropFirst(), done + [$0], body) }
    }
    let storage = UnsafeMutablePointer<Argument>.allocate(capacity: max(done.count, 1))
    defer { storage.deallocate() }
    var arguments = HotArguments(storage)
    for argument in done where !arguments.append(argument) { return .full }
    return body(&arguments)
  }

  /// The text of a hot call, nil when it is left to the full rules.
  private func hot(_ translator: Translator, _ key: Text, _ given: [Given]) -> String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var length: Int?
    buffer.withUnsafeMutableBytes { bytes in
      var output = Output(bytes.baseAddress, capacity: bytes.count)
      let answer = withArguments(given[...]) { arguments in
        key.bytes.withUnsafeBufferPointer { key in
          translator.withHotScope { $0?.translate(key, &arguments, into: &output) ?? .full }
        }
      }
      if answer != .full { length = output.length }
    }
    return length.map { Text(buffer[..<$0]).string }
  }

  private func full(_ translator: Translator, _ key: Text, _ given: [Given]) -> String {
    var options = Members()
    for (name, value) in given { options[name] = value }
    if translator.format == .ios {
      options = options.isEmpty ? options : Members([("variables", .object(options))])
    }
    return translator.translate([key], options).text.string
  }

  /// - Returns: whether the hot call answered by itself.
  private func compare(_ translator: Translator, _ key: Text, _ given: Given...) -> Bool {
    guard let text = hot(translator, key, given) else { return false }
    #expect(text == full(translator, key, given), "\(key.string) with \(given)")
    return true
  }

  private func translator() throws -> Translator {
    try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"en-US","fallbackLng":"ar","resources":{
        "en-US":{"translation":{"null":null,"empty":"","number":5,"object":{"a":"A"}}},
        "en":{"translation":{
          "plain":"Plain ü","v":"Hi {{name}}!","raw":"{{- name}}","two":"{{a}}{{b}}{{a}}","null":"from en",
          "k_one":"{{count}} cat","k_other":"{{count}} cats","k_zero":"no cats","k_male_one":"tomcat","k_male":"tomcats",
          "nested":"[$t(v)]","deep":"<$t(nested)>","self":"s $t(self)","x":"x$t(y)","y":"y$t(x)","gone":"$t(none)",
          "counted":"$t(k) {{count}}","lng":"$t(inner)","inner":"{{lng}} {{applyPostProcessor}} {{defaultValue}}",
          "o_ordinal_one":"{{count}}st","o_other":"{{count}}","format":"{{name, number}}","path":"{{a.b}}"}},
        "ar":{"translation":{"n_zero":"0","n_one":"1","n_two":"2","n_few":"3","n_many":"11","n_other":"100"}}}}
      """#)
  }

  @Test func simpleCallsAreAnsweredAlike() throws {
    let translator = try translator()
    for key: Text in ["plain", "v", "raw", "two", "null", "empty", "nested", "deep", "self", "x"] {
      #expect(compare(translator, key))
      #expect(compare(translator, key, ("name", .text("Bob")), ("a", .int(-1)), ("b", .bool(true))))
    }
    #expect(compare(translator, "v", ("name", .text("<a href='/'>\"&\"</a>"))))
    #expect(compare(translator, "v", ("name", .text(""))))
    #expect(compare(translator, "v", ("name", .double(1e21))))
    #expect(compare(translator, "v", ("name", .double(-0.0))))
  }

  @Test(arguments: [0, 1, 2, 3, 11, 100, -1, -2, Int64.max, Int64.min])
  func countsAreAnsweredAlike(count: Int64) throws {
    let translator = try translator()
    for key: Text in ["k", "n", "counted", "plain"] {
      #expect(compare(translator, key, ("count", .int(count))))
      _ = compare(translator, key, ("count", .int(count)), ("context", .text("male")))
      _ = compare(translator, key, ("count", .int(count)), ("ordinal", .bool(true)))
      _ = compare(translator, key, ("count", .int(count)), ("ordinal", .text("yes")))
      _ = compare(translator, key, ("count", .int(count)), ("ordinal", .double(0.5)))
      _ = compare(translator, key, ("count", .text(Decimal.text(of: count))))
    }
  }

  @Test func whatNeedsTheFullRulesIsLeftToThem() throws {
    let translator = try translator()
    let left: [(Text, [Given])] = [
      ("none", [("defaultValue", .text("d"))]), ("number", []), ("object", []),
      ("format", [("name", .int(1))]), ("gone", []),
      ("path", []), ("translation:plain", []), ("", []), ("plain", [("lng", .text("ar"))]),
      ("plain", [("ns", .text("x"))]), ("plain", [("replace", .text("x"))]),
      ("v", [("name", .array([]))]), ("o", [("count", .int(1)), ("ordinal", .bool(true))]),
      ("lng", []), ("inner", [("defaultValue", .text("d"))]),
    ]
    for (key, given) in left { #expect(hot(translator, key, given) == nil, "\(key.string)") }
  }

  @Test func plainMissingKeysShowAsTheyAre() throws {
    let translator = try translator()
    for key: Text in ["none", "a.b", "not there"] {
      #expect(hot(translator, key, []) == key.string)
      #expect(translator.translate([key], Members()).isMissing)
      _ = compare(translator, key)
    }
    for key: Text in ["a:b", "{{none}}", "$t(none)", "###", "keiné"] {
      #expect(hot(translator, key, []) == nil)
    }
  }

  @Test(arguments: [
    "{{count}}", "{{", "}}", "$t(plain)", "$t(", ")", "(", "'", "\"", "$&", "{", "}", "\u{0}", "😀",
    "{{- b}}",
  ])
  func hardValuesAreAnsweredAlike(value: String) throws {
    let translator = try translator()
    for key: Text in ["v", "raw", "two", "nested", "deep", "counted", "k"] {
      _ = compare(
        translator, key, ("name", .text(Text(value))), ("a", .text(Text(value))), ("b", .text("$")),
        ("count", .int(1)))
      _ = compare(translator, key, ("context", .text(Text(value))))
    }
  }

  @Test func ofArgumentsOfTheSameNameTheLastCounts() throws {
    let translator = try translator()
    #expect(compare(translator, "v", ("name", .text("first")), ("name", .text("last"))))
    #expect(compare(translator, "k", ("count", .int(1)), ("count", .int(2))))
  }

  @Test func limitsAreKeptByLeavingTheCall() throws {
    let limited = try TranslatorFixture.english(
      #"{"a":"$t(b)","b":"$t(c)","c":"x","v":"{{x}}{{x}}{{x}}"}"#,
      #""limits":{"maxNesting":1,"maxSteps":2}"#)
    #expect(hot(limited, "a", []) == nil)
    #expect(hot(limited, "v", [("x", .int(1))]) == nil)
    #expect(full(limited, "v", [("x", .int(1))]) == "11{{x}}")
    #expect(full(limited, "a", []) == "$t(c)")
    let short = try TranslatorFixture.english(
      #"{"v":"{{x}}{{x}}{{x}}"}"#, #""limits":{"maxOutput":30}"#)
    #expect(compare(short, "v", ("x", .text("12345"))))
    #expect(hot(short, "v", [("x", .text("1234567890"))]) == nil)
  }

  @Test func optionsThatChangeResultsAreLeftToTheFullRules() throws {
    let tree: Text = #"{"k":"x {{v}}","n":"$t(k)"}"#
    for option: Text in [
      #""returnDetails":true"#, #""postProcess":"sprintf""#, #""updateMissing":true"#,
      #""interpolation":{"alwaysFormat":true}"#,
    ] {
      #expect(hot(try TranslatorFixture.english(tree, option), "k", []) == nil)
    }
    let cimode = try TranslatorFixture.english(tree)
    cimode.changeLanguage(to: ["cimode"])
    #expect(hot(cimode, "k", []) == nil)
  }

  /// Without a language a reference is looked up in the language of the text first.
  @Test func withoutALanguageReferencesAreLeftToTheFullRules() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"""
      {"fallbackLng":["dev","en"],"resources":{"dev":{"translation":{"b":"dev"}},
       "en":{"translation":{"a":"$t(b)","b":"en"}}}}
      """#)
    #expect(hot(translator, "a", []) == nil)
    #expect(full(translator, "a", []) == "en")
    #expect(compare(translator, "b"))
  }

  @Test func olderFormats() throws {
    let v1 = try TranslatorFixture.make(
      .v1, #"{"lng":"en","resStore":{"en":{"translation":{"k":"__a__ __bHTML__","p":"one"}}}}"#)
    #expect(compare(v1, "k", ("a", .text("A")), ("b", .text("<b>"))))
    #expect(hot(v1, "p", [("count", .int(1))]) == nil)
    #expect(hot(v1, "k", [("a", .text("__b__"))]) == nil)
    let ios = try TranslatorFixture.make(
      .ios, #"{"lang":"en","resourcesStore":{"en":{"translation":{"k":"__a__ __defaultValue__"}}}}"#
    )
    #expect(hot(ios, "k", [("a", .text("A")), ("defaultValue", .text("d"))]) == nil)
    let v3 = try TranslatorFixture.make(
      .v3, #"{"lng":"en","resources":{"en":{"translation":{"k":"{{a}}","k_plural":"{{count}}"}}}}"#)
    #expect(compare(v3, "k", ("a", .text("A"))))
    #expect(hot(v3, "k", [("count", .int(2))]) == nil)
  }

  @Test func resolvedKeysPassOverWhatIsNoTranslation() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"en-US","fallbackLng":false,"returnEmptyString":false,"resources":{
        "en-US":{"translation":{"e":"","n":null}},"en":{"translation":{"e":"E","n":"N {{v}}"}}}}
      """#)
    let view = View(
      translator.snapshot, lngs: [], hasFallbacks: true, namespaces: [], keyPrefix: "")
    for (key, expected): (Text, Text) in [("e", "E"), ("n", "N 1")] {
      let hot = try #require(view.hot)
      let resolved = try #require(key.bytes.withUnsafeBufferPointer { hot.resolve($0) })
      var buffer = [UInt8](repeating: 0, count: 100)
      let text = buffer.withUnsafeMutableBytes { bytes in
        var output = Output(bytes.baseAddress, capacity: bytes.count)
        let answer = withArguments([("v", .int(1))]) { arguments -> HotAnswer in
          switch hot.find(resolved: resolved) {
          case .plain(let record), .program(let record):
            return hot.render(record, &arguments, into: &output)
          default: return .full
          }
        }
        return answer == .done ? output.length : -1
      }
      #expect(text == expected.count)
      #expect(hot.key(of: resolved) == key)
      #expect(Text(buffer[..<max(text, 0)]) == expected)
    }
  }
}
