import CalqueBase
import CalqueTranslator
import TestSupport
import Testing

@Suite struct CloneTests {
  private func original() throws -> Translator {
    try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"en","fallbackLng":false,"resources":{"en":{"translation":{"k":"en"}},"de":{"translation":{"k":"de"}}}}
      """#)
  }

  @Test func aCloneHasItsOwnLanguage() throws {
    let first = try original()
    let second = try first.clone(try TranslatorFixture.members(#"{"lng":"de"}"#))
    #expect(try second.t("k") == "de")
    #expect(try first.t("k") == "en")
    second.changeLanguage(to: ["en"])
    first.changeLanguage(to: ["de"])
    #expect(try second.t("k") == "en")
    #expect(try first.t("k") == "de")
  }

  @Test func resourcesAreSharedUnlessForked() throws {
    let first = try original()
    let shared = try first.clone(Members())
    let forked = try first.clone(try TranslatorFixture.members(#"{"forkResourceStore":true}"#))
    try first.add("en", "translation", #"{"k":"changed"}"#)
    #expect(try shared.t("k") == "changed")
    #expect(try forked.t("k") == "en")
    try forked.add("en", "translation", #"{"k":"own"}"#)
    try shared.add("de", "translation", #"{"k":"geteilt"}"#)
    #expect(try first.t("k") == "changed")
    #expect(try first.t("k", #"{"lng":"de"}"#) == "geteilt")
  }

  @Test func aCloneOutlivesTheOriginal() throws {
    var first: Translator? = try original()
    let shared = try first?.clone(Members())
    first = nil
    try shared?.add("en", "translation", #"{"k":"later"}"#)
    #expect(try shared?.t("k") == "later")
  }

  @Test func aCloneKeepsNoStateThatAChangeOfTheOriginalReplaced() throws {
    let first = try original()
    let clone = try first.clone(Members())
    weak let earlier = clone.snapshot
    try first.add("en", "translation", #"{"k":"later"}"#)
    #expect(earlier == nil)
    #expect(try clone.t("k") == "later")
  }

  @Test func aCloneThatIsMadeDuringAChangeHasTheLastResources() throws {
    let first = try original()
    for number in 0..<300 {
      let tree = Members([("k", .int(Int64(number)))])
      let made = Mutex<Translator?>(nil)
      let clone: @Sendable () -> Void = { _ = made.exchange(try? first.clone(Members())) }
      let change: @Sendable () -> Void = {
        try? first.addBundle(tree, lng: "en", ns: "translation", mode: .init(replace: true))
      }
      #expect(Threads.run([clone, change]) == 2)
      #expect(try made.withLock { $0 }?.t("k") == "\(number)")
    }
  }

  @Test func theOriginalOutlivesAClone() throws {
    let first = try original()
    for _ in 0..<10 { _ = try first.clone(Members()) }
    try first.add("en", "translation", #"{"k":"later"}"#)
    #expect(try first.t("k") == "later")
  }

  @Test func optionsAreLaidOverThoseOfTheOriginal() throws {
    let first = try TranslatorFixture.english(#"{"k":null}"#, #""returnNull":true"#)
    let clone = try first.clone(
      try TranslatorFixture.members(#"{"appendNamespaceToMissingKey":true}"#))
    #expect(try clone.value(["k"]) == "null")
    #expect(try clone.t("none") == "translation:none")
    #expect(try first.t("none") == "none")
    #expect(throws: Diagnostic.self) {
      try first.clone(try TranslatorFixture.members(#"{"returnNull":"yes"}"#))
    }
  }

  @Test func handlersStayWithTheOriginal() throws {
    let first = try original()
    let journal = Journal()
    _ = first.events.subscribe("languageChanged") { _, _ in journal.note("changed") }
    try first.clone(Members()).changeLanguage(to: ["de"])
    #expect(journal.lines == [])
  }
}
