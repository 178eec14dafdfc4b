import CalqueBase
import CalqueTranslator
import Testing

/// Format v1, by the rules of i18next 1.11.1.
@Suite struct VersionOneTests {
  private func translator(_ tree: Text, _ more: Text = "", lng: Text = "en") throws -> Translator {
    let options: Text = #"{"lng":""# + lng + #"","fallbackLng":false,"resStore":{""# + lng
    return try TranslatorFixture.make(
      .v1, options + #"":{"translation":"# + tree + "}}" + (more.isEmpty ? "" : "," + more) + "}")
  }

  @Test func placeholdersAreUnderscored() throws {
    let v1 = try translator(#"{"k":"__a__ __aHTML__ __o.p__ __none__ {{a}}"}"#)
    #expect(try v1.t("k", #"{"a":"<b>","o":{"p":1}}"#) == "<b> <b> 1 __none__ {{a}}")
    #expect(
      try v1.t("k", #"{"a":"<b>","escapeInterpolation":true}"#)
        == "&lt;b&gt; <b> __o.p__ __none__ {{a}}")
    #expect(try v1.t("k", #"{"replace":{"a":"r"},"a":"own"}"#) == "r r __o.p__ __none__ {{a}}")
    let percent: Text = #"{"a":1,"interpolationPrefix":"{{","interpolationSuffix":"}}"}"#
    #expect(try v1.t("k", percent) == "__a__ __aHTML__ __o.p__ __none__ 1")
  }

  @Test func pluralsHaveNumbers() throws {
    let english = try translator(#"{"k":"one","k_plural":"__count__"}"#)
    for (count, expected): (Text, String) in [("0", "0"), ("1", "one"), ("2", "2"), ("-1", "one")] {
      #expect(try english.t("k", #"{"count":"# + count + "}") == expected)
    }
    #expect(try english.t("k", #"{"count":"2"}"#) == "one")
    let russian = try translator(
      #"{"k":"день","k_plural_2":"дня","k_plural_5":"дней"}"#, lng: "ru")
    #expect(try russian.t("k", #"{"count":21}"#) == "день")
    #expect(try russian.t("k", #"{"count":3}"#) == "дня")
    #expect(try russian.t("k", #"{"count":11}"#) == "дней")
  }

  @Test func indefiniteForms() throws {
    let v1 = try translator(
      #"{"k":"k","k_indefinite":"a k","k_plural":"ks","k_plural_indefinite":"some ks","k_m_indefinite":"a male k"}"#
    )
    #expect(try v1.t("k", #"{"indefinite_article":true}"#) == "a k")
    #expect(try v1.t("k", #"{"indefinite_article":true,"count":1}"#) == "a k")
    #expect(try v1.t("k", #"{"indefinite_article":true,"count":3}"#) == "some ks")
    #expect(try v1.t("k", #"{"indefinite_article":true,"count":0}"#) == "some ks")
    #expect(try v1.t("k", #"{"indefinite_article":true,"context":"m"}"#) == "a male k")
    #expect(try v1.t("k") == "k")
  }

  @Test func emptyTexts() throws {
    let tree: Text = #"{"e":"","s":"  "}"#
    #expect(try translator(tree).t("e") == "")
    #expect(try translator(tree, #""fallbackOnEmpty":true"#).t("e") == "e")
    #expect(try translator(tree, #""fallbackOnEmpty":true"#).t("s") == "s")
    #expect(try translator(tree, #""showKeyIfEmpty":true"#).t("e") == "e")
    #expect(try translator(tree, #""showKeyIfEmpty":true"#).t("s") == "  ")
  }

  @Test func objectsArraysAndNumbers() throws {
    let tree: Text = #"{"o":{"a":"__x__","n":1},"l":["a","__x__"],"n":5}"#
    let plain = try translator(tree)
    let message = "key 'translation:o (en)' returned an object instead of string."
    #expect(try plain.t("o") == message)
    #expect(try plain.t("n") == "key 'translation:n (en)' returned an object instead of string.")
    #expect(try plain.t("l", #"{"x":"X"}"#) == "a\nX")
    let call: Text = #"{"returnObjectTrees":true,"x":"X"}"#
    #expect(try plain.value(["o"], call) == #"{"a":"X","n":1}"#)
    #expect(try plain.value(["l"], call) == #"["a","X"]"#)
    #expect(try plain.value(["n"], call) == "5")
  }

  @Test func namespaces() throws {
    let v1 = try TranslatorFixture.make(
      .v1,
      #"""
      {"lng":"en","fallbackLng":false,"ns":{"namespaces":["app","common"],"defaultNs":"app"},"fallbackNS":["common"],
       "resStore":{"en":{"app":{"k":"app"},"common":{"k":"common","c":"common c"}}}}
      """#)
    #expect(try v1.t("k") == "app")
    #expect(try v1.t("common:k") == "common")
    #expect(try v1.t("c") == "common c")
    #expect(try v1.t("k", #"{"ns":"common"}"#) == "common")
    #expect(try v1.t("app:none") == "app:none")
  }

  @Test func referencesEndAtTheFirstParenthesis() throws {
    let v1 = try translator(
      #"""
      {"a":"[$t(b)]","b":"__x__","p":"$t(c, {\"count\": 2})","c":"one","c_plural":"__count__ cs","self":"s $t(self)",
       "open":"x $t(b"}
      """#)
    #expect(try v1.t("a", #"{"x":"X"}"#) == "[X]")
    #expect(try v1.t("p") == "2 cs")
    #expect(try v1.t("self").utf8.count < 4 << 20)
    #expect(try v1.t("open") == "")
  }

  @Test func missingKeys() throws {
    let journal = Journal()
    var host = HostCallbacks()
    host.missingKey = { journal.note($0.lngs.map(\.string).joined() + " " + $0.key.string) }
    host.parseMissingKey = { key, _ in "<" + key + ">" }
    let v1 = try TranslatorFixture.make(
      .v1, #"{"lng":"de","fallbackLng":["en"],"sendMissing":true}"#, host: host)
    #expect(try v1.t("k") == "<k>")
    #expect(try v1.t("k", #"{"defaultValue":"d","context":"m","count":2}"#) == "d")
    #expect(journal.lines == ["en k", "en k"])
  }

  @Test func theVariablesOfACallGoBeforeTheDefaultOnes() throws {
    let translator = try translator(#"{"k":"__x__ __y__"}"#, #""defaultVariables":{"x":"dx"}"#)
    #expect(try translator.t("k", #"{"y":"Y"}"#) == "dx Y")
    #expect(try translator.t("k", #"{"x":"X","y":"Y"}"#) == "X Y")
  }
}
