import CalqueBase
import CalqueTranslator
import Testing

/// Format ios, by the rules of i18next-ios and what was decided where it has defects.
@Suite struct IOSTests {
  private func translator(_ tree: Text, _ more: Text = "", lang: Text = "en") throws -> Translator {
    let options: Text = #"{"lang":""# + lang + #"","resourcesStore":{""# + lang
    return try TranslatorFixture.make(
      .ios, options + #"":{"translation":"# + tree + "}}" + (more.isEmpty ? "" : "," + more) + "}")
  }

  @Test func variablesAreNeverEscaped() throws {
    let ios = try translator(#"{"k":"__a__ __o.p__ __n__ __none__","j":"__a____a__"}"#)
    let call: Text = #"{"variables":{"a":"<b>","o":{"p":1},"n":null}}"#
    #expect(try ios.t("k", call) == "<b> 1 <null> __none__")
    #expect(try ios.t("j", call) == "__a____a__")
    #expect(try ios.t("k", #"{"a":"not a variable"}"#) == "__a__ __o.p__ __n__ __none__")
  }

  @Test func aValueIsNotScannedAgain() throws {
    let ios = try translator(#"{"k":"__a__ __b__"}"#)
    #expect(try ios.t("k", #"{"variables":{"a":"__b__","b":"B"}}"#) == "__b__ B")
  }

  @Test(arguments: [
    (0, "_plural_0"), (1, "bare"), (2, "_plural_2"), (3, "_plural_3"), (104, "_plural_3"),
    (11, "_plural_11"), (99, "_plural_11"), (100, "_plural_100"),
  ])
  func theArabicOfTheReadme(count: Int, expected: String) throws {
    let ios = try translator(
      #"""
      {"k":"bare","k_plural_0":"_plural_0","k_plural_1":"never","k_plural_2":"_plural_2","k_plural_3":"_plural_3",
       "k_plural_11":"_plural_11","k_plural_100":"_plural_100"}
      """#, lang: "ar")
    #expect(try ios.t("k", #"{"count":"# + Text(String(count)) + "}") == expected)
  }

  @Test func theCountIsAVariable() throws {
    let ios = try translator(#"{"k":"one","k_plural":"__count__"}"#)
    #expect(try ios.t("k", #"{"count":3,"variables":{"count":"own"}}"#) == "3")
    #expect(try ios.t("k", #"{"count":2.9}"#) == "2")
    #expect(try ios.t("k", #"{"count":-1}"#) == "one")
  }

  @Test func theRuleIsThatOfTheRequestedLanguage() throws {
    let ios = try TranslatorFixture.make(
      .ios,
      #"""
      {"lang":"ru","fallbackLang":"en","resourcesStore":{"en":{"translation":{"k":"bare","k_plural":"p","k_plural_2":"two"}}}}
      """#)
    #expect(try ios.t("k", #"{"count":3}"#) == "two")
    #expect(try ios.t("k", #"{"count":21}"#) == "bare")
    #expect(try ios.t("k", #"{"count":3,"lang":"en"}"#) == "p")
  }

  @Test func contextWithPluralComesFirst() throws {
    let ios = try translator(#"{"k":"k","k_m":"m","k_m_plural":"ms","k_plural":"ks"}"#)
    #expect(try ios.t("k", #"{"context":"m","count":2}"#) == "ms")
    #expect(try ios.t("k", #"{"context":"m","count":1}"#) == "m")
    #expect(try ios.t("k", #"{"context":"f","count":2}"#) == "ks")
    #expect(try ios.t("k", #"{"context":"f"}"#) == "k")
  }

  @Test func references() throws {
    let ios = try translator(
      #"""
      {"a":"[$t(b)]","b":"__x__ __count__","p":"$t(c, {\"count\": __n__})","c":"one","c_plural":"__count__ cs",
       "q":"$t(d, {\"defaultValue\": \"a (b) $t(b)\"})","v":"$t(b, {\"variables\": {\"x\": \"own\"}})","gone":"$t(none)",
       "self":"s $t(self)","open":"$t(b"}
      """#)
    #expect(try ios.t("a", #"{"variables":{"x":"X"},"count":1}"#) == "[X 1]")
    #expect(try ios.t("p", #"{"variables":{"n":2}}"#) == "2 cs")
    #expect(try ios.t("q", #"{"variables":{"x":"X"}}"#) == "a (b) X __count__")
    #expect(try ios.t("v", #"{"variables":{"x":"X"}}"#) == "own __count__")
    #expect(try ios.t("gone") == "none")
    #expect(try ios.t("open") == "$t(b")
  }

  @Test func aSelfReferenceStopsAtDepth32() throws {
    let text = try translator(#"{"self":"s $t(self)"}"#).t("self")
    #expect(text == String(repeating: "s ", count: 33) + "$t(self)")
  }

  @Test func aMissingKeyKeepsItsNamespace() throws {
    let ios = try translator(#"{"k":"K"}"#)
    #expect(try ios.t("ns:none") == "ns:none")
    #expect(try ios.t("none __count__", #"{"count":2}"#) == "none 2")
    #expect(try ios.t("none", #"{"defaultValue":"$t(k)"}"#) == "K")
  }

  @Test func objectsAndArrays() throws {
    let tree: Text =
      #"{"o":{"a":"__x__","n":null,"m":1},"l":["a","__x__",["b"]],"p":[{"name":"__x__"}]}"#
    let plain = try translator(tree)
    #expect(try plain.t("o") == "key 'translation:o (en)' returned an object instead of a string")
    #expect(try plain.t("l", #"{"variables":{"x":"X"}}"#).hasPrefix("a\nX\n"))
    let trees = try translator(tree, #""returnObjectTrees":true"#)
    let call: Text = #"{"variables":{"x":"X"}}"#
    #expect(try trees.value(["o"], call) == #"{"a":"X","n":"o.n","m":1}"#)
    #expect(try trees.value(["l"], call) == #"["a","X",["b"]]"#)
    #expect(try trees.value(["p"], call) == #"[{"name":"X"}]"#)
  }

  @Test func namespacesAreOuterLanguagesInner() throws {
    let ios = try TranslatorFixture.make(
      .ios,
      #"""
      {"lang":"en-US","namespaces":["a","b"],"defaultNamespace":"a","fallbackNamespaces":["b"],
       "resourcesStore":{"en-US":{"b":{"k":"US b"}},"dev":{"a":{"k":"dev a"},"b":{"m":"dev b"}}}}
      """#)
    #expect(try ios.t("k") == "dev a")
    #expect(try ios.t("m") == "dev b")
    #expect(try ios.t("b:k") == "US b")
    #expect(try ios.t("k", #"{"namespace":"b"}"#) == "US b")
    #expect(try ios.t("b.m") == "dev b")
    #expect(try ios.has("b:m"))
  }

  @Test func anotherKeySeparatorLeavesTheDotASeparator() throws {
    let ios = try translator(#"{"a":{"b":"x"}}"#, #""keySeparator":"/""#)
    #expect(try ios.t("a/b") == "x")
    #expect(try ios.t("a.b") == "x")
  }

  @Test func theLanguageIsTheFirstOfTheChain() throws {
    for (options, expected): (Text, Text?) in [
      (#"{"lang":"en_us"}"#, "en-US"), (#"{"lang":"en-US","langLoadType":"unspecific"}"#, "en"),
      (#"{}"#, "dev"), (#"{"fallbackLang":null}"#, nil),
    ] {
      #expect(try TranslatorFixture.make(.ios, options).snapshot.language == expected)
    }
  }
}
