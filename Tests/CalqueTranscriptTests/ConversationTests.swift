import CalqueBase
import Testing

@testable import CalqueTranscript

@Suite struct ConversationTests {
  private let s = Identity.test(10)
  private let t = Identity.test(20)

  @Test(arguments: [
    (SummaryPolicy.none, "t:hi m:two"), (.keep, "s:one t:hi m:two"),
    (.default("updated"), "s:one t:hi m:two"),
  ])
  func updateMovesToTheBottom(_ policy: SummaryPolicy, _ expected: String) throws {
    let room = try Room(policy)
    try room.send(s, "one")
    try room.say("hi")
    try room.send(s, "two")
    #expect(room.line == expected)
  }

  @Test(arguments: [
    (SummaryPolicy.none, "t:hi m:-"), (.keep, "t:hi m:-"), (.default("new"), "s:new t:hi m:-"),
  ])
  func messageWithoutSummaryLeavesWhatThePolicySays(
    _ policy: SummaryPolicy, _ expected: String
  ) throws {
    let room = try Room(policy)
    try room.send(s)
    try room.say("hi")
    try room.send(s)
    #expect(room.line == expected)
  }

  @Test func sessionsAreIndependentAndMessagesWithoutOneStay() throws {
    let room = try Room(.keep)
    try room.send(s, "a1")
    try room.send(t, "b1")
    try room.send(.none, "x")
    try room.send(s, "a2")
    try room.send(.none, "x")
    #expect(room.line == "s:a1 m:b1 m:x m:a2 m:x")
  }

  @Test func insertStagesOneMessageUntilCommit() throws {
    let room = try Room()
    let first = try room.conversation.insert(.message(.test(s, "1")))
    let second = try room.conversation.insert(.message(.test(s, "2")))
    #expect(first != second)
    #expect(room.conversation.count == 0)
    #expect(room.conversation.posting(first) == nil)
    #expect(room.conversation.posting(second)?.message?.isPending == true)
    #expect(room.conversation.posting(second)?.header.sender == room.conversation.local)
    #expect(try room.conversation.commit() == second)
    #expect(room.conversation.posting(second)?.message?.isPending == false)
    #expect(room.line == "m:2")
    #expect(try room.conversation.commit() == nil)
  }

  @Test func cancelDropsWhatIsStaged() throws {
    let room = try Room()
    room.listen()
    let id = try room.conversation.insert(.text(TextNote("x")))
    #expect(room.conversation.cancel() == id)
    #expect(room.conversation.cancel() == nil)
    #expect(room.conversation.staged == nil)
    #expect(room.events == [.didCancelSending(id)])
  }

  @Test func sendDropsWhatIsStaged() throws {
    let room = try Room()
    _ = try room.conversation.insert(.message(.test(s, "1")))
    try room.send(s, "2")
    #expect(room.conversation.staged == nil)
    #expect(room.line == "m:2")
  }

  @Test func knownIdentifierIsReplacedByANewOne() throws {
    let room = try Room()
    var message = Message.test(.none, "x")
    message.header.id = .test(5)
    #expect(try room.conversation.send(.message(message)) == .test(5))
    #expect(try room.conversation.send(.message(message)) != .test(5))
    #expect(room.conversation.count == 2)
  }

  @Test func stagedIdentifierThatAPeerTookMeanwhileIsReplaced() throws {
    let room = try Room()
    var message = Message.test(.none, "mine")
    message.header.id = .test(5)
    #expect(try room.conversation.insert(.message(message)) == .test(5))
    try room.receive(#"{"version":1,"kind":"text","id":"\#(5)","sequence":9,"text":"x"}"#.wire)
    let id = try room.conversation.commit()
    #expect(id != nil && id != .test(5))
    #expect(room.line == "t:x m:mine")
  }

  @Test func selectedMessageStaysAsItWas() throws {
    let room = try Room(.keep)
    room.listen()
    let first = try room.send(s, "1")
    #expect(room.conversation.select(first))
    let second = try room.send(s, "2")
    #expect(room.conversation.selected?.header.id == first)
    #expect(room.conversation.selected?.session == room.conversation.posting(second)?.session)
    #expect(!room.conversation.select(first))
    #expect(!room.conversation.select(.test(99)))
    #expect(room.conversation.select(.none))
    #expect(room.conversation.selected == nil)
  }

  @Test func changedCopyOfTheSelectedMessageIsTheNextOne() throws {
    let room = try Room()
    let first = try room.send(s, "1")
    #expect(room.conversation.select(first))
    var next = try #require(room.conversation.selected)
    next.summaryText = "2"
    let second = try room.conversation.send(.message(next))
    #expect(second != first)
    #expect(room.line == "m:2")
  }

  @Test func lateMessageOfASessionStandsWhereItBelongs() throws {
    let early = try Room(.keep, seed: 100)
    try early.send(s, "1")
    try early.say("hi")
    try early.send(s, "2")
    let late = try Room(.keep, seed: 200)
    for update in early.updates.reversed() { #expect(try late.receive(update)) }
    #expect(late.line == "s:1 t:hi m:2")
    for update in early.updates { #expect(try !late.receive(update)) }
    #expect(late.line == early.line)
  }

  @Test func equalSequencesAreDecidedByIdentifier() throws {
    let room = try Room(.keep)
    try room.receive(
      #"{"version":1,"kind":"message","id":"\#(9)","session":"\#(1)","sequence":4,"summaryText":"nine"}"#
        .wire)
    try room.receive(
      #"{"version":1,"kind":"message","id":"\#(8)","session":"\#(1)","sequence":4,"summaryText":"eight"}"#
        .wire)
    #expect(room.line == "s:eight m:nine")
  }

  @Test func nextSequenceIsAboveAllSeen() throws {
    let room = try Room()
    try room.receive(#"{"version":1,"kind":"text","id":"\#(9)","sequence":41,"text":"x"}"#.wire)
    try room.say("y")
    #expect(room.conversation.sequence == 42)
    #expect(room.line == "t:x t:y")
  }

  @Test func exhaustedSequencesAreALimitNotATrap() throws {
    let room = try Room()
    try room.receive(
      #"{"version":1,"kind":"text","id":"\#(9)","sequence":9007199254740991,"text":"x"}"#.wire)
    #expect(Refusal.of { try room.say("y") }?.code == .limitExceeded)
    #expect(room.line == "t:x")
  }

  @Test func failureIsNotedOnTheMessage() throws {
    let room = try Room()
    room.failSending(with: 77)
    let id = try room.send(s, "1")
    #expect(room.conversation.posting(id)?.message?.error == TranscriptError.unknown.rawValue)
    #expect(room.conversation.reportFailure(id, .fileUnreadable))
    #expect(room.conversation.posting(id)?.message?.error == 2)
    #expect(!room.conversation.reportFailure(.test(1), .unknown))
  }
}

extension String {
  /// A test's update: identifiers may be written as plain numbers.
  var wire: Text {
    var text = self
    for number in 1...9 {
      text = text.split(separator: "\"\(number)\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\(Identity.test(UInt64(number)).text.string)\"")
    }
    return Text(text)
  }

  @Test func aConversationKnowsOfSoManyPostings() throws {
    let room = try Room()
    room.conversation.recordLimit = 3
    for text: Text in ["1", "2", "3"] { try room.send(.none, text) }
    let failure = #expect(throws: Diagnostic.self) { try room.send(.none, "4") }
    #expect(failure?.code == .limitExceeded)
    #expect(room.line == "m:1 m:2 m:3")
  }
}
