import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueProposals

/// Proposals that cannot be sent at once.
@Suite struct QueueTests {
  private let folder = TestFolder()

  private func stage(_ more: Text = "") throws -> Stage {
    let stage = try Stage("{\"preferredLanguages\": [\"en-GB\"]" + more + "}")
    try stage.localization.loadResource(Sample.resource("en-GB"))
    return stage
  }

  private func sent(_ stage: Stage) -> [Text] {
    stage.transport.requests.compactMap { request in
      request.body?.split("&").first { $0.hasPrefix("value=") }?.part(6)
    }
  }

  private func offline(_ stage: Stage) {
    stage.transport.fail(Stage.proposalsURL, with: .unreachable)
  }

  private func item(_ key: Text) -> ItemIdentifier {
    ItemIdentifier(checkedSection: "home", key: key)
  }

  @Test(arguments: [DiagnosticCode.unreachable, .timeout])
  func aProposalWaitsWhenTheBackendCannotBeReached(code: DiagnosticCode) throws {
    let stage = try stage()
    stage.transport.fail(Stage.proposalsURL, with: code)
    let outcome = stage.propose("Better")
    #expect(outcome.failure?.code == code)
    #expect(outcome.result.object?["queued"]?.bool == true)
    #expect(stage.text("home.title") == "Better")
    #expect(stage.localization.proposalSummary.queued == 1)
  }

