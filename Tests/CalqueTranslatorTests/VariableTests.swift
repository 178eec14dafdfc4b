import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

/// Placeholders, escaping, formatters.
@Suite struct VariableTests {
  @Test func theHostMayStandInForAMissingVariable() throws {
    let host = HostCallbacks()
    host.missingInterpolation = { _, match, name in
      name == "quiet" ? nil : "?" + name + match
    }
    let translator = try TranslatorFixture.english(#"{"k":"{{v}}|{{quiet}}"}"#, "", host)
    #expect(try translator.t("k") == "?v{{v}}|")
  }

  @Test func theHostMayEscape() throws {
    let host = HostCallbacks()
    host.escape = { "<" + $0 + ">" }
    let translator = try TranslatorFixture.english(#"{"k":"{{v}}{{- v}}"}"#, "", host)
    #expect(try translator.t("k", #"{"v":"&"}"#) == "<&>&")
  }

  @Test func formattersAreCalledByNameInAnyCase() throws {
    let translator = try TranslatorFixture.english(
      #"{"k":"{{v, Shout}}","c":"{{v, shout, twice}}","o":"{{v, shout(mark: ?; n: 2)}}","u":"{{v, unknown}}"}"#
    )
    translator.setFormatter(" SHOUT ") { value, _, options in
      .text((value.text ?? "") + (options["mark"]?.text ?? "!"))
    }
    translator.setFormatter("twice") { value, _, _ in value.text.map { .text($0 + $0) } }
    #expect(try translator.t("k", #"{"v":"a"}"#) == "a!")
    #expect(try translator.t("c", #"{"v":"a"}"#) == "a!a!")
    #expect(try translator.t("o", #"{"v":"a"}"#) == "a?")
    #expect(try translator.t("u", #"{"v":"a"}"#) == "a")
    #expect(try translator.t("k") == "{{v, Shout}}")
    #expect(try translator.t("k", #"{"v":null}"#) == "")
    translator.setFormatter("shout", nil)
    #expect(try translator.t("k", #"{"v":"a"}"#) == "a")
  }

  @Test func optionsOfAFormatterComeFromThreePlaces() throws {
    let translator = try TranslatorFixture.english(
      #"{"k":"{{v, show(a: inline; b: inline; c: inline)}}"}"#)
    translator.setFormatter("show") { _, lng, options in
      let shown = ["a", "b", "c"].map { (options[$0]?.text ?? "-").string }
      return .text(Text(shown.joined(separator: " ") + " " + lng.string))
    }
    let call: Text =
      #"{"v":1,"b":"call","c":"call","formatParams":{"v":{"c":"own","locale":"fr"},"w":{"a":"no"}}}"#
    #expect(try translator.t("k", call) == "inline call own fr")
    #expect(
      try translator.t("k", #"{"v":1,"lng":"de","fallbackLng":"en"}"#) == "inline inline inline de")
  }

  @Test func numbersHaveARootRendering() throws {
    let translator = try TranslatorFixture.english(
      #"{"n":"{{v, number}}","d":"{{v, number(minimumFractionDigits: 2)}}"}"#)
    let plain = try translator.t("n", #"{"v":1234.5}"#)
    #expect(plain.contains("234") && plain.contains("5"))
    #expect(try translator.t("d", #"{"v":1}"#).hasSuffix("00"))
  }

  @Test func aLargeResultStopsGrowing() throws {
    let placeholder: Text = "{{v}}"
    let text = Text.joined(Array(repeating: placeholder, count: 900), by: "")
    let translator = try TranslatorFixture.english("{}", #""limits":{"maxOutput":1000}"#)
    try translator.addResource(.text(text), key: "k", lng: "en", ns: "translation", silent: true)
    let value = Text([UInt8](repeating: 0x78, count: 100))
    let result = translator.translate(["k"], Members([("v", .text(value))])).text
    #expect(result.count < 6000)
    #expect(result.hasSuffix(placeholder))
  }
}
