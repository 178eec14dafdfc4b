import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

/// Extensions to the original libraries, each off in strict mode.
@Suite struct ExtensionTests {
  @Test func aMissingCategoryFallsBackToOther() throws {
    let tree: Text = #"{"k_one":"1","k_other":"n","c_m_other":"cm","c":"c"}"#
    let options: Text = #""lng":"pl","resources":{"pl":{"translation":"# + tree + "}}"
    let strict = try TranslatorFixture.make(.v4, "{" + options + "}")
    #expect(try strict.t("k", #"{"count":3}"#) == "k")
    for more: Text in [#""pluralFallback":true"#, #""strict":false"#] {
      let translator = try TranslatorFixture.make(.v4, "{" + options + "," + more + "}")
      #expect(try translator.t("k", #"{"count":3}"#) == "n")
      #expect(try translator.t("k", #"{"count":1}"#) == "1")
      #expect(try translator.t("c", #"{"count":5,"context":"m"}"#) == "cm")
    }
  }

  @Test func severalCountsChooseOneForm() throws {
    let tree: Text =
      #"{"k_one_one":"a boy, a girl","k_one_other":"a boy, {{g}} girls","k_other_other":"{{b}} and {{g}}","k":"bare"}"#
    let translator = try TranslatorFixture.english(tree, #""multipleCounts":true"#)
    for (boys, girls, expected): (Text, Text, String) in [
      ("1", "1", "a boy, a girl"), ("1", "3", "a boy, 3 girls"), ("2", "5", "2 and 5"),
      ("2", "1", "2 and 1"),
    ] {
      let counts: Text = #"{"counts":{"b":"# + boys + #","g":"# + girls + "}"
      let call = counts + #","b":"# + boys + #","g":"# + girls + "}"
      #expect(try translator.t("k", call) == expected)
    }
    let strict = try TranslatorFixture.english(tree)
    #expect(try strict.t("k", #"{"counts":{"b":1,"g":1}}"#) == "bare")
  }

  @Test func aDotMayStandBehindANamespace() throws {
    let options: Text =
      #"{"lng":"en","ns":["app"],"resources":{"en":{"app":{"k":"app k","app":{"own":"nested"}}}}"#
    let strict = try TranslatorFixture.make(.v4, options + "}")
    #expect(try strict.t("app.k") == "app.k")
    let loose = try TranslatorFixture.make(.v4, options + #","dottedNamespaces":true}"#)
    #expect(try loose.t("app.k") == "app k")
    #expect(try loose.t("app.own") == "nested")
    #expect(try loose.t("other.k") == "other.k")
    #expect(try loose.has("app.k"))
  }

  @Test func explainingTellsWhatWasTriedAndWhatWon() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"en-US","fallbackLng":false,"resources":{"en":{"translation":{"k_one":"x","k":null}}}}
      """#)
    let told = translator.explain(["k"], try TranslatorFixture.members(#"{"count":1}"#))
    let outcomes = (told.object?["candidates"]?.array ?? []).map { $0.object?["outcome"]?.text }
    #expect(outcomes == ["missing", "missing", "found"])
    #expect(told.object?["found"] == .bool(true))
    #expect(told.object?["exactUsedKey"] == .text("k_one"))
    #expect(told.object?["usedLng"] == .text("en"))
    let missing = translator.explain(["k"], Members())
    #expect(missing.object?["found"] == .bool(false))
    #expect(JSON.text(of: missing).string.contains(#""outcome":"null""#))
  }
}
