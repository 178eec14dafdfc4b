import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueProposals

/// The cases of proposals that the references have no tests for.
@Suite struct ProposalTests {
  private func stage(_ more: Text = "") throws -> Stage {
    let stage = try Stage(
      "{\"preferredLanguages\": [\"en-GB\"], \"environment\": \"staging\"" + more + "}")
    try stage.localization.loadResource(Sample.resource("en-GB"))
    try stage.localization.loadResource(Sample.resource("da-DK"))
    return stage
  }

  private func body(_ stage: Stage) -> Text { stage.transport.requests.last?.body ?? "-" }

  @Test func aStoredValueIsVisibleForItsLocaleOnly() throws {
    let stage = try stage()
    try stage.localization.storeProposal("Better", locale: "en-GB", for: .title)
    let found = try stage.localization.find("home.title")
    #expect(found == Found(value: "Better", locale: "en-GB", source: .proposal))
    try stage.localization.setLanguageOverride("da-DK")
    #expect(stage.text("home.title") == "Title da-DK")
  }

  @Test func anotherLocaleIsNotAffected() throws {
    let stage = try stage()
    try stage.localization.storeProposal("Bedre", locale: "da-DK", for: .title)
    #expect(stage.text("home.title") == "Title en-GB")
    #expect(stage.localization.proposedValue(of: .title, locale: "en") == nil)
  }

  @Test func identifiersAndLocalesCountByValue() throws {
    let stage = try stage()
    let made = try ItemIdentifier(section: "home", key: "title")
    try stage.localization.storeProposal("Better", locale: "EN_gb", for: made)
    #expect(stage.text("home.title") == "Better")
  }

  @Test func theDefaultSectionIsOneByBothNames() throws {
    let stage = try stage()
    let alias = try ItemIdentifier(section: "defaultSection", key: "ok")
    try stage.localization.storeProposal("OK!", locale: "en-GB", for: alias)
    #expect(stage.text("default.ok") == "OK!")
  }

  @Test func aNewerValueReplacesTheOlder() throws {
    let stage = try stage()
    try stage.localization.storeProposal("Better", locale: "en-GB", for: .title)
    try stage.localization.storeProposal("Best", locale: "en-GB", for: .title)
    #expect(stage.text("home.title") == "Best")
    #expect(stage.localization.proposalSummary.shown == 1)
  }

