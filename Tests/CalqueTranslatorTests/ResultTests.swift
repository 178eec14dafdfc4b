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
    var host = HostCallbacks()
    host.returnedObject = { key, value, _ in "<" + key + (value.array == nil ? ">" : "[]>") }
    let asked = try TranslatorFixture.english(tree, "", host)
    #expect(try asked.t("o") == "<o>")
    #expect(try asked.t("l") == "<l[]>")
  }

  @Test func objectsAndArraysAreTranslatedThroughout() throws {
    let translator = try TranslatorFixture.english(tree)
    let call: Text = #"{"returnObjects":true,"x":"X"}"#
    #expect(try translator.value(["o"], call) == #"{"a":"A X","n":1,"l":["p","X"],"z":null}"#)
    #expect(try translator.value(["l"], call) == #"["a","X"]"#)
    #expect(try translator.value(["m"], call) == #"[{"a":"X"}]"#)
    #expect(try translator.value(["l.1"], call) == #""X""#)
    #expect(try translator.value(["k"], call) == #""K""#)
    let always = try TranslatorFixture.english(tree, #""returnObjects":true"#)
    #expect(try always.value(["l"], #"{"x":1}"#) == #"["a","1"]"#)
  }

  @Test func withoutAKeySeparatorAnObjectIsReturnedRaw() throws {
    let translator = try TranslatorFixture.english(
      tree, #""keySeparator":false,"returnObjects":true"#)
    #expect(try translator.value(["l"], #"{"x":"X"}"#) == #"["a","{{x}}"]"#)
  }

  @Test func arraysAreJoined() throws {
    let translator = try TranslatorFixture.english(tree)
    #expect(try translator.t("l", #"{"joinArrays":"+","x":"X"}"#) == "a+X")
    #expect(try translator.t("l", #"{"joinArrays":"","x":"X"}"#) == "aX")
    let always = try TranslatorFixture.english(tree, #""joinArrays":"\n""#)
    #expect(try always.t("l", #"{"x":"X"}"#) == "a\nX")
    #expect(try always.value(["o"], #"{"returnObjects":true,"x":1}"#).contains(#"["p","1"]"#))
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

  @Test func keysThatLookLikePrototypesAreKeys() throws {
    let translator = try TranslatorFixture.english(#"{"k":"K"}"#)
    for key: Text in [
      "__proto__", "constructor", "toString", "hasOwnProperty", "k.length", "k.constructor",
    ] {
      #expect(try translator.t(key) == key.string)
      #expect(try !translator.has(key))
    }
    #expect(try translator.t("k", #"{"context":"__proto__"}"#) == "K")
    let variables = try TranslatorFixture.english(
      #"{"k":"{{constructor}}{{__proto__}}{{a.length}}"}"#)
    #expect(try variables.t("k", #"{"a":"x"}"#) == "{{constructor}}{{__proto__}}{{a.length}}")
  }
}
