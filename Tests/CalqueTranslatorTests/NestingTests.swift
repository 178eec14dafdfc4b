import CalqueBase
import CalqueTranslator
import Testing

/// References inside texts: `$t(...)`.
@Suite struct NestingTests {
  private func english(_ tree: Text, _ more: Text = "") throws -> Translator {
    try TranslatorFixture.english(tree, more)
  }

  @Test func aReferenceTakesOverCountContextAndVariables() throws {
    let translator = try english(
      #"""
      {"a":"[$t(b)]","b":"bare {{x}}","b_one":"one {{count}} {{x}}","b_m":"male","c":"$t(d)","d_other":"{{count}}s"}
      """#)
    #expect(try translator.t("a", #"{"x":"X"}"#) == "[bare X]")
    #expect(try translator.t("a", #"{"count":1,"x":"X"}"#) == "[one 1 X]")
    #expect(try translator.t("a", #"{"context":"m"}"#) == "[male]")
    #expect(try translator.t("c", #"{"count":3}"#) == "3s")
  }

  @Test func optionsOfAReferenceComeFirst() throws {
    let translator = try english(
      #"""
      {"a":"$t(b, {\"count\": 5})","s":"$t(b, {'count': 1})","v":"$t(b, {\"count\": {{n}} })",
       "q":"$t(c, {\"x\": \"a (b), 'c' and )\"})","b_one":"one","b_other":"{{count}}","c":"<{{x}}>",
       "o":"it's $t(c, {\"x\": \"y\"})"}
      """#, #""interpolation":{"escapeValue":false}"#)
    #expect(try translator.t("a", #"{"count":1}"#) == "5")
    #expect(try translator.t("s", #"{"count":9}"#) == "one")
    #expect(try translator.t("v", #"{"n":7}"#) == "7")
    #expect(try translator.t("q") == "<a (b), 'c' and )>")
    #expect(try translator.t("o") == "it's <y>")
  }

  @Test func whatIsNotJSONIsLookedUpAsAKey() throws {
    let translator = try english(#"{"a":"$t(b, {count})","b":"B"}"#)
    #expect(try translator.t("a") == "b,{count}")
  }

  @Test func aMissingReferenceShowsItsKey() throws {
    let translator = try english(
      #"{"a":"x $t(none) $t(ns:gone)","d":"$t(none, {\"defaultValue\":\"d\"})"}"#)
    #expect(try translator.t("a", #"{"defaultValue":"not inherited"}"#) == "x none gone")
    #expect(try translator.t("d") == "d")
  }

  @Test func aTextThatIsOneReferenceMayYieldAnyValue() throws {
    let translator = try english(#"{"a":"$t(n)","b":"<$t(n)>","n":5,"z":"$t(null)","null":null}"#)
    #expect(try translator.value(["a"]) == "5")
    #expect(try translator.value(["b"]) == #""<5>""#)
    #expect(try translator.t("z") == "null")
  }

  @Test func whatIsInsertedIsTakenAsItIs() throws {
    let translator = try english(##"{"a":"[$t(b)]","b":"x $& $1 $$ $` $' y"}"##)
    #expect(try translator.t("a") == "[x $& $1 $$ $` $' y]")
  }

  @Test func aValueCannotBringInAReference() throws {
    let translator = try english(
      #"{"a":"Hi {{x}}","b":"$t(secret) {{x}}","secret":"S","d":"{{- x}}"}"#)
    #expect(try translator.t("a", #"{"x":"$t(secret)"}"#) == "Hi $t(secret)")
    #expect(try translator.t("d", #"{"x":"$t(secret)"}"#) == "$t(secret)")
    #expect(try translator.t("b", #"{"x":"$t(secret)"}"#) == "$t(secret) $t(secret)")
  }

  @Test func aValueCannotBringInAPlaceholder() throws {
    let translator = try english(#"{"a":"{{x}} {{y}}","n":"$t(a)"}"#)
    #expect(try translator.t("a", #"{"x":"{{y}}","y":"Y"}"#) == "{{y}} Y")
    #expect(try translator.t("n", #"{"x":"{{y}}","y":"Y"}"#) == "{{y}} Y")
  }

  @Test func selfAndMutualReferencesEnd() throws {
    let translator = try english(
      #"{"a":"a $t(a)","x":"x $t(y)","y":"y $t(x)","l1":"1$t(l2)","l2":"2$t(l3)","l3":"3$t(l1)"}"#)
    #expect(try translator.t("a") == "a a ")
    #expect(try translator.t("x") == "x y ")
    let loop = try translator.t("l1")
    #expect(loop.hasPrefix("123123"))
    #expect(loop.utf8.count < 200)
  }

  /// n-1, n and n+1 references inside one another.
  @Test(arguments: [1, 2, 8, 9, 32])
  func depthIsLimited(limit: Int) throws {
    var tree = Members()
    for level in 0..<(limit + 1) {
      let next: Text = "$t(k" + Decimal.text(of: Int64(level + 1)) + ")"
      tree["k" + Decimal.text(of: Int64(level))] = .text(next)
    }
    tree["k" + Decimal.text(of: Int64(limit + 1))] = .text("end")
    var limits = Members()
    limits["maxNesting"] = .int(Int64(limit))
    let bundle = Value.object(Members([("translation", .object(tree))]))
    let given = Members([
      ("lng", .text("en")), ("resources", .object(Members([("en", bundle)]))),
      ("limits", .object(limits)),
    ])
    let translator = try Translator(format: .v4, given: given, host: HostCallbacks())
    let last: Text = "$t(k" + Decimal.text(of: Int64(limit + 1)) + ")"
    #expect(try translator.t("k2") == "end")
    #expect(try translator.t("k1") == "end")
    #expect(try translator.t("k0") == last.string)
  }

  @Test func aReferenceMayBeFormatted() throws {
    let translator = try english(#"{"a":"$t(b, up)","c":"$t(b, {\"x\":1}, up)","b":" bob "}"#)
    translator.setFormatter("up") { value, _, _ in value.text.map { .text($0.uppercasedASCII()) } }
    #expect(try translator.t("a") == "BOB")
    #expect(try translator.t("c") == "BOB")
  }

  @Test func referencesCanBeLeftAlone() throws {
    let translator = try english(#"{"a":"{{x}} $t(b)","b":"B"}"#)
    #expect(try translator.t("a", #"{"x":1,"nest":false}"#) == "1 $t(b)")
    #expect(try translator.t("a", #"{"x":1,"skipInterpolation":true}"#) == "{{x}} $t(b)")
  }

  @Test func unclosedReferencesAreText() throws {
    let translator = try english(#"{"a":"$t(b","c":"$t(b $t(b)","d":"$t(","b":"B"}"#)
    #expect(try translator.t("a") == "$t(b")
    #expect(try translator.t("c") == "$t(b B")
    #expect(try translator.t("d") == "$t(")
  }

  @Test func referencesThatMultiplyStopAtALimit() throws {
    var tree = Members()
    for level in 0..<20 {
      let name: Text = "$t(k" + Decimal.text(of: Int64(level + 1)) + ")"
      tree["k" + Decimal.text(of: Int64(level))] = .text(
        Text.joined(Array(repeating: name, count: 10), by: ""))
    }
    tree["k20"] = .text("lol")
    let bundle = Value.object(Members([("translation", .object(tree))]))
    for (format, names): (TranslatorFormat, (Text, Text)) in [
      (.v4, ("lng", "resources")), (.v1, ("lng", "resStore")), (.ios, ("lang", "resourcesStore")),
    ] {
      let given = Members([
        ("limits", .object(Members([("maxSteps", .int(1000))]))), (names.0, .text("en")),
        (names.1, .object(Members([("en", bundle)]))),
      ])
      let translator = try Translator(format: format, given: given, host: HostCallbacks())
      #expect(try translator.t("k0").utf8.count < 4 << 20)
    }
  }
}
