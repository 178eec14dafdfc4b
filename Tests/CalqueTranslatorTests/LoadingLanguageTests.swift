import CalqueBase
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import TestSupport
import Testing

/// Languages and namespaces that are loaded when they are needed; events.
@Suite struct LoadingLanguageTests {
  private let fixture = LoadingFixture()

  private func translator(_ more: Text = "") throws -> Translator {
    for lng: Text in ["en", "de", "fr"] {
      for ns: Text in ["translation", "extra"] {
        fixture.answer("http://h/" + lng + "/" + ns, #"{"k":""# + lng + " " + ns + #""}"#)
      }
    }
    return try fixture.translator(
      .v4,
      #"{"lng":"en","fallbackLng":false,"backend":{"loadPath":"http://h/{{lng}}/{{ns}}"}"# + more
        + "}")
  }

  @Test func theFirstLoadInitializes() throws {
    let translator = try translator()
    #expect(!translator.hasLoadedNamespace("translation", lng: nil))
    _ = try translator.load()
    _ = try translator.load()
    #expect(translator.hasLoadedNamespace("translation", lng: nil))
    #expect(
      fixture.journal.lines == [
        #"loaded[{"en":{"translation":true}}]"#, "initialized",
        #"loaded[{"en":{"translation":true}}]"#,
      ])
  }

  @Test func filesThatFailAreTold() throws {
    let translator = try translator(#","preload":["it"]"#)
    _ = try translator.load()
    #expect(
      fixture.journal.lines.first
        == #"failedLoading["it","translation","the server answered with status 404"]"#)
    #expect(translator.hasLoadedNamespace("translation", lng: "it"))
  }

  @Test func changingTheLanguageLoadsItFirst() throws {
    let translator = try translator()
    _ = try translator.load()
    fixture.server.hold("http://h/de/translation")
    let changed = Latch<Bool>()
    _ = translator.events.subscribe("languageChanged") { _, _ in changed.open(true) }
    translator.changeLanguage(to: ["de"])
    fixture.server.waitForRequests(2)
    #expect(try translator.t("k") == "en translation")
    fixture.server.release("http://h/de/translation")
    #expect(changed.wait())
    #expect(try translator.t("k") == "de translation")
    translator.changeLanguage(to: ["en"])
    #expect(try translator.t("k") == "en translation")
    #expect(fixture.urls.count == 2)
  }

  @Test func theLastChangeOfLanguageCounts() throws {
    let translator = try translator()
    _ = try translator.load()
    let changed = Latch<Bool>()
    _ = translator.events.subscribe("languageChanged") { _, _ in changed.open(true) }
    fixture.server.hold("http://h/de/translation")
    fixture.server.hold("http://h/fr/translation")
    translator.changeLanguage(to: ["de"])
    translator.changeLanguage(to: ["fr"])
    fixture.server.waitForRequests(3)
    fixture.server.release("http://h/fr/translation")
    #expect(changed.wait())
    fixture.server.release("http://h/de/translation")
    _ = try translator.load(#"{"onlyMissing":true}"#)
    _ = try translator.load(#"{"lngs":["de"],"onlyMissing":true}"#)
    #expect(translator.snapshot.language == "fr")
    #expect(fixture.journal.lines.filter { $0.hasPrefix("languageChanged") }.count == 1)
    #expect(translator.hasLoadedNamespace("translation", lng: "de"))
  }

  /// As in i18next: the language changes though its texts could not be had.
  @Test func theLanguageChangesAlsoWhenNothingCouldBeLoaded() throws {
    let translator = try translator()
    let changed = Latch<Bool>()
    _ = translator.events.subscribe("languageChanged") { _, _ in changed.open(true) }
    translator.changeLanguage(to: ["it"])
    #expect(changed.wait())
    #expect(translator.snapshot.language == "it")
  }

  @Test func aLoadCanChangeTheLanguage() throws {
    let translator = try translator()
    #expect(try translator.load(#"{"lng":"de"}"#).status == .ok)
    #expect(translator.snapshot.language == "de")
    #expect(try translator.t("k") == "de translation")
    #expect(fixture.urls == ["http://h/de/translation"])
  }

  @Test func namespacesAreLoadedWhenTheyAreAskedFor() throws {
    let translator = try translator()
    _ = try translator.load()
    _ = try translator.load(#"{"ns":["extra"],"onlyMissing":true}"#)
    _ = try translator.load(#"{"ns":["extra"],"onlyMissing":true}"#)
    #expect(fixture.urls == ["http://h/en/translation", "http://h/en/extra"])
    #expect(try translator.t("extra:k") == "en extra")
    #expect(translator.snapshot.names.ns == ["translation", "extra"])
  }

  @Test func languagesAreLoadedWhenTheyAreAskedFor() throws {
    let translator = try translator()
    _ = try translator.load(#"{"preload":["de","fr"],"onlyMissing":true}"#)
    #expect(
      fixture.urls == [
        "http://h/en/translation", "http://h/de/translation", "http://h/fr/translation",
      ])
    #expect(translator.snapshot.names.preload == ["de", "fr"])
  }

  @Test func chosenFilesAreLoadedAgain() throws {
    let translator = try translator(#","preload":["de"]"#)
    _ = try translator.load()
    fixture.answer("http://h/de/translation", #"{"k":"new"}"#)
    let report = try translator.load(#"{"lngs":["de"],"ns":["translation"]}"#)
    #expect(report.lines == ["de/translation network loaded"])
    #expect(try translator.t("k", #"{"lng":"de"}"#) == "new")
    #expect(try translator.t("k") == "en translation")
  }

  @Test func cimodeLoadsNothing() throws {
    let translator = try translator(#","lng":"cimode""#)
    #expect(try translator.load().files.isEmpty)
  }

  @Test(
    arguments: [#"{"lng":1}"#, #"{"ns":[1]}"#, #"{"lngs":{}}"#, #"{"onlyMissing":"x"}"#] as [Text])
  func loadOptionsOfTheWrongTypeAreRefused(given: Text) throws {
    let translator = try translator()
    let failure = #expect(throws: Diagnostic.self) { try translator.load(given) }
    #expect(failure?.code == .invalidOption)
  }

  @Test func resourcesAreLoadedAgainAndAgain() throws {
    let translator = try translator(#","reloadInterval":1"#)
    _ = try translator.load()
    fixture.server.waitForRequests(4)
    fixture.answer("http://h/en/translation", #"{"k":"new"}"#)
    let isNew = Latch<Bool>()
    _ = translator.events.subscribe("loaded") { [weak translator] _, _ in
      if (try? translator?.t("k")) == "new" { isNew.open(true) }
    }
    #expect(isNew.wait())
  }
}
