import CalqueBase
import CalqueJSON
import Testing

@testable import CalqueTranscript

@Suite struct SnapshotTests {
  private func busyRoom() throws -> Room {
    let room = try Room(.keep, seed: 50) {
      $0.local = .test(1)
      $0.remotes = [.test(2), .test(3)]
      $0.expiry = 700
    }
    var expiring = Message.test(.test(12), "read")
    expiring.shouldExpire = true
    let first = try room.send(.test(11), "one")
    #expect(room.conversation.select(first))
    let read = try room.conversation.send(.message(expiring))
    let gone = try room.conversation.send(.message(expiring.fresh))
    try room.say("hi")
    try room.send(.test(11), "two")
    try room.send(.test(13))
    try room.send(.test(13), "three")
    #expect(!room.conversation.markRead(read))
    #expect(room.conversation.markRead(gone))
    _ = try room.conversation.insert(.message(.test(.test(14), "staged")))
    return room
  }

  @Test func restoredConversationGoesOnWhereItWas() throws {
    let room = try busyRoom()
    let snapshot = room.conversation.snapshot()
    let restored = try Room(seed: 900, snapshot: snapshot)
    #expect(restored.conversation.snapshot() == snapshot)
    #expect(restored.line == room.line)
    #expect(restored.line == "s:one s:read m:read t:hi m:two m:three")
    #expect(restored.conversation.local == .test(1))
    #expect(restored.conversation.remotes == [.test(2), .test(3)])
    #expect(restored.conversation.policy == .keep)
    #expect(restored.conversation.selected?.summaryText == "one")
    #expect(restored.conversation.sequence == room.conversation.sequence)
    for update in room.updates { #expect(try !restored.receive(update)) }
    #expect(try restored.conversation.commit() == room.conversation.staged?.header.id)
    restored.clock.now = 1700
    #expect(restored.conversation.removeExpired() == nil)
    #expect(restored.line == "s:one s:read t:hi m:two m:three m:staged")
    try restored.send(.test(11), "four")
    #expect(restored.line == "s:one s:read t:hi s:two m:three m:staged m:four")
  }

  @Test func expiredMessagesDoNotComeBack() throws {
    let room = try busyRoom()
    room.clock.now = 5000
    _ = room.conversation.removeExpired()
    let restored = try Room(snapshot: room.conversation.snapshot())
    for update in room.updates { #expect(try !restored.receive(update)) }
    #expect(restored.line == "s:one s:read t:hi m:two m:three")
  }

  @Test func emptyConversationReadsBack() throws {
    let room = try Room(.default("line"))
    let snapshot = room.conversation.snapshot()
    let restored = try Room(snapshot: snapshot)
    #expect(restored.conversation.snapshot() == snapshot)
    #expect(restored.conversation.policy == .default("line"))
  }

  @Test(arguments: [
    ("[]", DiagnosticCode.invalidType, ""), (#"{"version":2}"#, .unsupported, "version"),
    (#"{"version":1,"kind":"text"}"#, .invalidType, "kind"),
    (#"{"version":1,"kind":"conversation","records":1}"#, .invalidType, "records"),
    (#"{"version":1,"kind":"conversation","records":[1]}"#, .invalidType, "records"),
    (#"{"version":1,"kind":"conversation","records":[{}]}"#, .invalidType, "records"),
    (#"{"version":1,"kind":"conversation","summaryPolicy":"x"}"#, .invalidOption, "summaryPolicy"),
    (#"{"version":1,"kind":"conversation","sequence":-1}"#, .invalidType, "sequence"),
    (
      #"{"version":1,"kind":"conversation","staged":{"kind":"message","url":"x:y"}}"#,
      .invalidArgument, "url"
    ),
    (
      #"{"version":1,"kind":"conversation","records":[{"update":{"kind":"text","text":"x"}}]}"#,
      .invalidType, "records"
    ),
  ])
  func brokenSnapshotsAreRefused(_ text: String, _ code: DiagnosticCode, _ path: String) {
    let refusal = Refusal.of { try Room(snapshot: Text(text)) }
    #expect(refusal?.code == code)
    #expect(refusal?.path.string == path)
  }

  @Test func snapshotThatShowsTwoMessagesOfASessionIsPutRight() throws {
    let room = try Room(
      snapshot: #"""
        {"version":1,"kind":"conversation","summaryPolicy":"keep","records":[
        {"update":{"kind":"message","id":"1","sequence":5,"session":"9","summaryText":"a"}},
        {"update":{"kind":"message","id":"2","sequence":4,"session":"9","summaryText":"b"}},
        {"update":{"kind":"message","id":"1","sequence":6,"session":"9","summaryText":"c"}}]}
        """#.wire)
    #expect(room.line == "s:b m:a")
  }

  @Test func transcriptIsCutToWhatThereIs() throws {
    let room = try busyRoom()
    let conversation = room.conversation
    #expect(conversation.transcript().json?.array?.count == 6)
    #expect(conversation.transcript(from: 5, count: 9).json?.array?.count == 1)
    #expect(conversation.transcript(from: -3, count: -1) == "[]")
    #expect(conversation.transcript(from: .max, count: .max) == "[]")
    let first = try #require(conversation.transcript(count: 1).json?.array?.first?.object)
    #expect(first["kind"] == .text("summary"))
    #expect(first["text"] == .text("one"))
    #expect(first["sequence"] == .int(1))
  }
}
