import CalqueBase
import CalqueJSON
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueProposals

/// Fetching and keeping: cases of the reference's manager.
@Suite struct UpdateTests {
  private let threeLanguages = Sample.index(
    Sample.entry(1, "en-GB", best: true), Sample.entry(2, "da-DK", standard: true),
    Sample.entry(3, "fr-FR", update: false))

  private func served(_ stage: Stage) -> Stage {
    stage.serve(
      threeLanguages, [("r/1", Sample.resource("en-GB")), ("r/2", Sample.resource("da-DK"))])
    return stage
  }

  private func statuses(_ outcome: BackendOutcome) -> [Text] {
    (outcome.result.object?["languages"]?.array ?? []).compactMap { $0.object?["status"]?.text }
  }

  @Test func anUpdateKeepsTheIndexWithAllItsEntries() throws {
    let folder = TestFolder()
    let stage = served(try Stage(in: folder))
    let outcome = stage.update()
    #expect(outcome.failure == nil)
    #expect(!outcome.isPartial)
    #expect(statuses(outcome) == ["updated", "updated", "unchanged"])
    let kept = folder.read("Localization/LocalizationData.lclfile")
    #expect(try kept.map { try Payload().index($0).count } == 3)
  }

  @Test func anUpdateWritesEachResource() throws {
    let folder = TestFolder()
    let stage = served(try Stage(in: folder))
    _ = stage.update()
    for locale: Text in ["en-GB", "da-DK"] {
      let kept = folder.read("Localization/Locales/" + locale + ".tmfile")
      #expect(try kept.map { try Payload().resource($0).tables.count } == 1)
    }
    #expect(folder.read("Localization/Locales/fr-FR.tmfile") == nil)
  }

  @Test func anUpdateNotesItsTime() throws {
    let stage = served(try Stage())
    #expect(stage.localization.lastUpdated == nil)
    _ = stage.update()
    #expect(stage.localization.lastUpdated == 1_795_305_601_000)
  }

