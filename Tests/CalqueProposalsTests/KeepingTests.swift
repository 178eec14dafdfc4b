import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueProposals

/// The files kept from one run to the next: cases of the reference's manager, and more.
@Suite struct KeepingTests {
  private let folder = TestFolder()

  private func filled() throws -> Stage {
    let stage = try Stage(in: folder)
    stage.serve(
      Sample.index(Sample.entry(1, "en-GB", best: true), Sample.entry(2, "da", standard: true)),
      [("r/1", Sample.resource("en-GB")), ("r/2", Sample.resource("da"))])
    _ = stage.update()
    return stage
  }

  @Test func tablesAndLanguagesComeBack() throws {
    _ = try filled()
    let again = try Stage(in: folder)
    #expect(again.text("home.title") == "Title en-GB")
    #expect(again.localization.bestFitLanguage?.locale == "en-GB")
    #expect(again.localization.defaultLanguage?.locale == "da")
    #expect(again.localization.availableLanguages.count == 2)
    #expect(again.localization.lastUpdated == 1_795_305_601_000)
    #expect(again.localization.lastAcceptLanguage == "en;q=1.0")
  }

  @Test func theOverrideComesBack() throws {
    let stage = try filled()
    try stage.localization.setLanguageOverride("da")
    #expect(try Stage(in: folder).text("home.title") == "Title da")
  }

  @Test func clearingMemoryKeepsTheFiles() throws {
    let stage = try filled()
    try stage.localization.clear(includingPersisted: false)
    #expect(stage.text("home.title") == "Title en-GB")
    #expect(stage.localization.lastUpdated != nil)
    #expect(folder.read("Localization/Locales/en-GB.tmfile") != nil)
  }

  @Test func clearingFilesAsksForEverythingAgain() throws {
    let stage = try filled()
    try stage.localization.clear(includingPersisted: true)
    #expect(stage.text("home.title") == "-")
    #expect(stage.localization.lastUpdated == nil)
    #expect(folder.read("Localization/Locales/en-GB.tmfile") == nil)
    #expect(folder.read("Localization/LocalizationData.lclfile") == nil)
  }

  @Test func aBrokenFileIsRemovedAndCountsAsNone() throws {
    _ = try filled()
    try folder.write("{\"data\": 1", to: "Localization/Locales/en-GB.tmfile")
    let again = try Stage(in: folder)
    #expect(again.text("home.title") == "Title da")
    #expect(folder.read("Localization/Locales/en-GB.tmfile") == nil)
  }

  @Test func aLocaleCannotLeadOutOfTheDirectory() throws {
    let stage = try Stage(in: folder)
    try stage.localization.loadResource(Sample.resource("../../evil"))
    #expect(folder.read("Localization/Locales/%2E%2E%2F%2E%2E%2Fevil.tmfile") != nil)
  }

  @Test func aNewerVersionOfTheProgramStartsAnew() throws {
    let old = try Stage(in: folder, #", "appVersion": "1.9""#)
    try old.localization.loadIndex(Sample.index(Sample.entry(1, "en-GB")))
    try old.localization.loadResource(Sample.resource("en-GB"))
    let same = try Stage(in: folder, #", "appVersion": "1.9""#)
    #expect(same.text("home.title") == "Title en-GB")
    let new = try Stage(in: folder, #", "appVersion": "1.10""#)
    #expect(new.text("home.title") == "-")
  }

  @Test func aGuidIsMadeOnceForADirectory() throws {
    var options = LocalizationOptions()
    options.directory = folder.path
    let one = try Localization(options, .init(now: { 0 }))
    let other = try Localization(options, .init(now: { 0 }))
    #expect(one.guid == other.guid)
    #expect(Identity(one.guid) != nil)
    options.directory = nil
    #expect(try Localization(options, .init(now: { 0 })).guid != one.guid)
  }

  // MARK: Proposed values

  @Test func proposedValuesAreKeptOnlyWhenAskedFor() throws {
    let stage = try Stage(in: folder)
    try stage.localization.storeProposal("Better", locale: "en", for: .title)
    #expect(folder.read("Localization/Proposals.json") == nil)
    #expect(try Stage(in: folder).localization.proposedValue(of: .title, locale: "en") == nil)
  }

  @Test func keptProposedValuesSurviveWithoutAGoodBye() throws {
    let stage = try Stage(in: folder, #", "persistProposals": true"#)
    try stage.localization.storeProposal("Better", locale: "en_gb", for: .title)
    // Nothing of the first is closed: as after a crash.
    let again = try Stage(in: folder, #", "persistProposals": true"#)
    #expect(again.localization.proposedValue(of: .title, locale: "en-GB") == "Better")
    try again.localization.removeProposal(locale: "en-GB", for: .title)
    let last = try Stage(in: folder, #", "persistProposals": true"#)
    #expect(last.localization.proposedValue(of: .title, locale: "en-GB") == nil)
  }

  @Test func keptProposedValuesAreThoseOfAGuid() throws {
    let stage = try Stage(in: folder, #", "persistProposals": true"#)
    try stage.localization.storeProposal("Better", locale: "en", for: .title)
    let other = try Stage(in: folder, #", "persistProposals": true, "guid": "g-2""#)
    #expect(other.localization.proposedValue(of: .title, locale: "en") == nil)
  }

  @Test func keepingProposalsNeedsADirectory() {
    let refused = refusal { try Stage(#"{"persistProposals": true}"#) }
    #expect(refused?.code == .invalidOption)
    #expect(refused?.path == "directory")
  }
}
