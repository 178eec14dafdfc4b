import CalqueBase
import CalqueTranslator
import Testing

/// Objects, arrays, details.
@Suite struct ResultTests {
  private let tree: Text =
    #"{"o":{"a":"A {{x}}","n":1,"l":["p","{{x}}"],"z":null},"l":["a","{{x}}"],"m":[{"a":"{{x}}"}],"k":"K"}"#

  @Test func anObjectWithoutBeingAskedForIsAMessage() throws {
    let translator = try TranslatorFixture.english(tree)
    #expect(try translator.t("o") == "key 'o (en)' returned an object instead of string.")
    #expect(try translator.t("l") == "key 'l (en)' returned an object instead of string.")
    let host = HostCallbacks()
    host.returnedObject = { key, value, _ in "<" + key + (value.array == nil ? ">" : "[]>") }
    let asked = try TranslatorFixture.english(tree, "", host)
    #expect(try asked.t("o") == "<o>")
    #expect(try asked.t("l") == "<l[]>")
  }

  @Test func detailsTellWhereATextCameFrom() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"de-AT","fallbackLng":"en","resources":{"en":{"translation":{"k_one":"{{count}} {{x}}"}}}}
      """#)
    let call: Text = #"{"returnDetails":true,"count":1,"x":"X","lng":"de-AT"}"#
    #expect(
      try translator.value(["k"], call)
        == #"{"res":"1 X","usedKey":"k","exactUsedKey":"k_one","usedLng":"en","usedNS":"translation","usedParams":{"count":1,"x":"X"}}"#
    )
    let missing = try translator.value(["gone"], #"{"returnDetails":true}"#)
    #expect(missing.hasPrefix(#"{"res":"gone","usedKey":"gone""#))
  }

  @Test func aCycleOfObjectsAndReferencesEnds() throws {
    let translator = try TranslatorFixture.english(
      #"{"o":{"a":"$t(o)","b":"$t(p)"},"p":{"c":"$t(o)"}}"#, #""returnObjects":true"#)
    #expect(try translator.value(["o"]).utf8.count < 1 << 20)
  }
}
