import CalqueBase
import CalqueCatalog
import CalqueTranslator
import Testing

/// Bundles of a compiled file that are checked when they are first needed.
@Suite struct DeferredCatalogTests {
  private let journal = Journal()

  private func translator(_ options: Text = #"{"lng":"en","fallbackLng":"en"}"#) throws
    -> Translator
  {
    let host = HostCallbacks()
    host.log = { [journal] in journal.note($0.string) }
    return try TranslatorFixture.make(.v4, options, host: host)
  }

  private func add(_ archive: CatalogArchive, to translator: Translator) throws -> Int {
    try translator.addArchive(archive, lngs: nil, mode: .init()).inPlace
  }

  @Test func whatNobodyUsesIsNotChecked() throws {
    let translator = try translator()
    let archive = try DeferredFixture.archive(damaged: "ru")
    #expect(try add(archive, to: translator) == 3)
    #expect(try translator.t("k", #"{"n":1}"#) == "en 1")
    #expect(try translator.t("k", #"{"n":1,"lng":"de"}"#) == "de 1")
    #expect(!archive.catalogs[1].takeDamage())
    #expect(journal.lines.isEmpty)
  }

  @Test func aDamagedBundleIsNotThereAndIsToldOfOnce() throws {
    let translator = try translator()
    #expect(try add(try DeferredFixture.archive(damaged: "ru"), to: translator) == 3)
    for _ in 0..<2 { #expect(try translator.t("k", #"{"n":1,"lng":"ru"}"#) == "en 1") }
    #expect(journal.lines == ["a compiled catalog is damaged: ru.translation"])
    #expect(translator.resource(lng: "ru", ns: "translation", key: "k") == nil)
    // It can be removed, and another one takes its place.
    #expect(translator.removeBundle(lng: "ru", ns: "translation"))
    #expect(!translator.removeBundle(lng: "ru", ns: "translation"))
    #expect(try add(try DeferredFixture.archive(), to: translator) == 1)
    #expect(try translator.t("k", #"{"n":1,"lng":"ru"}"#) == "ru 1")
  }

  @Test func aDamagedBundleInUseIsRefused() throws {
    for damaged in ["ru", "en"] as [Text] {
      let translator = try translator(#"{"lng":"ru","fallbackLng":"en"}"#)
      let error = #expect(throws: Diagnostic.self) {
        try add(try DeferredFixture.archive(damaged: damaged), to: translator)
      }
      #expect(error?.code == .corrupt && error?.path == damaged + ".translation")
      #expect(try translator.t("k", #"{"lng":"de"}"#) == "k")
    }
  }

  @Test func changingToADamagedLanguageIsRefused() throws {
    let translator = try translator()
    #expect(try add(try DeferredFixture.archive(damaged: "ru"), to: translator) == 3)
    for _ in 0..<2 {
      let error = #expect(throws: Diagnostic.self) { try translator.checkLanguage(["ru-RU"]) }
      #expect(error?.code == .corrupt && error?.path == "ru.translation")
    }
    #expect(throws: Never.self) { try translator.checkLanguage(["de"]) }
  }

  @Test func aViewOfADamagedBundleIsRefused() throws {
    let translator = try translator()
    #expect(try add(try DeferredFixture.archive(damaged: "ru"), to: translator) == 3)
    for (lng, isRefused) in [("ru", true), ("de", false), ("en", false)] as [(Text, Bool)] {
      let view = View(
        translator.snapshot, lngs: [lng], hasFallbacks: true, namespaces: [], keyPrefix: "")
      #expect((try? view.check()) == nil ? isRefused : !isRefused, "\(lng)")
    }
  }

  @Test func anotherTranslatorOfTheSameResourcesGoesWithout() throws {
    let translator = try translator()
    let clone = try translator.clone(try TranslatorFixture.members(#"{"lng":"ru"}"#))
    #expect(try add(try DeferredFixture.archive(damaged: "ru"), to: translator) == 3)
    #expect(try clone.t("k", #"{"n":1}"#) == "en 1")
    #expect(clone.snapshot.resolvedLanguage == "en")
  }

  @Test func theLimitOnDepthNeedsNoCheck() throws {
    let archive = try DeferredFixture.archive()
    for (depth, isTaken) in [(1, false), (2, true), (3, true)] {
      let translator = try translator(
        Text(#"{"lng":"fr","limits":{"maxCatalogDepth":\#(depth)}}"#))
      #expect((try? add(archive, to: translator)) == (isTaken ? 3 : nil))
    }
  }

  @Test func whoHearsOfABundleGetsItsTree() throws {
    let translator = try translator()
    _ = translator.events.subscribe("added") { [journal] _, arguments in
      journal.note(arguments.prefix(1).compactMap { $0.text?.string }.joined())
    }
    #expect(try add(try DeferredFixture.archive(damaged: "ru"), to: translator) == 3)
    #expect(journal.lines == ["en", "de"])
  }
}
