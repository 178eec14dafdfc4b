import Calque
import Testing

@Suite struct ConversationTests {
  private func message(_ session: Session?, _ state: String) -> Message {
    var message = Message(session: session)
    message.url = "https://example.org/"
    message[queryItem: "state"] = state
    message.summaryText = "is \(state)"
    return message
  }

  @Test func twoSidesUpdateOneSession() throws {
    var sent: [String] = []
    let one = Conversation(summaryPolicy: .keep) { update in
      sent.append(update)
      return nil
    }
    let other = Conversation(summaryPolicy: .keep)
    let first = try one.send(message(Session(), "open"))
    try one.sendText("please look")
    for update in sent.reversed() { #expect(try other.receive(update)) }
    #expect(try !other.receive(sent[0]))
    #expect(other.select(first))
    let selected = try #require(other.selectedMessage)
    #expect(selected[queryItem: "state"] == "open")
    #expect(selected.senderParticipantIdentifier == one.localParticipantIdentifier)
    let answer = try other.send(message(selected.session, "done"))
    #expect(other.entries.count == 3)
    #expect(other.entries.first == .summary(id: first, text: "is open"))
    guard case .message(let last) = other.entries.last else {
      Issue.record("the last entry is not a message")
      return
    }
    #expect(last.id == answer)
    #expect(last.session == selected.session)
    #expect(!last.isPending)
  }

  @Test func insertedMessageWaitsForCommit() throws {
    let conversation = Conversation()
    var events: [ConversationEvent] = []
    let number = conversation.observe { events.append($0) }
    let id = try conversation.insert(message(nil, "a"))
    #expect(conversation.count == 0)
    #expect(try conversation.commit() == id)
    #expect(
      events == [.transcriptChanged([.inserted(position: 0, id: id)]), .didStartSending(id)])
    #expect(conversation.stopObserving(number))
    #expect(conversation.cancel() == nil)
  }

  @Test func refusalsCarryTheirCode() throws {
    let conversation = Conversation()
    var long = message(nil, String(repeating: "x", count: 5000))
    #expect(long.availableURLLength == 0)
    #expect {
      try conversation.send(long)
    } throws: {
      ($0 as? ConversationError)?.code == .urlExceedsMaxSize
    }
    long.url = "app://x"
    #expect(throws: ConversationError.self) { try long.validate() }
    #expect {
      try conversation.sendAttachment("file:///no/such/file")
    } throws: {
      ($0 as? ConversationError)?.code == .fileNotFound
    }
    #expect(conversation.entries.isEmpty)
  }

  @Test func archivesReadBack() throws {
    let session = Session()
    #expect(try Session(archive: session.archive) == session)
    #expect(Session(id: session.id) == session)
    #expect(Session(id: "x") == nil)
    var original = message(session, "a")
    var template = MessageTemplateLayout()
    template.caption = "A caption"
    original.layout = .live(alternate: template)
    original.error = .unknown
    #expect(try Message(archive: original.archive) == original)
    #expect(original.layout == .live(alternate: template))
    let conversation = Conversation(summaryPolicy: .default("updated"))
    try conversation.send(original)
    let restored = try Conversation(snapshot: conversation.snapshot)
    #expect(restored.entries == conversation.entries)
    #expect(throws: ConversationError.self) { try Conversation(snapshot: "{}") }
  }

  @Test func failedSendingIsNotedOnTheMessage() throws {
    let conversation = Conversation { _ in .fileUnreadable }
    try conversation.send(message(nil, "a"))
    guard case .message(let sent) = conversation.entry(at: 0) else {
      Issue.record("there is no message")
      return
    }
    #expect(sent.error == .fileUnreadable)
  }
}