  @Test func whatWaitsIsSentInOrderAndOnce() throws {
    let stage = try stage()
    offline(stage)
    for (key, value) in [("a", "1"), ("b", "2"), ("c", "3")] as [(Text, Text)] {
      _ = stage.propose(value, item(key))
    }
    let before = sent(stage).count
    let answers = [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")] as [(Text, Text)]
    stage.transport.answer(
      Stage.proposalsURL,
      with: answers.map { answer in
        let proposal = Sample.proposal(1, answer.1, key: answer.0)
        return .success(Response(status: 200, body: Sample.stored(proposal)))
      })
    #expect(stage.propose("4", item("d")).failure == nil)
    #expect(Array(sent(stage).dropFirst(before)) == ["1", "2", "3", "4"])
    let outcome = stage.outcome { stage.localization.sendQueued($0) }
    #expect(outcome.result.object?["queued"]?.integer == 0)
    #expect(sent(stage).count == before + 4)
  }

  @Test func whatArrivedTheFirstTimeIsNotAConflict() throws {
    let stage = try stage()
    stage.transport.fail(Stage.proposalsURL, with: .timeout)
    _ = stage.propose("Better")
    stage.answerStore(412, "{}")
    let outcome = stage.outcome { stage.localization.sendQueued($0) }
    #expect(outcome.failure == nil)
    #expect(stage.localization.proposalSummary.queued == 0)
    #expect(stage.text("home.title") == "Better")
  }

  @Test func theSameValueDoesNotWaitTwice() throws {
    let stage = try stage()
    offline(stage)
    _ = stage.propose("Better")
    #expect(stage.propose("Better").failure?.code == .conflict)
    #expect(stage.propose("Best").failure?.code == .unreachable)
    #expect(stage.localization.proposalSummary.queued == 2)
  }

  @Test func aRefusalShowsWhatWasThereBefore() throws {
    let stage = try stage()
    stage.transport.hold(Stage.proposalsURL)
    stage.transport.answer(
      Stage.proposalsURL, with: [Response(status: 500), Response(status: 500)].map { .success($0) })
    let (first, second) = (Latch<BackendOutcome>(), Latch<BackendOutcome>())
    stage.localization.propose("One", for: .title) { first.open($0) }
    stage.localization.propose("Two", for: .title) { second.open($0) }
    #expect(stage.text("home.title") == "Two")
    stage.transport.waitForRequests(1)
    stage.transport.release(Stage.proposalsURL)
    #expect(first.wait().failure?.detail == 500)
    #expect(second.wait().failure?.detail == 500)
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func aRefusalLeavesANewerValue() throws {
    let stage = try stage()
    stage.transport.hold(Stage.proposalsURL)
    stage.answerStore(500, "")
    let latch = Latch<BackendOutcome>()
    stage.localization.propose("One", for: .title) { latch.open($0) }
    stage.transport.waitForRequests(1)
    try stage.localization.storeProposal("Newer", locale: "en-GB", for: .title)
    stage.transport.release(Stage.proposalsURL)
    _ = latch.wait()
    #expect(stage.text("home.title") == "Newer")
  }

  @Test func aCancelledProposalIsShownNoMore() throws {
    let stage = try stage()
    stage.transport.hold(Stage.proposalsURL)
    let latch = Latch<BackendOutcome>()
    let call = stage.localization.propose("One", for: .title) { latch.open($0) }
    stage.transport.waitForRequests(1)
    #expect(stage.localization.cancel(call: call))
    #expect(latch.wait().failure?.code == .cancelled)
    #expect(stage.text("home.title") == "Title en-GB")
    #expect(stage.localization.proposalSummary.queued == 0)
  }

  @Test func aListThatComesThroughSendsWhatWaits() throws {
    let stage = try stage()
    offline(stage)
    _ = stage.propose("Better")
    stage.answerStore(200, Sample.stored(Sample.proposal(1, "Better")))
    stage.transport.answer(
      Stage.proposalsURL + "?guid=g-1&state=unaccepted",
      with: Response(status: 200, body: #"{"data": []}"#))
    _ = stage.outcome { stage.localization.fetchProposals($0) }
    stage.transport.waitForRequests(3)
    #expect(sent(stage) == ["Better", "Better"])
  }

  @Test func whatWaitsIsKeptAndSentByTheNextRun() throws {
    let more: Text =
      ", \"persistProposals\": true, \"directory\": \"" + folder.path + "\""
    do {
      let stage = try stage(more)
      offline(stage)
      _ = stage.propose("1", item("a"))
      _ = stage.propose("2", item("b"))
    }
    let next = try stage(more)
    #expect(next.localization.proposalSummary.queued == 2)
    #expect(next.localization.proposedValue(of: item("b"), locale: "en-GB") == "2")
    next.answerStore(200, Sample.stored(Sample.proposal(1, "1", key: "a")))
    let outcome = next.outcome { next.localization.sendQueued($0) }
    #expect(outcome.failure == nil)
    #expect(sent(next) == ["1", "2"])
    #expect(try stage(more).localization.proposalSummary.queued == 0)
  }

  @Test func whatIsUnderWayAtTheEndStaysInTheQueue() throws {
    let more: Text =
      ", \"persistProposals\": true, \"directory\": \"" + folder.path + "\""
    let stage = try stage(more)
    stage.transport.hold(Stage.proposalsURL)
    let latch = Latch<BackendOutcome>()
    stage.localization.propose("1", for: item("a")) { latch.open($0) }
    stage.transport.waitForRequests(1)
    stage.localization.close()
    #expect(latch.wait().failure?.code == .cancelled)
    #expect(try self.stage(more).localization.proposalSummary.queued == 1)
  }

  @Test func theLimitOnTheQueueHoldsAtItsEdge() throws {
    let stage = try stage(#", "limits": {"maximumQueued": 2}"#)
    offline(stage)
    #expect(stage.propose("1", item("a")).failure?.code == .unreachable)
    #expect(stage.propose("2", item("b")).failure?.code == .unreachable)
    #expect(stage.propose("3", item("c")).failure?.code == .limitExceeded)
    #expect(stage.localization.proposedValue(of: item("c"), locale: "en-GB") == nil)
  }

  // MARK: Several values of one text

  private var kept: Text {
    ", \"persistProposals\": true, \"directory\": \"" + folder.path + "\""
  }

  private func responses(_ statuses: Int...) -> [Result<Response, Diagnostic>] {
    statuses.enumerated().map { place, status in
      let body = Sample.stored(Sample.proposal(place + 1, "Two"))
      return .success(Response(status: status, body: status == 200 ? body : ""))
    }
  }

  @Test func aRefusalAfterARestartLeavesTheNewerValue() throws {
    do {
      let stage = try stage(kept)
      offline(stage)
      _ = stage.propose("One")
      _ = stage.propose("Two")
      stage.localization.close()
    }
    let next = try stage(kept)
    next.transport.answer(Stage.proposalsURL, with: responses(500, 200))
    _ = next.outcome { next.localization.sendQueued($0) }
    #expect(sent(next) == ["One", "Two"])
    #expect(next.text("home.title") == "Two")
  }

  @Test func deletingAnOlderProposalLeavesTheOneThatWaits() throws {
    let stage = try stage()
    stage.answerStore(200, Sample.stored(Sample.proposal(1, "One")))
    _ = stage.propose("One")
    offline(stage)
    _ = stage.propose("Two")
    stage.transport.answer(
      Stage.proposalsURL + "/1?guid=g-1", with: Response(status: 200, body: #"{"data": {}}"#))
    _ = stage.outcome { stage.localization.deleteProposal(1, $0) }
    #expect(stage.text("home.title") == "Two")
    stage.answerStore(200, Sample.stored(Sample.proposal(2, "Two")))
    _ = stage.outcome { stage.localization.sendQueued($0) }
    #expect(stage.text("home.title") == "Two")
  }

  @Test func deletingTheNewestProposalShowsTheOneBeforeIt() throws {
    let stage = try stage()
    for (id, value) in [(1, "One"), (2, "Two")] as [(Int, Text)] {
      stage.answerStore(200, Sample.stored(Sample.proposal(id, value)))
      _ = stage.propose(value)
    }
    for (id, text) in [(2, "One"), (1, "Title en-GB")] as [(Int, Text)] {
      stage.transport.answer(
        Stage.proposalsURL + "/" + Decimal.text(of: Int64(id)) + "?guid=g-1",
        with: Response(status: 200, body: #"{"data": {}}"#))
      _ = stage.outcome { stage.localization.deleteProposal(Int64(id), $0) }
      #expect(stage.text("home.title") == text)
    }
  }

  @Test func aProposalThatWasReplacedDoesNotComeBack() throws {
    let stage = try stage()
    for value in ["One", "Two"] as [Text] {
      stage.answerStore(200, Sample.stored(Sample.proposal(1, value)))
      _ = stage.propose(value)
    }
    stage.transport.answer(
      Stage.proposalsURL + "/1?guid=g-1", with: Response(status: 200, body: #"{"data": {}}"#))
    _ = stage.outcome { stage.localization.deleteProposal(1, $0) }
    #expect(stage.text("home.title") == "Title en-GB")
  }

  @Test func aDeletedProposalOfAnEarlierRunIsShownNoMore() throws {
    do {
      let stage = try stage(kept)
      stage.answerStore(200, Sample.stored(Sample.proposal(5, "Better")))
      _ = stage.propose("Better")
    }
    let next = try stage(kept)
    #expect(next.text("home.title") == "Better")
    next.transport.answer(
      Stage.proposalsURL + "/5?guid=g-1", with: Response(status: 200, body: #"{"data": {}}"#))
    _ = next.outcome { next.localization.deleteProposal(5, $0) }
    #expect(next.text("home.title") == "Title en-GB")
    #expect(try stage(kept).text("home.title") == "Title en-GB")
  }

  @Test(arguments: [500, 409, 503])
  func anOutcomeIsOnDiskBeforeItIsReported(status: Int) throws {
    let stage = try stage(kept)
    stage.answerStore(status, "")
    let file = Latch<Text>()
    stage.localization.propose("One", for: .title) { [folder] _ in
      file.open(folder.read("Localization/Proposals.json") ?? "")
    }
    let state: Text = status == 500 ? "[]" : status == 409 ? "\"sent\"" : "\"wasTried\""
    #expect(file.wait().contains(state))
  }

  @Test func anOutcomeThatCannotBeWrittenSaysSo() throws {
    let stage = try stage(kept)
    offline(stage)
    folder.setMode(0o500, of: "Localization")
    defer { folder.setMode(0o700, of: "Localization") }
    // The superuser may write anywhere.
    guard (try? folder.write("", to: "Localization/probe")) == nil else { return }
    let outcome = stage.propose("One")
    #expect(outcome.result.object?["queued"]?.bool == true)
    #expect(outcome.result.object?["notKept"] != nil)
  }

  @Test func aCallCancelledBeforeItsTurnIsWithdrawnAtOnce() throws {
    let stage = try stage()
    stage.transport.hold(Stage.proposalsURL)
    let latch = Latch<BackendOutcome>()
    stage.localization.propose("One", for: .title) { _ in }
    let second = stage.localization.propose("Two", for: .title) { latch.open($0) }
    stage.transport.waitForRequests(1)
    #expect(stage.localization.cancel(call: second))
    #expect(latch.wait().failure?.code == .cancelled)
    #expect(stage.text("home.title") == "One")
    #expect(stage.localization.proposalSummary.queued == 1)
  }

  @Test func withoutATransportAProposalWaits() throws {
    let options: Members = ["url": .text(Stage.base), "guid": "g", "fallbackLocale": "en"]
    let localization = try Localization(LocalizationOptions(options), .standard)
    let latch = Latch<BackendOutcome>()
    localization.propose("Better", for: .title) { latch.open($0) }
    let outcome = latch.wait()
    #expect(outcome.failure?.code == .unsupported)
    #expect(outcome.result.object?["queued"]?.bool == true)
    #expect(localization.find(.title)?.value == "Better")
    #expect(localization.proposalSummary.queued == 1)
  }

  @Test func aListHasWhatIsStoredAndWhatWaits() throws {
    let stage = try stage()
    try stage.localization.storeProposal("Here", locale: "en-GB", for: item("a"))
    offline(stage)
    _ = stage.propose("There", item("b"))
    func values(_ name: Text, _ filter: ProposalFilter = .all) -> [Text?] {
      (stage.localization.listProposals(filter).object?[name]?.array ?? []).map {
        $0.object?["value"]?.text
      }
    }
    #expect(values("stored") == ["Here"])
    #expect(values("queued") == ["There"])
    #expect(values("stored", .identifier(item("b"))) == [])
  }
}
