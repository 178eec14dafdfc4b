import CalqueBase
import Testing

@testable import CalqueTranscript

/// Every error code, from the call that brings it about.
@Suite struct TranscriptErrorTests {
  private func send(
    _ posting: Posting, _ change: (inout PresentationContext) -> Void = { _ in }
  ) throws -> Diagnostic? {
    let room = try Room()
    change(&room.conversation.context)
    let refusal = Refusal.of { try room.conversation.send(posting) }
    #expect((refusal == nil) == (room.conversation.count == 1))
    return refusal
  }

  private func attachment(_ url: Text, sticker: Bool = false, _ words: Int = 0) -> Posting {
    var attachment = Attachment(url: url)
    attachment.isSticker = sticker
    attachment.description = Text(String(repeating: "ä", count: words))
    return .attachment(attachment)
  }

  private func layout(_ members: Members) throws -> Posting {
    var message = Message()
    message.layout = try Layout(members)
    return .message(message)
  }

  @Test func hostFailureWithoutANumberIsUnknown() throws {
    let room = try Room()
    room.failSending(with: 12345)
    let id = try room.say("x")
    #expect(room.conversation.posting(id) != nil)
    let sent = try room.send()
    #expect(room.conversation.posting(sent)?.message?.error == -1)
    #expect(TranscriptError.unknown.diagnostic.code == .refused)
  }

  @Test func missingFile() throws {
    let refusal = try send(attachment("file:///none.png"))
    #expect(refusal?.detail == 1)
    #expect(refusal?.code == .io)
  }

  @Test func unreadableFile() throws {
    let refusal = try send(attachment("file:///locked"))
    #expect(refusal?.detail == 2)
    #expect(refusal?.code == .io)
  }

  @Test(arguments: ["file:///a.txt", "file:///png", "file:///a.png/b", "file:///a."])
  func mediaFileOfAnotherType(_ url: String) throws {
    let refusal = try send(layout(Members([("mediaFileURL", .text(Text(url)))])))
    #expect(refusal?.detail == 3)
    #expect(refusal?.code == .invalidArgument)
  }

  @Test(arguments: [
    "https://e/a.png", "/a.png", "", "file://host/a.png", "file:///", "file:///a%00.png",
  ])
  func urlThatNamesNoFile(_ url: String) throws {
    let media = try send(layout(Members([("mediaFileURL", .text(Text(url)))])))
    #expect(media?.detail == 4)
    #expect(try send(attachment(Text(url)))?.detail == 4)
  }

  @Test(arguments: [
    ("file:///narrow.png", 0), ("file:///high.jpg", 0), ("file:///cut.png", 0),
    ("file:///headless.jpg", 0), ("file:///sticker.png", 151),
  ])
  func stickerOfImproperAttributes(_ url: String, _ words: Int) throws {
    #expect(try send(attachment(Text(url), sticker: true, words))?.detail == 5)
  }

  @Test func stickerThatIsTooLarge() throws {
    let refusal = try send(attachment("file:///large.png", sticker: true))
    #expect(refusal?.detail == 6)
    #expect(refusal?.code == .limitExceeded)
    #expect(try send(attachment("file:///full.png", sticker: true)) == nil)
  }

  @Test func stickerOfAnotherFormat() throws {
    #expect(try send(attachment("file:///picture.bmp", sticker: true))?.detail == 7)
    #expect(try send(attachment("file:///picture.bmp")) == nil)
  }

  @Test(arguments: ["png", "gif", "jpg"])
  func properStickersPass(_ ending: String) throws {
    let url = Text("file://localhost/sticker." + ending)
    #expect(try send(attachment(url, sticker: true, 150)) == nil)
  }

  @Test func urlThatIsTooLong() throws {
    var message = Message()
    message.url = Text("https://e/" + String(repeating: "x", count: 4991))
    let refusal = try send(.message(message))
    #expect(refusal?.detail == 8)
    #expect(refusal?.code == .limitExceeded)
  }

  @Test func sendingWithoutInteraction() throws {
    let refusal = try send(.message(Message())) { $0.recentInteraction = false }
    #expect(refusal?.detail == 9)
    #expect(refusal?.code == .refused)
  }

  @Test func interactionIsUsedUpBySending() throws {
    let room = try Room { $0.context.recentInteraction = true }
    try room.send()
    #expect(Refusal.of { try room.say("x") }?.detail == 9)
    room.conversation.context.recentInteraction = true
    try room.say("x")
    _ = try room.conversation.insert(.text(TextNote("staged")))
    #expect(try room.conversation.commit() != nil)
  }

  @Test func sendingWhileNotVisible() throws {
    let refusal = try send(.text(TextNote("x"))) {
      $0.isVisible = false
      $0.recentInteraction = false
    }
    #expect(refusal?.detail == 10)
  }

  @Test func mediaContextRefusesEverything() throws {
    let room = try Room { $0.context.presentation = .media }
    #expect(Refusal.of { try room.say("x") }?.detail == 11)
    #expect(Refusal.of { try room.conversation.insert(.message(Message())) }?.detail == 11)
    #expect(Refusal.of { try room.conversation.insert(.text(TextNote("x"))) }?.detail == 11)
    #expect(room.conversation.staged == nil)
  }

  @Test func messageIsCheckedBeforeTheContext() throws {
    var message = Message()
    message.url = "myapp://x"
    #expect(try send(.message(message)) { $0.presentation = .media }?.code == .invalidArgument)
  }

  @Test func everyCodeHasATextOfItsOwn() {
    let texts = TranscriptError.allCases.map { $0.diagnostic.message.string }
    #expect(Set(texts).count == 12)
    #expect(TranscriptError.allCases.map { $0.diagnostic.detail }.sorted() == [-1] + Array(1...11))
  }
}
