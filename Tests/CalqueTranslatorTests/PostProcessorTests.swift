import CalqueBase
import CalqueTranslator
import Testing

@Suite struct PostProcessorTests {
  @Test func sprintfTakesPositionsOrNames() throws {
    let translator = try TranslatorFixture.english(
      #"{"k":"%s has %d","n":"%(who.name)s %(n)05.1f"}"#)
    #expect(
      try translator.t("k", #"{"postProcess":"sprintf","sprintf":["Bob",3]}"#) == "Bob has 3")
    let named: Text = #"{"postProcess":"sprintf","sprintf":{"who":{"name":"Bob"},"n":2.25}}"#
    #expect(try translator.t("n", named) == "Bob 002.3")
    #expect(try translator.t("k", #"{"postProcess":"sprintf"}"#) == "%s has %d")
    #expect(try translator.t("k", #"{"sprintf":["Bob",3]}"#) == "%s has %d")
  }

  @Test func intervalsAreChosenByCount() throws {
    let translator = try TranslatorFixture.english(
      #"""
      {"k":"bare","k_other":"{{count}} others","k_interval":"(1)[one];(2-7)[{{count}} few];(8-inf)[many];"}
      """#)
    for (count, expected): (Text, String) in [
      ("1", "one"), ("2", "2 few"), ("7", "7 few"), ("8", "many"), ("100", "many"),
      ("0", "0 others"),
    ] {
      let call: Text = #"{"postProcess":"interval","count":"# + count + "}"
      #expect(try translator.t("k_interval", call) == expected)
    }
    #expect(try translator.t("k", #"{"postProcess":"interval","count":3}"#) == "3 others")
    #expect(try translator.t("k_interval", #"{"postProcess":"interval","count":"8"}"#) == "many")
    #expect(try translator.t("k", #"{"postProcess":"interval"}"#) == "bare")
  }

  @Test func theHostsOwnComeFirstAndInOrder() throws {
    let translator = try TranslatorFixture.english(#"{"k":"x","o":{"a":"y"},"r":"[$t(k)]"}"#)
    translator.setPostProcessor("bang") { value, keys, options in
      value + (keys.last ?? "") + (options["mark"]?.text ?? "!")
    }
    translator.setPostProcessor("none") { _, _, _ in nil }
    #expect(try translator.t("k", #"{"postProcess":"bang"}"#) == "xk!")
    #expect(
      try translator.t("k", #"{"postProcess":["bang","none","unknown","bang"],"mark":"?"}"#)
        == "xk?k?")
    #expect(try translator.t("r", #"{"postProcess":"bang"}"#) == "[x]r!")
    #expect(try translator.t("k", #"{"postProcess":"bang","applyPostProcessor":false}"#) == "x")
    translator.setPostProcessor("bang", nil)
    #expect(try translator.t("k", #"{"postProcess":"bang"}"#) == "x")
  }

  @Test func theyCanBeChosenOnce() throws {
    let translator = try TranslatorFixture.english(#"{"k":"%s"}"#, #""postProcess":"sprintf""#)
    #expect(try translator.t("k", #"{"sprintf":["a"]}"#) == "a")
    #expect(try translator.t("none %s", #"{"sprintf":["a"]}"#) == "none a")
  }

  @Test func onIOSTheArgumentsSuffice() throws {
    let translator = try TranslatorFixture.make(
      .ios, #"{"lang":"en","resourcesStore":{"en":{"translation":{"k":"%@ has %d, %.1f %%"}}}}"#)
    #expect(try translator.t("k", #"{"sprintf":["Bob",3,1.25]}"#).hasPrefix("Bob has 3, 1."))
    #expect(try translator.t("k") == "%@ has %d, %.1f %%")
  }
}