  @Test(arguments: [409, 412])
  func theSameValueAgainIsAConflict(status: Int) throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(1, "Better")))
    #expect(stage.propose("Better").failure == nil)
    stage.answerStore(status, #"{"message": "Already\nthere"}"#)
    let again = stage.propose("Better")
    #expect(again.failure?.code == .conflict)
    #expect(again.failure?.detail == Int32(status))
    #expect(again.failure?.message.hasSuffix(": Already there") == true)
    #expect(stage.text("home.title") == "Better")
  }

  @Test func anotherValueReplacesTheFirstOne() throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(1, "Better")))
    _ = stage.propose("Better")
    stage.answerStore(201, Sample.stored(Sample.proposal(1, "Best")))
    #expect(stage.propose("Best").failure == nil)
    #expect(stage.text("home.title") == "Best")
    #expect(stage.localization.proposalSummary.listed == 1)
  }

  @Test func deletingDropsTheProposedValue() throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(5, "Better")))
    _ = stage.propose("Better")
    stage.transport.answer(
      Stage.proposalsURL + "/5?guid=g-1",
      with: Response(status: 200, body: #"{"data": {"message": "gone"}}"#))
    let outcome = stage.outcome { stage.localization.deleteProposal(5, $0) }
    #expect(outcome.result.object?["message"]?.text == "gone")
    #expect(stage.transport.requests.last?.method == "DELETE")
    #expect(stage.text("home.title") == "Title en-GB")
    #expect(!stage.localization.proposalSummary.hasProposals)
  }

  @Test func deletingDropsTheProposedValueWhenAListWithoutItComesFirst() throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(5, "Better")))
    _ = stage.propose("Better")
    let deletion = Stage.proposalsURL + "/5?guid=g-1"
    stage.transport.answer(deletion, with: Response(status: 200, body: #"{"data": {}}"#))
    stage.transport.hold(deletion)
    let latch = Latch<BackendOutcome>()
    stage.localization.deleteProposal(5) { latch.open($0) }
    stage.transport.waitForRequests(2)
    stage.transport.answer(
      Stage.proposalsURL + "?guid=g-1&state=unaccepted",
      with: Response(status: 200, body: #"{"data": []}"#))
    _ = stage.outcome { stage.localization.fetchProposals($0) }
    stage.transport.release(deletion)
    #expect(latch.wait().failure == nil)
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func aRefusedDeletionDropsNothing() throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(5, "Better")))
    _ = stage.propose("Better")
    stage.transport.answer(
      Stage.proposalsURL + "/5?guid=g-1", with: Response(status: 401))
    let outcome = stage.outcome { stage.localization.deleteProposal(5, $0) }
    #expect(outcome.failure?.code == .httpStatus)
    #expect(outcome.failure?.detail == 401)
    #expect(stage.text("home.title") == "Better")
  }

  @Test func theAnswerOfTheBackendWinsOverTheRequest() throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(1, "Checked")))
    let outcome = stage.propose("Unchecked")
    #expect(outcome.result.object?["value"]?.text == "Checked")
    #expect(stage.text("home.title") == "Checked")
    stage.answerStore(200, Sample.stored(Sample.proposal(2, "Moved", locale: "da-DK")))
    _ = stage.propose("Elsewhere")
    #expect(stage.text("home.title") == "Checked")
    #expect(stage.localization.proposedValue(of: .title, locale: "da_dk") == "Moved")
  }

  @Test func aFetchedListIsMergedWithWhatHappenedMeanwhile() throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(3, "Third", key: "c")))
    let listURL = Stage.proposalsURL + "?guid=g-1&state=unaccepted"
    let list =
      "{\"data\": [" + Sample.proposal(1, "First", key: "a", canDelete: "false") + ","
      + Sample.proposal(2, "Second", key: "b") + "]}"
    stage.transport.answer(listURL, with: Response(status: 200, body: list))
    stage.transport.hold(listURL)
    let latch = Latch<BackendOutcome>()
    stage.localization.fetchProposals { latch.open($0) }
    stage.transport.waitForRequests(1)
    _ = stage.propose("Third", ItemIdentifier(checkedSection: "home", key: "c"))
    stage.transport.release(listURL)
    let ids = latch.wait().result.array?.compactMap { $0.object?["id"]?.integer }
    #expect(ids == [1, 2, 3])
    #expect(stage.localization.proposalSummary.listed == 3)
  }

  @Test func whatMayBeDeletedIsDecoded() throws {
    let stage = try stage()
    let list =
      "{\"data\": [" + Sample.proposal(1, "First", canDelete: "false") + ","
      + Sample.proposal(2, "Second", locale: "da-DK") + "]}"
    stage.transport.answer(
      Stage.proposalsURL + "?guid=g-1&state=all", with: Response(status: 200, body: list))
    let outcome = stage.outcome { stage.localization.fetchProposals(state: .all, $0) }
    let deletable = outcome.result.array?.compactMap { $0.object?["can_delete"]?.bool }
    #expect(deletable == [false, true])
  }

  @Test(
    arguments: [
      ("a&b=c+d", "a%26b%3Dc%2Bd"), ("100% sure", "100%25+sure"), ("æøå", "%C3%A6%C3%B8%C3%A5"),
      ("🎉", "%F0%9F%8E%89"), ("a\r\nb", "a%0D%0Ab"),
    ])
  func aValueIsEncodedAsAForm(_ value: String, _ encoded: String) throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(1, "x")))
    _ = stage.propose(Text(value))
    let wanted: Text =
      "section=home&key=title&value=" + Text(encoded) + "&locale=en-GB&platform=mobile&guid=g-1"
    #expect(body(stage) == wanted)
  }

  @Test func aProposalIsOfItsGuid() throws {
    let transport = MemoryTransport()
    let list = "{\"data\": [" + Sample.proposal(1, "x", canDelete: "false") + "]}"
    transport.answer(
      Stage.proposalsURL + "?guid=g%202&state=unaccepted", with: Response(status: 200, body: list))
    let other = try Stage(#"{"guid": "g 2"}"#, transport: transport)
    let outcome = other.outcome { other.localization.fetchProposals($0) }
    #expect(outcome.result.array?.first?.object?["can_delete"]?.bool == false)
  }

  @Test func aProposedValueSurvivesALanguageSwitch() throws {
    let stage = try stage()
    try stage.localization.storeProposal("Better", locale: "en-GB", for: .title)
    try stage.localization.setLanguageOverride("da-DK")
    try stage.localization.clear(includingPersisted: false)
    try stage.localization.setLanguageOverride(nil)
    #expect(stage.text("home.title") == "Better")
  }

  @Test func theFallbackLocaleHasItsOwnProposedValue() throws {
    let stage = try stage()
    try stage.localization.setLanguageOverride("da-DK")
    try stage.localization.loadResource(
      Sample.resource("en-GB", #"{"home": {"title": "T", "more": "More"}}"#))
    let more = ItemIdentifier(checkedSection: "home", key: "more")
    try stage.localization.storeProposal("Even more", locale: "en-GB", for: more)
    #expect(stage.text("home.more") == "Even more")
    #expect(stage.text("home.title") == "Title da-DK")
  }

  @Test func withoutALanguageNothingCanBeProposed() throws {
    let stage = try Stage()
    #expect(stage.propose("Better").failure?.code == .refused)
    #expect(stage.transport.requests.isEmpty)
  }

  @Test(arguments: [401, 404, 445, 500])
  func aRefusedProposalIsShownNoMore(status: Int) throws {
    let stage = try stage()
    stage.answerStore(status, "no JSON")
    let outcome = stage.propose("Better")
    #expect(outcome.failure?.code == .httpStatus)
    #expect(outcome.failure?.detail == Int32(status))
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func garbageIsABadAnswer() throws {
    let stage = try stage()
    stage.answerStore(200, "<html>")
    #expect(stage.propose("Better").failure?.code == .badResponse)
    stage.answerStore(200, #"{"data": {"id": "one"}}"#)
    #expect(stage.propose("Better").failure?.path == "data.id")
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func aListIsGroupedByKeyAndSorted() throws {
    let stage = try stage()
    let list =
      "{\"data\": [" + Sample.proposal(1, "z", key: "z") + "," + Sample.proposal(2, "a", key: "a")
      + "," + Sample.proposal(3, "z2", locale: "da", key: "z") + "]}"
    stage.transport.answer(
      Stage.proposalsURL + "?guid=g-1&state=unaccepted", with: Response(status: 200, body: list))
    _ = stage.outcome { stage.localization.fetchProposals($0) }
    func ids(_ filter: ProposalFilter) -> [[Int64]] {
      let groups = stage.localization.listProposals(filter).object?["groups"]?.array ?? []
      return groups.map { group in
        (group.object?["proposals"]?.array ?? []).compactMap { $0.object?["id"]?.integer }
      }
    }
    #expect(ids(.all) == [[2], [1, 3]])
    #expect(ids(.identifier(ItemIdentifier(checkedSection: "home", key: "z"))) == [[1, 3]])
    #expect(ids(.section("home")) == [[2], [1, 3]])
    #expect(ids(.section("other")) == [])
  }

  @Test func aListHasATitle() throws {
    let stage = try stage()
    func title(_ filter: ProposalFilter) -> Text? {
      stage.localization.listProposals(filter).object?["title"]?.text
    }
    #expect(title(.all) == "All proposals")
    #expect(title(.identifier(.title)) == "Proposals for title")
    #expect(title(.section("home")) == "Proposals")
  }

  @Test func theStatesOfAProposalAreToldForATranscript() throws {
    let stage = try stage()
    let notes = Mutex<[Value]>([])
    _ = stage.localization.subscribe { event in
      if event.name == "proposal" { notes.withLock { $0 += event.arguments } }
    }
    stage.answerStore(200, Sample.stored(Sample.proposal(5, "Better")))
    _ = stage.propose("Better")
    stage.answerStore(200, Sample.stored(Sample.proposal(5, "Best")))
    _ = stage.propose("Best")
    stage.transport.answer(
      Stage.proposalsURL + "/5?guid=g-1", with: Response(status: 200, body: #"{"data": {}}"#))
    _ = stage.outcome { stage.localization.deleteProposal(5, $0) }
    let told = notes.withLock { $0 }
    let states = told.compactMap { $0.object?["state"]?.text }
    #expect(states == ["stored", "replaced", "deleted"])
    #expect(told.first?.object?["identifier"]?.text == "home.title")
    #expect(told.first?.object?["value"]?.text == "Better")
    #expect(told.last?.object?["value"] == nil)
    #expect(told.allSatisfy { $0.object?["guid"]?.text == "g-1" })
  }

  @Test func limitsOnProposedValuesHoldAtTheirEdge() throws {
    let stage = try stage(#", "limits": {"maximumProposals": 2}"#)
    let codes: [DiagnosticCode?] = [nil, nil, .limitExceeded]
    for (place, code) in codes.enumerated() {
      let identifier = ItemIdentifier(
        checkedSection: "home", key: Decimal.text(of: Int64(place)))
      let refused = refusal {
        try stage.localization.storeProposal("x", locale: "en", for: identifier)
      }
      #expect(refused?.code == code)
    }
    // One that is there can still be replaced.
    try stage.localization.storeProposal(
      "y", locale: "en", for: ItemIdentifier(checkedSection: "home", key: "0"))
    #expect(stage.localization.proposalSummary.shown == 2)
  }
}
