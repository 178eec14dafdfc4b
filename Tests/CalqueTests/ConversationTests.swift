import Calque
import Foundation
import TestSupport
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
    let number = conversation.on { events.append($0) }
    let id = try conversation.insert(message(nil, "a"))
    #expect(conversation.count == 0)
    #expect(try conversation.commit() == id)
    #expect(
      events == [.transcriptChanged([.inserted(position: 0, id: id)]), .didStartSending(id)])
    #expect(conversation.off(number))
    #expect(conversation.cancel() == nil)
  }

  @Test func refusalsCarryTheirCode() throws {
    let conversation = Conversation()
    var long = message(nil, String(repeating: "x", count: 5000))
    #expect(long.availableURLLength == 0)
    #expect {
      try conversation.send(long)
    } throws: {
      ($0 as? CalqueError)?.transcriptError == .urlExceedsMaxSize
    }
    long.url = "app://x"
    #expect(throws: CalqueError.self) { try long.validate() }
    #expect {
      try conversation.sendAttachment("file:///no/such/file")
    } throws: {
      ($0 as? CalqueError)?.transcriptError == .fileNotFound
    }
    #expect(conversation.entries.isEmpty)
  }

  @Test func archivesReadBack() throws {
    let session = Session()
    #expect(try Session(archive: session.archive) == session)
    #expect(Session(id: session.id) == session)
    #expect(Identity("x") == nil)
    var original = message(session, "a")
    var template = MessageTemplateLayout()
    template.caption = "A caption"
    original.layout = .live(alternate: template)
    original.error = .unknown
    #expect(try Message(archive: original.archive) == original)
    #expect(original.layout == .live(alternate: template))
    let conversation = Conversation(summaryPolicy: .default(defaultSummary: "updated"))
    try conversation.send(original)
    let restored = try Conversation(snapshot: conversation.snapshot)
    #expect(restored.entries == conversation.entries)
    #expect(throws: CalqueError.self) { try Conversation(snapshot: "{}") }
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

  @Test func completionHandlersAreToldAtOnce() throws {
    let conversation = Conversation()
    var told: [CalqueError?] = []
    conversation.insert(message(nil, "a")) { told.append($0) }
    #expect(told == [nil])
    guard case .message(let staged)? = conversation.staged else {
      Issue.record("nothing is staged")
      return
    }
    let id = try #require(try conversation.commit())
    #expect(staged.id == id)
    #expect(conversation.staged == nil)
    #expect(conversation.message(id)?[queryItem: "state"] == "a")
    #expect(conversation.position(of: id) == 0)
    var wrong = message(nil, "a")
    wrong.url = "ftp://example.org"
    conversation.send(wrong) { told.append($0) }
    #expect(told.count == 2)
    #expect(told[1] != nil)
  }

  @Test func theContextDecidesWhatMayBeSent() throws {
    var hidden = Conversation.Context()
    hidden.isVisible = false
    let conversation = Conversation(context: hidden)
    let error = #expect(throws: CalqueError.self) { try conversation.send(message(nil, "a")) }
    #expect(error?.transcriptError == .sendWhileNotVisible)
    conversation.context.isVisible = true
    conversation.context.recentInteraction = false
    #expect(throws: CalqueError.self) { try conversation.sendText("a") }
    conversation.noteInteraction()
    try conversation.sendText("a")
    #expect(conversation.context.recentInteraction == false)
  }

  @Test func proposalsArePostedAndParticipantsKept() throws {
    let (local, remote) = (Identity.random(), Identity.random())
    let conversation = Conversation(
      localParticipantIdentifier: local, remoteParticipantIdentifiers: [remote],
      summaryPolicy: .default(defaultSummary: "updated"))
    #expect(conversation.localParticipantIdentifier == local)
    #expect(conversation.remoteParticipantIdentifiers == [remote])
    let note: JSONObject = [
      "identifier": "home.title", "locale": "en", "value": "Hi", "state": "stored",
    ]
    let first = try conversation.postProposal(note)
    let second = try conversation.postProposal(note.merging(["value": "Hello"]))
    #expect(conversation.message(first) == nil)
    #expect(conversation.message(second)?[queryItem: "value"] == "Hello")
    #expect(conversation.entries.first == .summary(id: first, text: "home.title: Hi"))
    #expect(conversation.reportFailure(second, .unknown))
    #expect(conversation.message(second)?.error == .unknown)
    let update = try #require(conversation.update(second))
    #expect(try Conversation().receive(update))
  }

  @Test func readMessagesExpire() throws {
    let conversation = Conversation(expiry: 0)
    var fleeting = message(nil, "a")
    fleeting.shouldExpire = true
    let id = try conversation.send(fleeting)
    #expect(conversation.markRead(id))
    conversation.removeExpired()
    #expect(conversation.entries.isEmpty)
  }

  @Test func stickersAreChecked() throws {
    let folder = TestFolder()
    try folder.write("no image", to: "sticker.png")
    let url = "file://" + folder.path.string + "/sticker.png"
    let sticker = Sticker(contentsOfFileURL: url, localizedDescription: "a cat")
    let error = #expect(throws: CalqueError.self) { try Conversation().insert(sticker) }
    #expect(error?.transcriptError == .stickerFileImproperFileFormat)
  }

  @Test func valuesAreCodable() throws {
    let original = message(Session(), "a")
    let data = try JSONEncoder().encode([original])
    #expect(try JSONDecoder().decode([Message].self, from: data) == [original])
    let session = Session()
    let kept = try JSONEncoder().encode(session)
    #expect(try JSONDecoder().decode(Session.self, from: kept) == session)
  }
}
