import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

@Suite struct EventTests {
  private func listen(_ hub: EventHub, _ names: Text, _ journal: Journal, _ tag: String = "")
    -> UInt64
  {
    hub.subscribe(names) { name, arguments in
      journal.note(tag + name.string + JSON.text(of: .array(arguments)).string)
    }
  }

  @Test func changesAreToldInOrder() throws {
    let translator = try TranslatorFixture.english(#"{"k":"K"}"#)
    let journal = Journal()
    #expect(listen(translator.events, "*", journal) != 0)
    translator.changeLanguage(to: ["de"])
    try translator.add("de", "ns", #"{"a":"A"}"#)
    try translator.addResource(.text("B"), key: "b", lng: "de", ns: "ns", silent: false)
    try translator.addResource(.text("C"), key: "c", lng: "de", ns: "ns", silent: true)
    _ = translator.removeBundle(lng: "de", ns: "ns")
    #expect(
      journal.lines == [
        #"languageChanging["de"]"#, #"languageChanged["de"]"#, #"added["de","ns",{"a":"A"}]"#,
        #"added["de","ns","b","B"]"#, #"removed["de","ns"]"#,
      ])
  }

  @Test func theChangeIsDoneWhenItIsTold() throws {
    let translator = try TranslatorFixture.english(#"{"k":"K"}"#)
    let journal = Journal()
    _ = translator.events.subscribe("languageChanging languageChanged") {
      [weak translator] name, _ in
      journal.note(name.string + " " + (translator?.snapshot.language ?? "").string)
    }
    translator.changeLanguage(to: ["de"])
    #expect(journal.lines == ["languageChanging en", "languageChanged de"])
  }

  @Test func namesAreWordsOfAList() {
    let hub = EventHub()
    let journal = Journal()
    _ = listen(hub, " a  b ", journal)
    for name: Literal in ["a", "b", "ab", "", "*"] { hub.emit(name, []) }
    #expect(journal.lines == ["a[]", "b[]"])
  }

  @Test func handlersAreCalledInTheOrderOfTheirSubscription() {
    let hub = EventHub()
    let journal = Journal()
    _ = listen(hub, "a", journal, "1")
    _ = listen(hub, "*", journal, "2")
    _ = listen(hub, "a", journal, "3")
    hub.emit("a", [])
    #expect(journal.lines == ["1a[]", "2a[]", "3a[]"])
  }

  @Test func afterUnsubscribingNothingIsTold() {
    let hub = EventHub()
    let journal = Journal()
    let number = listen(hub, "a", journal)
    #expect(hub.unsubscribe(number))
    #expect(!hub.unsubscribe(number))
    #expect(!hub.unsubscribe(0))
    hub.emit("a", [])
    #expect(journal.lines == [])
  }

  /// A handler takes itself and a later one off while the event is under way.
  @Test func aHandlerMayUnsubscribeInsideItsCall() {
    let hub = EventHub()
    let journal = Journal()
    let numbers = Mutex<[UInt64]>([])
    let first = hub.subscribe("a") { _, _ in
      journal.note("first")
      for number in numbers.withLock({ $0 }) { journal.note("off \(hub.unsubscribe(number))") }
    }
    let second = listen(hub, "a", journal, "second ")
    numbers.withLock { $0 = [first, second] }
    hub.emit("a", [])
    hub.emit("a", [])
    #expect(journal.lines == ["first", "off true", "off true"])
  }

  @Test func aHandlerMayTranslateAndChange() throws {
    let translator = try TranslatorFixture.english(#"{"k":"K"}"#)
    let journal = Journal()
    _ = translator.events.subscribe("added") { [weak translator] _, _ in
      journal.note(translator?.translate(["new"], Members()).text.string ?? "")
      translator?.changeLanguage(to: ["de"])
    }
    try translator.add("en", "translation", #"{"new":"N"}"#)
    #expect(journal.lines == ["N"])
    #expect(translator.snapshot.language == "de")
  }
}
