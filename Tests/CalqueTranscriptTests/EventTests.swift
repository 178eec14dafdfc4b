import CalqueBase
import Testing

@testable import CalqueTranscript

@Suite struct EventTests {
  private let s = Identity.test(10)

  @Test func selectionIsToldAroundTheChange() throws {
    let room = try Room()
    let first = try room.send(s, "1")
    let second = try room.send(.none, "2")
    var seen: [(ConversationEvent, Identity?)] = []
    let conversation = room.conversation
    _ = conversation.subscribe { [unowned conversation] event in
      seen.append((event, conversation.selected?.header.id))
    }
    #expect(conversation.select(first))
    #expect(conversation.select(second))
    #expect(conversation.select(second))
    #expect(
      seen.map { $0.0 } == [
        .willSelect(first), .didSelect(first), .willSelect(second), .didSelect(second),
        .willSelect(second), .didSelect(second),
      ])
    #expect(seen.map { $0.1 } == [nil, first, first, second, second, second])
  }

  @Test func changesCarryPositionsInOrder() throws {
    let room = try Room()
    room.listen()
    let first = try room.send(s, "1")
    let text = try room.say("hi")
    let second = try room.send(s, "2")
    #expect(
      room.events == [
        .transcriptChanged([.inserted(position: 0, id: first)]),
        .transcriptChanged([.inserted(position: 1, id: text)]),
        .transcriptChanged([
          .removed(position: 0, id: first), .inserted(position: 1, id: second),
        ]),
      ])
  }

  @Test func summaryReplacesInPlace() throws {
    let room = try Room(.keep)
    room.listen()
    let first = try room.send(s, "1")
    let second = try room.send(s, "2")
    #expect(
      room.events.last
        == .transcriptChanged([
          .replaced(position: 0, id: first), .inserted(position: 1, id: second),
        ]))
  }

  @Test func receivingAndCommittingAreToldAfterTheChange() throws {
    let room = try Room()
    room.listen()
    try room.receive(#"{"version":1,"kind":"text","id":"1","sequence":4,"text":"x"}"#.wire)
    let id = try room.conversation.insert(.message(.test()))
    _ = try room.conversation.commit()
    #expect(
      room.events == [
        .transcriptChanged([.inserted(position: 0, id: .test(1))]), .didReceive(.test(1)),
        .transcriptChanged([.inserted(position: 1, id: id)]), .didStartSending(id),
      ])
  }

  @Test func duplicateIsNotTold() throws {
    let room = try Room()
    let update = #"{"version":1,"kind":"text","id":"1","sequence":4,"text":"x"}"#.wire
    try room.receive(update)
    room.listen()
    #expect(try !room.receive(update))
    #expect(room.events.isEmpty)
  }

  @Test func lateMessageWithoutATraceIsToldAsReceivedOnly() throws {
    let room = try Room()
    try room.receive(
      #"{"version":1,"kind":"message","id":"2","session":"1","sequence":4}"#.wire)
    room.listen()
    try room.receive(
      #"{"version":1,"kind":"message","id":"3","session":"1","sequence":3}"#.wire)
    #expect(room.events == [.didReceive(.test(3))])
  }

  @Test func whatAHandlerBringsAboutIsToldAfterwards() throws {
    let room = try Room()
    let conversation = room.conversation
    var seen: [String] = []
    var answered = false
    _ = conversation.subscribe { [unowned conversation] event in
      seen.append("a\(Self.name(event))")
      guard case .didReceive = event, !answered else { return }
      answered = true
      _ = try? conversation.send(.text(TextNote("answer")))
      #expect(conversation.count == 2)
    }
    _ = conversation.subscribe { event in seen.append("b\(Self.name(event))") }
    try room.receive(#"{"version":1,"kind":"text","id":"1","sequence":4,"text":"x"}"#.wire)
    #expect(seen == ["achanged", "bchanged", "areceived", "breceived", "achanged", "bchanged"])
    #expect(room.updates.count == 1)
  }

  @Test func handlerThatUnsubscribedIsNotCalled() throws {
    let room = try Room()
    let conversation = room.conversation
    var calls = 0
    var second: UInt64 = 0
    let first = conversation.subscribe { [unowned conversation] _ in
      #expect(conversation.unsubscribe(second))
    }
    second = conversation.subscribe { _ in calls += 1 }
    try room.say("x")
    #expect(calls == 0)
    #expect(conversation.unsubscribe(first))
    #expect(!conversation.unsubscribe(first))
    #expect(!conversation.unsubscribe(0))
  }

  private static func name(_ event: ConversationEvent) -> String {
    switch event {
    case .transcriptChanged: "changed"
    case .didReceive: "received"
    default: "other"
    }
  }
}
