import CalqueBase
import CalqueJSON
import CalqueTranslator
import TestSupport
import Testing

/// Texts set one by one in a large catalog are looked up before it: that is not to be noticed.
@Suite struct ChangedCatalogTests {
  private static let size = 400

  /// `k7`, `group.k7` and plural forms `p7_one`, `p7_other`, with empty and wrong texts among them.
  private func tree() -> Members {
    var tree = Members()
    var group = Members()
    for number in 0..<Self.size {
      let name = Text("\(number)")
      tree["k" + name] = .text("text " + name)
      group["k" + name] = .text("inner " + name)
    }
    group["list"] = .array([.text("one"), .text("two")])
    tree["group"] = .object(group)
    for name in ["p", "q"] as [Text] {
      tree[name + "_one"] = .text("{{count}} one")
      tree[name + "_other"] = .text("{{count}} other")
    }
    tree["nothing"] = .null
    tree["hello"] = .text("Hello {{name}}, $t(k1)")
    return tree
  }

  private func translator(_ tree: Members) throws -> Translator {
    let resources = Members([
      ("en", .object(Members([("translation", .object(tree))]))),
      ("dev", .object(Members([("translation", .object(Members([("only", .text("dev"))])))]))),
    ])
    let options = Members([
      ("lng", .text("en")), ("fallbackLng", .text("dev")), ("resources", .object(resources)),
    ])
    return try Translator(format: .v4, given: options, host: HostCallbacks())
  }

  private func view(_ translator: Translator) -> View {
    View(translator.snapshot, lngs: ["en"], hasFallbacks: true, namespaces: [], keyPrefix: "")
  }

  private func set(_ translator: Translator, _ key: Text, _ text: Text) throws {
    try translator.addResource(.text(text), key: key, lng: "en", ns: "translation", silent: true)
  }

  private static let keys: [Text] = [
    "k1", "k2", "new", "group.k1", "group.new", "group", "group.list", "group.list.0", "new.deep",
    "k1.deep", "p", "p_one", "p_other", "q", "nothing", "hello", "only", "group###k1", "a.b", "",
  ]
  private static let texts: [Text] = ["changed", "", "{{count}} and {{name}}", "$t(k2)", "$t(p)"]

  @Test(arguments: [1, 2, 3] as [UInt64])
  func settingTextsIsAsBuildingAnew(seed: UInt64) throws {
    var dice = Dice(seed)
    let changed = try translator(tree())
    for round in 0..<60 {
      let key = Self.keys[dice.below(Self.keys.count - 1)]
      try set(changed, key, Self.texts[dice.below(Self.texts.count)])
      guard round % 6 == 0 else { continue }
      let whole = changed.resource(lng: "en", ns: "translation", key: nil)?.object ?? Members()
      try expectSame(changed, translator(whole))
    }
  }

  private func expectSame(_ changed: Translator, _ anew: Translator) throws {
    let (left, right) = (view(changed), view(anew))
    for key in Self.keys {
      for options in ["{}", #"{"count":1,"name":"N"}"#, #"{"returnObjects":true}"#] as [Text] {
        #expect(try changed.value([key], options) == anew.value([key], options), "\(key.string)")
        let given = try TranslatorFixture.members(options)
        #expect(left.translate(key, given).text == right.translate(key, given).text)
      }
      #expect(try changed.has(key) == anew.has(key))
      #expect(
        changed.resource(lng: "en", ns: "translation", key: key)
          == anew.resource(lng: "en", ns: "translation", key: key))
      key.bytes.withUnsafeBufferPointer { key in
        #expect(
          left.reader.text(of: key).map { Text($0) } == right.reader.text(of: key).map { Text($0) })
      }
    }
  }

  @Test func aTextThatIsSetComesBeforeFormsOfTheKey() throws {
    let translator = try translator(tree())
    try set(translator, "p", "bare")
    // A form of the key is more specific than the key that was set.
    #expect(try translator.t("p", #"{"count":2}"#) == "2 other")
    try set(translator, "p_other", "{{count}} changed")
    #expect(try translator.t("p", #"{"count":2}"#) == "2 changed")
    #expect(try translator.t("hello", #"{"name":"N"}"#) == "Hello N, text 1")
    try set(translator, "k1", "K1")
    #expect(try translator.t("hello", #"{"name":"N"}"#) == "Hello N, K1")
  }

  @Test func aViewKeepsWhatWasThere() throws {
    let translator = try translator(tree())
    try set(translator, "k1", "first")
    let before = view(translator)
    try set(translator, "k1", "second")
    #expect(before.translate("k1", Members()).text == "first")
    #expect(try translator.t("k1") == "second")
  }

  @Test func manyChangesAreMerged() throws {
    let translator = try translator(tree())
    for number in 0..<200 { try set(translator, "n" + Text("\(number)"), Text("\(number)")) }
    for number in 0..<200 { #expect(try translator.t("n" + Text("\(number)")) == "\(number)") }
    #expect(try translator.t("k7") == "text 7")
    let whole = translator.resource(lng: "en", ns: "translation", key: nil)?.object
    #expect(whole?.keys.count == tree().keys.count + 200)
  }
}
