import CalqueBase
import CalqueTranslator
import Testing

/// Splitting of keys into namespace and path.
@Suite struct KeyTests {
  private let resources: Text = #"""
    "resources":{"en":{
      "translation":{"a":{"b":"t a.b"},"b:c":"t b:c","Hello: you":"natural","x":"t x"},
      "ns":{"b":{"c":"ns b.c"},"x":"ns x","a":{"b":"ns a.b"}}}}
    """#

  private func translator(_ more: Text = "") throws -> Translator {
    let options: Text =
      #"{"lng":"en","fallbackLng":false,"ns":["translation","ns"],"# + more + resources
    return try TranslatorFixture.make(.v4, options + "}")
  }

  @Test func aNamespaceMayStandBeforeTheKey() throws {
    let translator = try translator()
    #expect(try translator.t("ns:x") == "ns x")
    #expect(try translator.t("translation:a.b") == "t a.b")
    #expect(try translator.t("ns:a.b") == "ns a.b")
    #expect(try translator.t("x", #"{"ns":"ns"}"#) == "ns x")
    #expect(try translator.t("translation:x", #"{"ns":"ns"}"#) == "t x")
    #expect(try translator.t("other:x") == "x")
  }

  @Test func furtherSeparatorsBecomeKeySeparators() throws {
    #expect(try translator().t("ns:b:c") == "ns b.c")
  }

  @Test func sentencesAreNotSplit() throws {
    let translator = try translator()
    #expect(try translator.t("Hello: you") == "natural")
    #expect(try translator.t("Is it: so?") == "Is it: so?")
    #expect(try translator.t("ns:with space") == "ns:with space")
    #expect(try translator.t("ns:a.with space") == "a.with space")
  }

  @Test func withASeparatorOfOnesOwnSentencesAreSplit() throws {
    let translator = try translator(#""nsSeparator":":","#)
    #expect(try translator.t("Hello: you") == " you")
  }

  @Test func keysWithReferencesAreNotSplit() throws {
    #expect(try translator().t("see:$t(x)") == "see:t x")
  }

  @Test func separatorsCanBeSwitchedOff() throws {
    let none = try translator(#""nsSeparator":false,"#)
    #expect(try none.t("b:c") == "t b:c")
    #expect(try none.t("ns:x") == "ns:x")
    let flat = try translator(#""keySeparator":false,"#)
    #expect(try flat.t("a.b") == "a.b")
    #expect(try translator().t("b:c", #"{"nsSeparator":false}"#) == "t b:c")
  }

  @Test func equalSeparatorsNeedAKnownNamespace() throws {
    let translator = try translator(#""nsSeparator":".","#)
    #expect(try translator.t("ns.x") == "ns x")
    #expect(try translator.t("a.b") == "t a.b")
    #expect(try translator.t("ns.b.c") == "ns b.c")
  }

  @Test func aCallMayChooseItsSeparators() throws {
    let translator = try translator()
    #expect(try translator.t("ns/x", #"{"nsSeparator":"/"}"#) == "ns x")
    #expect(try translator.t("a>b", #"{"keySeparator":">"}"#) == "t a.b")
  }

  @Test func fallbackNamespacesComeAfterAllLanguages() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"de","fallbackLng":"en","ns":["app","common"],"defaultNS":"app","fallbackNS":"common",
       "resources":{"de":{"common":{"k":"de common","m":"de m"}},"en":{"app":{"k":"en app"}}}}
      """#)
    #expect(try translator.t("k") == "en app")
    #expect(try translator.t("m") == "de m")
  }

  @Test func defaultNamespaces() throws {
    let several = try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"en","fallbackLng":false,"ns":["a","b"],"defaultNS":["a","b"],
       "resources":{"en":{"a":{"x":"a x"},"b":{"x":"b x","y":"b y"}}}}
      """#)
    #expect(try several.t("x") == "a x")
    #expect(try several.t("y") == "b y")
    several.setDefaultNamespaces(["b"])
    #expect(try several.t("x") == "b x")
    let first = try TranslatorFixture.make(
      .v4, #"{"lng":"en","ns":["app","common"],"resources":{"en":{"app":{"x":"app x"}}}}"#)
    #expect(try first.t("x") == "app x")
  }

  @Test func theFirstOfSeveralKeysThatIsFoundWins() throws {
    let translator = try translator()
    #expect(try translator.value(["none", "ns:x", "x"]) == #""ns x""#)
    #expect(try translator.value(["none", "ns:last"]) == #""last""#)
    #expect(try translator.value([]) == #""""#)
  }
}
