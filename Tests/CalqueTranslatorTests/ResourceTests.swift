import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

@Suite struct ResourceTests {
  private func json(
    _ translator: Translator, _ lng: Text? = "en", _ ns: Text? = "translation", _ key: Text? = nil
  ) -> String? {
    translator.resource(lng: lng, ns: ns, key: key).map { JSON.text(of: $0).string }
  }

  @Test func aBundleReplacesMembersOfTheSameName() throws {
    let translator = try TranslatorFixture.english(#"{"a":{"x":1,"y":2},"b":"B"}"#)
    try translator.add("en", "translation", #"{"a":{"z":3},"c":"C"}"#)
    #expect(json(translator) == #"{"a":{"z":3},"b":"B","c":"C"}"#)
  }

  @Test func aDeepBundleAddsWhatIsNew() throws {
    let tree: Text = #"{"a":{"x":"old","o":{"p":"old"}},"l":["old","old"],"s":"old"}"#
    let new: Text = #"{"a":{"x":"new","y":"new","o":{"q":"new"}},"l":["new"],"s":{"t":"new"}}"#
    let kept = try TranslatorFixture.english(tree)
    try kept.add("en", "translation", new, deep: true)
    #expect(
      json(kept)
        == #"{"a":{"x":"old","o":{"p":"old","q":"new"},"y":"new"},"l":["old","old"],"s":"old"}"#)
    let overwritten = try TranslatorFixture.english(tree)
    try overwritten.add("en", "translation", new, deep: true, overwrite: true)
    #expect(
      json(overwritten)
        == #"{"a":{"x":"new","o":{"p":"old","q":"new"},"y":"new"},"l":["new","old"],"s":{"t":"new"}}"#
    )
  }

  @Test(
    arguments: [
      (#"["x","y"]"#, #"{"t":"new"}"#, #"{"0":"x","1":"y","t":"new"}"#),
      ("5", #"{"t":"new"}"#, nil),
      ("null", #"{"t":"new"}"#, nil), ("true", #"["new"]"#, nil), (#"["x"]"#, "{}", #"["x"]"#),
      (#"{"t":"old"}"#, #"["new"]"#, #"{"t":"old","0":"new"}"#),
      (#"{"t":"old"}"#, "5", #"{"t":"old"}"#),
    ] as [(Text, Text, String?)])
  func aNewTreeIsNotDropped(old: Text, new: Text, expected: String?) throws {
    let translator = try TranslatorFixture.english(#"{"k":"# + old + "}")
    try translator.add("en", "translation", #"{"k":"# + new + "}", deep: true, overwrite: true)
    #expect(json(translator) == #"{"k":"# + (expected ?? new.string) + "}")
  }

  @Test func aNewTextBelowAnArrayIsFound() throws {
    let translator = try TranslatorFixture.english(#"{"k":["x",{"y":"y"}]}"#)
    try translator.addResource(
      .text("new"), key: "k.t.u", lng: "en", ns: "translation", silent: true)
    #expect(json(translator) == #"{"k":{"0":"x","1":{"y":"y"},"t":{"u":"new"}}}"#)
  }

  @Test func namesOfPrototypesAreNotMerged() throws {
    let translator = try TranslatorFixture.english(#"{"a":{}}"#)
    try translator.add(
      "en", "translation", #"{"__proto__":{"p":"x"},"a":{"constructor":{"p":"x"},"b":"B"}}"#,
      deep: true)
    #expect(json(translator) == #"{"a":{"b":"B"}}"#)
    #expect(try translator.t("p") == "p")
  }

  @Test func aNewNamespaceIsKnownFromThenOn() throws {
    let translator = try TranslatorFixture.english(#"{"k":"K"}"#, #""nsSeparator":".""#)
    #expect(try translator.t("extra.k") == "extra.k")
    try translator.add("en", "extra", #"{"k":"E"}"#)
    #expect(try translator.t("extra.k") == "E")
    #expect(translator.removeBundle(lng: "en", ns: "extra"))
    #expect(try translator.t("extra.k") == "extra.k")
    #expect(!translator.removeBundle(lng: "en", ns: "extra"))
  }

  @Test func oneResourceIsSetByItsPath() throws {
    let translator = try TranslatorFixture.english(#"{"a":{"x":"1"},"s":"text","l":["p"]}"#)
    func set(_ key: Text, _ value: Value) throws {
      try translator.addResource(value, key: key, lng: "en", ns: "translation", silent: false)
    }
    try set("a.y.z", .text("2"))
    try set("s.t", .text("3"))
    try set("l.1", .text("q"))
    try set("l.9", .text("no"))
    try set("n", .int(4))
    #expect(
      json(translator)
        == #"{"a":{"x":"1","y":{"z":"2"}},"s":"text","l":["p","q"],"s.t":"3","n":4}"#)
    #expect(try translator.t("s.t") == "3")
    #expect(json(translator, "en", "translation", "a.y") == #"{"z":"2"}"#)
  }

  @Test func severalResourcesAreTextsAndArraysOnly() throws {
    let translator = try TranslatorFixture.english("{}")
    let values = try TranslatorFixture.members(
      #"{"a":"A","b.c":["x"],"d":1,"e":{"f":"x"},"g":null}"#)
    try translator.addResources(values, lng: "en", ns: "translation", silent: true)
    #expect(json(translator) == #"{"a":"A","b":{"c":["x"]}}"#)
  }

  @Test func reading() throws {
    let translator = try TranslatorFixture.english(#"{"k":"K"}"#)
    #expect(json(translator, nil, nil) == #"{"en":{"translation":{"k":"K"}}}"#)
    #expect(json(translator, "en", nil) == #"{"translation":{"k":"K"}}"#)
    #expect(json(translator, "en", "translation", "k") == #""K""#)
    #expect(json(translator, "en", "translation", "none") == nil)
    #expect(json(translator, "de", nil) == nil)
    #expect(json(translator, "en", "other") == nil)
  }

  @Test func whatFailsChangesNothing() throws {
    let translator = try TranslatorFixture.english(
      #"{"k":"K"}"#, #""limits":{"maxCatalogDepth":3}"#)
    let failure = #expect(throws: Diagnostic.self) {
      try translator.add("en", "translation", #"{"a":{"b":{"c":{"d":"x"}}}}"#)
    }
    #expect(failure?.code == .limitExceeded)
    #expect(throws: Diagnostic.self) {
      try translator.addResource(.text("x"), key: "a.b.c.d", lng: "en", ns: "other", silent: true)
    }
    #expect(json(translator, nil, nil) == #"{"en":{"translation":{"k":"K"}}}"#)
    #expect(!translator.snapshot.names.ns.contains("other"))
    try translator.add("en", "translation", #"{"a":{"b":{"c":"x"}}}"#)
    #expect(try translator.t("a.b.c") == "x")
  }

  @Test func loadedNamespaces() throws {
    let translator = try TranslatorFixture.english(
      #"{"k":"K"}"#, #""partialBundledLanguages":true"#)
    #expect(translator.hasLoadedNamespace("translation", lng: nil))
    #expect(!translator.hasLoadedNamespace("other", lng: nil))
    #expect(!translator.hasLoadedNamespace("translation", lng: "de"))
    #expect(translator.hasLoadedNamespace("anything", lng: "cimode"))
  }

  @Test func aViewKeepsItsState() throws {
    let translator = try TranslatorFixture.english(#"{"p":{"k":"old"}}"#)
    let view = View(
      translator.snapshot, lngs: [], hasFallbacks: true, namespaces: [], keyPrefix: "p")
    try translator.add("en", "translation", #"{"p":{"k":"new"}}"#)
    translator.changeLanguage(to: ["de"])
    #expect(view.translate("k", Members()).text == "old")
    #expect(view.translate("none", Members()).text == "p.none")
  }

  /// Catalogs are compiled anew for options of keys; the host is asked for fallbacks before.
  @Test func whatIsAddedWhileOptionsChangeStays() throws {
    let known = Mutex<Translator?>(nil)
    let host = HostCallbacks()
    host.fallbackLng = { _ in
      let translator = known.withLock { exchange(&$0, with: nil) }
      try? translator?.addResource(
        .text("new"), key: "b", lng: "en", ns: "translation", silent: true)
      return nil
    }
    let translator = try TranslatorFixture.english(#"{"a":"old"}"#, "", host)
    known.withLock { $0 = translator }
    try translator.setOptions(TranslatorFixture.members(#"{"lng":"en","keySeparator":"/"}"#))
    #expect(try translator.t("a") + translator.t("b") == "oldnew")
  }
}
