import CalqueBase
import TestSupport
import Testing

@testable import CalqueProposals

/// Looking up, and the way through the languages: cases of the reference's manager.
@Suite struct LookupTests {
  private func loaded(_ options: Text, _ locales: Text...) throws -> Stage {
    let stage = try Stage(options)
    for locale in locales { try stage.localization.loadResource(Sample.resource(locale)) }
    return stage
  }

  @Test func aKnownKeyYieldsItsText() throws {
    let stage = try loaded(#"{"preferredLanguages": ["en-GB"]}"#, "en-GB")
    #expect(stage.text("home.title") == "Title en-GB")
    let found = try stage.localization.find("home.title")
    #expect(found == Found(value: "Title en-GB", locale: "en-GB", source: .resource))
  }

  @Test func aMissingKeyYieldsNothing() throws {
    let stage = try loaded("{}", "en-GB")
    #expect(try stage.localization.find("home.other") == nil)
    #expect(try stage.localization.find("other.title") == nil)
    #expect(try stage.localization.find("") == nil)
    #expect(try stage.localization.find("home.") == nil)
  }

  @Test(arguments: ["home", "a.b.c"] as [Text])
  func aKeyPathWithoutTwoPartsIsRefused(path: Text) throws {
    let stage = try loaded("{}", "en-GB")
    let refused = refusal { try stage.localization.find(path) }
    #expect(refused?.code == .invalidArgument)
    #expect(refused?.message.isEmpty == false)
  }

  @Test func theDefaultSectionHasTwoNames() throws {
    let stage = try Stage()
    try stage.localization.loadResource(Sample.resource("en", #"{"default": {"ok": "OK"}}"#))
    #expect(stage.text("default.ok") == "OK")
    #expect(stage.text("defaultSection.ok") == "OK")
  }

  @Test func preferredLanguagesCountInTheirOrder() throws {
    let stage = try loaded(#"{"preferredLanguages": ["fr", "da-DK", "en-GB"]}"#, "en-GB", "da-DK")
    #expect(stage.text("home.title") == "Title da-DK")
    stage.localization.setPreferredLanguages(["en_gb", "da-DK"])
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func aPreferredLanguageIsMatchedExactly() throws {
    let stage = try loaded(#"{"preferredLanguages": ["en"]}"#, "da-DK", "en-GB")
    #expect(stage.text("home.title") == "Title da-DK")
  }

  @Test func theOverrideGoesBeforePreferredLanguages() throws {
    let stage = try loaded(#"{"preferredLanguages": ["en-GB"]}"#, "en-GB", "da-DK")
    try stage.localization.setLanguageOverride("da-DK")
    #expect(stage.text("home.title") == "Title da-DK")
    try stage.localization.setLanguageOverride(nil)
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func theBestFitGoesBeforeTheOverride() throws {
    let stage = try loaded(#"{"languageOverride": "en-GB"}"#, "en-GB", "da-DK")
    try stage.localization.loadIndex(Sample.index(Sample.entry(1, "da-DK", best: true)))
    #expect(stage.text("home.title") == "Title da-DK")
  }

  @Test func theFallbackLocaleGoesBeforeTheDefaultLanguage() throws {
    let stage = try loaded(#"{"preferredLanguages": ["fr"]}"#, "sv", "en-GB", "da-DK")
    try stage.localization.loadIndex(Sample.index(Sample.entry(1, "da-DK", standard: true)))
    #expect(stage.text("home.title") == "Title da-DK")
    stage.localization.setFallbackLocale("en-GB")
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func anInvalidLocaleFallsBackToTheDefaultLanguage() throws {
    let stage = try loaded(
      #"{"preferredLanguages": ["no such"], "fallbackLocale": "??"}"#, "sv", "en-GB")
    try stage.localization.loadIndex(Sample.index(Sample.entry(1, "en-GB", standard: true)))
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func anyTableIsBetterThanNone() throws {
    let stage = try loaded(#"{"preferredLanguages": ["fr"], "keyFallback": false}"#, "sv")
    #expect(stage.text("home.title") == "Title sv")
  }

  private func uneven(_ keyFallback: Text) throws -> Stage {
    let stage = try Stage(
      "{\"preferredLanguages\": [\"da\", \"en\"], \"keyFallback\": " + keyFallback + "}")
    try stage.localization.loadResource(Sample.resource("da", #"{"home": {"title": "Titel"}}"#))
    try stage.localization.loadResource(
      Sample.resource("en", #"{"home": {"title": "Title", "more": "More"}}"#))
    return stage
  }

  @Test func aKeyThatALanguageLacksIsFoundInTheNext() throws {
    let stage = try uneven("true")
    #expect(stage.text("home.title") == "Titel")
    #expect(stage.text("home.more") == "More")
    #expect(try stage.localization.find("home.more")?.locale == "en")
  }

  @Test func withoutKeyFallbackTheFirstTableDecides() throws {
    let stage = try uneven("false")
    #expect(stage.text("home.title") == "Titel")
    #expect(stage.text("home.more") == "-")
  }

  @Test func aPayloadOfAllLanguagesIsMatchedByLanguage() throws {
    let stage = try Stage(#"{"preferredLanguages": ["da"], "keyFallback": false}"#)
    try stage.localization.loadResource(
      #"{"data": {"en-GB": {"home": {"title": "E"}}, "da-DK": {"home": {"title": "D"}}}}"#)
    #expect(stage.text("home.title") == "D")
    try stage.localization.setLanguageOverride("en")
    #expect(stage.text("home.title") == "E")
    try stage.localization.setLanguageOverride("en-GB")
    #expect(stage.text("home.title") == "E")
  }

  @Test(arguments: ["en-GB", "en_gb", "en"] as [Text])
  func aWholeTableIsFoundByLocaleOrLanguage(locale: Text) throws {
    let stage = try loaded("{}", "da-DK", "en-GB")
    let wanted = Value.object(Members([("home", .object(Members([("title", "Title en-GB")])))]))
    #expect(stage.localization.texts(locale: locale) == wanted)
    #expect(stage.localization.texts(locale: "fr") == nil)
  }

  // MARK: Files of the program

  private func bundle(_ folder: TestFolder, _ locale: Text, _ body: Text? = nil) throws {
    try folder.write(body ?? Sample.resource(locale), to: "Localizations_" + locale + ".json")
  }

  private func bundled(_ preferred: Text, _ folders: TestFolder...) throws -> Stage {
    let paths = Text.joined(folders.map { "\"" + $0.path + "\"" }, by: ",")
    return try Stage(
      "{\"preferredLanguages\": [" + preferred + "], \"bundles\": [" + paths + "]}")
  }

  @Test func aBundledFileIsUsedWhereNothingWasFetched() throws {
    let folder = TestFolder()
    try bundle(folder, "da-DK")
    try bundle(folder, "en-GB")
    let stage = try bundled("\"en-GB\"", folder)
    let found = try stage.localization.find("home.title")
    #expect(found == Found(value: "Title en-GB", locale: "en-GB", source: .bundle))
    #expect(stage.localization.texts(locale: "en") != nil)
  }

  @Test func aBundledFileIsUsedFromAnotherBundle() throws {
    let (one, other) = (TestFolder(), TestFolder())
    try bundle(one, "en-GB")
    try bundle(other, "da-DK")
    #expect(try bundled("\"da-DK\"", one, other).text("home.title") == "Title da-DK")
  }

  @Test func aBrokenBundledFileIsAsNone() throws {
    let folder = TestFolder()
    try bundle(folder, "da-DK", "{\"data\": oops")
    try bundle(folder, "fr-FR", "{\"_comment\": \"no texts\", \"meta\": {}}")
    try bundle(folder, "en-GB")
    let stage = try bundled("\"da-DK\", \"fr-FR\"", folder)
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func fetchedTextsGoBeforeBundledOnesKeyByKey() throws {
    let folder = TestFolder()
    try bundle(folder, "en-GB", Sample.resource("en-GB", #"{"home": {"title": "B", "old": "O"}}"#))
    let stage = try bundled("\"en-GB\"", folder)
    try stage.localization.loadResource(Sample.resource("en-GB"))
    #expect(stage.text("home.title") == "Title en-GB")
    #expect(stage.text("home.old") == "O")
  }

  @Test func aMissingBundleIsAsAnEmptyOne() throws {
    let stage = try Stage(#"{"bundles": ["/no/such/folder"]}"#)
    #expect(stage.text("home.title") == "-")
  }
}