  @Test func anUpdateAfterTheFirstAsksForWhatIsNewer() throws {
    let stage = served(try Stage())
    _ = stage.update()
    let later = Stage.indexURL + "&last_updated=2026-11-22T00%3A00%3A01Z"
    stage.transport.answer(
      later,
      with: Response(status: 200, body: Sample.index(Sample.entry(1, "en-GB", update: false))))
    #expect(statuses(stage.update()) == ["unchanged"])
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func aFailedUpdateLeavesTheTables() throws {
    let stage = served(try Stage())
    _ = stage.update()
    stage.transport.answer(
      Stage.indexURL + "&last_updated=2026-11-22T00%3A00%3A01Z", with: Response(status: 500))
    let outcome = stage.update()
    #expect(outcome.failure?.code == .httpStatus)
    #expect(outcome.failure?.detail == 500)
    #expect(stage.text("home.title") == "Title en-GB")
    #expect(stage.localization.availableLanguages.count == 3)
  }

  @Test func aResourceThatFailsIsReportedOnceAndFetchedAgain() throws {
    let folder = TestFolder()
    let stage = served(try Stage(in: folder))
    stage.transport.answer(Stage.resourceURL("r/2"), with: Response(status: 404))
    let outcome = stage.update()
    #expect(outcome.failure == nil)
    #expect(outcome.isPartial)
    #expect(statuses(outcome) == ["updated", "failed", "unchanged"])
    let error = outcome.result.object?["languages"]?.array?[1].object?["error"]?.object
    #expect(error?["detail"]?.integer == 404)
    #expect(stage.text("home.title") == "Title en-GB")
    #expect(stage.localization.lastUpdated == nil)
  }

  @Test(
    arguments: [
      "[1]", "{}", "not json", #"{"data": {"home": {"title": 1}}}"#,
      #"{"data": {"home": {"title": "no language"}}}"#,
    ] as [Text])
  func aBrokenResourceIsNeverStored(body: Text) throws {
    let folder = TestFolder()
    let stage = served(try Stage(in: folder))
    stage.transport.answer(Stage.resourceURL("r/2"), with: Response(status: 200, body: body))
    let outcome = stage.update()
    #expect(statuses(outcome) == ["updated", "failed", "unchanged"])
    let error = outcome.result.object?["languages"]?.array?[1].object?["error"]?.object
    #expect(error?["status"]?.integer == Int64(DiagnosticCode.badResponse.rawValue))
    #expect(folder.read("Localization/Locales/da-DK.tmfile") == nil)
  }

  @Test func theBestFitIsTaken() throws {
    let stage = served(try Stage())
    _ = stage.update()
    #expect(stage.localization.bestFitLanguage?.locale == "en-GB")
    #expect(stage.localization.currentLocale == "en-GB")
    #expect(stage.localization.defaultLanguage?.locale == "da-DK")
  }

  @Test func theBestFitStaysWhenTheNewIndexHasNone() throws {
    let stage = try Stage()
    try stage.localization.loadIndex(Sample.index(Sample.entry(1, "en-GB", best: true)))
    try stage.localization.loadIndex(Sample.index(Sample.entry(2, "da-DK")))
    #expect(stage.localization.bestFitLanguage?.locale == "en-GB")
  }

  @Test func allLanguagesAreAvailable() throws {
    let stage = served(try Stage())
    _ = stage.update()
    let locales = stage.localization.availableLanguages.map { $0.locale }
    #expect(locales == ["en-GB", "da-DK", "fr-FR"])
  }

  @Test func languagesOfThePlatformAreFetched() throws {
    let stage = try Stage()
    let body: Text = "{\"data\": [" + Sample.language("en-GB") + "]}"
    stage.transport.answer(
      Stage.content + "mobile/languages", with: Response(status: 200, body: body))
    let outcome = stage.outcome { stage.localization.fetchAvailableLanguages($0) }
    #expect(outcome.result.array?.first?.object?["locale"]?.text == "en-GB")
  }

  @Test func theLanguageIsToldAfterTheTextsAreThere() throws {
    let stage = served(try Stage())
    let seen = Mutex<[Text]>([])
    let localization = stage.localization
    _ = localization.subscribe { [unowned localization] event in
      guard event.name == "languageChanged" else { return }
      let text = (try? localization.find("home.title"))?.value ?? "-"
      seen.withLock { $0.append((event.arguments.first?.text ?? "-") + " " + text) }
    }
    _ = stage.update()
    #expect(seen.withLock { $0 } == ["en-GB Title en-GB"])
  }

  @Test func anUpdateCompletesOnceAfterWhatWaitsBeforeIt() throws {
    let stage = served(try Stage())
    stage.transport.hold(Stage.indexURL)
    let done = Mutex<[Int]>([])
    let last = Latch<Bool>()
    stage.localization.update { _ in done.withLock { $0.append(1) } }
    stage.localization.update { _ in
      done.withLock { $0.append(2) }
      last.open(true)
    }
    stage.transport.waitForRequests(1)
    stage.transport.release(Stage.indexURL)
    _ = last.wait()
    #expect(done.withLock { $0 } == [1, 2])
  }

  @Test func aCancelledUpdateChangesNothing() throws {
    let stage = served(try Stage())
    stage.transport.hold(Stage.resourceURL("r/2"))
    let latch = Latch<BackendOutcome>()
    let call = stage.localization.update { latch.open($0) }
    stage.transport.waitForRequests(3)
    #expect(stage.localization.cancel(call: call))
    #expect(latch.wait().failure?.code == .cancelled)
    #expect(stage.text("home.title") == "-")
    #expect(!stage.localization.cancel(call: call))
  }

  @Test func withoutATransportAnUpdateIsUnsupported() throws {
    let options = LocalizationOptions()
    let localization = try Localization(options, Services(now: { 0 }))
    let latch = Latch<BackendOutcome>()
    localization.update { latch.open($0) }
    #expect(latch.wait().failure?.code == .unsupported)
    localization.close()
  }

  @Test func closingCancelsWhatIsUnderWay() throws {
    let stage = served(try Stage())
    stage.transport.hold(Stage.indexURL)
    let latch = Latch<BackendOutcome>()
    stage.localization.update { latch.open($0) }
    stage.transport.waitForRequests(1)
    stage.localization.close()
    #expect(latch.wait().failure?.code == .cancelled)
    #expect(stage.update().failure?.code == .cancelled)
  }

  // MARK: Languages of requests

  @Test(
    arguments: [
      (["en"], "en;q=1.0"), (["da", "en"], "da;q=1.0,en;q=0.9"),
      (["a1", "b2", "c3", "d4", "e5", "f6"], "a1;q=1.0,b2;q=0.9,c3;q=0.8,d4;q=0.7,e5;q=0.6"),
      ([], "en;q=1.0"),
    ] as [([String], String)])
  func theIndexIsAskedForInThePreferredLanguages(_ preferred: [String], _ header: String) throws {
    let stage = served(try Stage())
    stage.localization.setPreferredLanguages(preferred.map { Text($0) })
    #expect(stage.localization.lastAcceptLanguage == nil)
    _ = stage.update()
    let sent = stage.transport.requests.first?.headers.first { $0.name == "Accept-Language" }
    #expect(sent?.value.string == header)
    #expect(stage.localization.lastAcceptLanguage?.string == header)
  }

  @Test func theOverrideLeadsTheHeaderUntilItIsRemoved() throws {
    let stage = try Stage(#"{"preferredLanguages": ["da"]}"#)
    try stage.localization.setLanguageOverride("pl-PL")
    #expect(stage.localization.acceptLanguage == "pl-PL;q=1.0,da;q=0.9")
    try stage.localization.setLanguageOverride(nil)
    #expect(stage.localization.acceptLanguage == "da;q=1.0")
  }

  @Test func anOverrideForgetsTheBestFit() throws {
    let stage = served(try Stage())
    _ = stage.update()
    try stage.localization.setLanguageOverride("da-DK")
    #expect(stage.localization.bestFitLanguage == nil)
    #expect(stage.text("home.title") == "Title da-DK")
  }

  @Test func inAutomaticModeAnOverrideUpdates() throws {
    let stage = served(try Stage(#"{"updateMode": "automatic"}"#))
    stage.localization.start()
    stage.transport.waitForRequests(3)
    try stage.localization.setLanguageOverride("da-DK")
    stage.transport.waitForRequests(4)
    stage.localization.start()
    stage.transport.waitForRequests(5)
  }

  @Test func inManualModeNothingIsAskedByItself() throws {
    let stage = served(try Stage())
    stage.localization.start()
    stage.localization.start()
    try stage.localization.setLanguageOverride("da-DK")
    _ = stage.update()
    #expect(stage.transport.requests.filter { $0.url == Stage.indexURL }.count == 1)
  }
}
