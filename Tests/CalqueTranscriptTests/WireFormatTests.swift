import CalqueBase
import CalqueJSON
import Testing

@testable import CalqueTranscript

@Suite struct WireFormatTests {
  private func posting(_ text: Text) throws -> Posting {
    try text.reading { bytes in try WireFormat.posting(bytes) }
  }

  @Test func updateCarriesEveryMember() throws {
    let room = try Room { $0.local = .test(2) }
    var message = Message(session: .test(1))
    message.header.id = .test(3)
    message.url = "https://e/?a=1"
    message.layout = try Layout(Members([("caption", .text("c"))]))
    message.summaryText = "s"
    message.accessibilityLabel = "l"
    message.shouldExpire = true
    message.error = 3
    _ = try room.conversation.send(.message(message))
    #expect(
      room.updates == [
        #"{"version":1,"kind":"message","id":"3","sequence":1,"sender":"2","session":"1","#
          .wire
          + (#""url":"https://e/?a=1","layout":{"caption":"c"},"summaryText":"s","#
            + #""accessibilityLabel":"l","shouldExpire":true}"# as Text)
      ])
  }

  @Test(arguments: [
    #"{"version":1,"kind":"message","id":"1","sequence":7,"sender":"2","session":"3","url":"data:,x","x":[1,{"y":null}],"z":"é"}"#,
    #"{"version":1,"kind":"text","id":"1","sequence":7,"text":"","session":"S"}"#,
    #"{"version":1,"kind":"attachment","id":"1","sequence":7,"url":"file:///a","filename":"b","sticker":true,"description":"d","x":0.5}"#,
  ])
  func unknownMembersArePassedOn(_ text: String) throws {
    let room = try Room()
    try room.receive(text.wire)
    let id = try #require(room.conversation.entry(at: 0)?.id)
    #expect(room.conversation.update(id) == text.wire)
    #expect(room.conversation.update(.test(9)) == nil)
  }

  @Test func unknownMembersGoIntoTheNextMessageOfTheSession() throws {
    let room = try Room()
    try room.receive(
      #"{"version":1,"kind":"message","id":"1","sequence":7,"session":"3","x":true}"#.wire)
    #expect(room.conversation.select(.test(1)))
    let next = try #require(room.conversation.selected).fresh
    let id = try room.conversation.send(.message(next))
    #expect(room.conversation.update(id)?.json?.object?["x"] == .bool(true))
  }

  @Test func errorIsArchivedAndNotSent() throws {
    var message = Message()
    message.error = 8
    #expect(WireFormat.text(of: .message(message)).json?.object?["error"] == nil)
    let archive = WireFormat.text(of: .message(message), withError: true)
    #expect(try posting(archive).message?.error == 8)
    let room = try Room()
    try room.receive(
      #"{"version":1,"kind":"message","id":"1","sequence":7,"error":8}"#.wire)
    #expect(room.conversation.posting(.test(1))?.message?.error == 0)
  }

  @Test(arguments: [
    ("[]", DiagnosticCode.invalidType, ""), ("{}", .invalidType, "version"),
    (#"{"version":0,"kind":"text"}"#, .invalidType, "version"),
    (#"{"version":"1","kind":"text"}"#, .invalidType, "version"),
    (#"{"version":2,"kind":"text"}"#, .unsupported, "version"),
    (#"{"version":1}"#, .unsupported, "kind"), (#"{"version":1,"kind":1}"#, .invalidType, "kind"),
    (#"{"version":1,"kind":"poll"}"#, .unsupported, "kind"),
    (#"{"version":1,"kind":"text","text":"x","sequence":1}"#, .invalidType, "id"),
    (#"{"version":1,"kind":"text","text":"x","id":"nobody","sequence":1}"#, .invalidType, "id"),
    (#"{"version":1,"kind":"text","text":"x","id":"1"}"#, .invalidType, "sequence"),
    (#"{"version":1,"kind":"text","text":"x","id":"1","sequence":0}"#, .invalidType, "sequence"),
    (#"{"version":1,"kind":"text","text":"x","id":"1","sequence":-1}"#, .invalidType, "sequence"),
    (#"{"version":1,"kind":"text","text":"x","id":"1","sequence":1.5}"#, .invalidType, "sequence"),
    (
      #"{"version":1,"kind":"text","text":"x","id":"1","sequence":9007199254740992}"#,
      .invalidType, "sequence"
    ),
    (#"{"version":1,"kind":"text","id":"1","sequence":1}"#, .invalidType, "text"),
    (#"{"version":1,"kind":"attachment","id":"1","sequence":1}"#, .invalidType, "url"),
    (
      #"{"version":1,"kind":"message","id":"1","sequence":1,"shouldExpire":1}"#, .invalidType,
      "shouldExpire"
    ),
    (
      #"{"version":1,"kind":"message","id":"1","sequence":1,"layout":{"caption":2}}"#,
      .invalidType, "layout.caption"
    ),
    (
      #"{"version":1,"kind":"message","id":"1","sequence":1,"url":"myapp://x"}"#,
      .invalidArgument, "url"
    ),
    (#"{"version":1,"#, .invalidJSON, ""),
  ])
  func brokenUpdatesChangeNothing(
    _ text: String, _ code: DiagnosticCode, _ path: String
  ) throws {
    let room = try Room()
    room.listen()
    let refusal = Refusal.of { try room.receive(text.wire) }
    #expect(refusal?.code == code)
    #expect(refusal?.path.string == path)
    #expect(room.conversation.count == 0)
    #expect(room.conversation.sequence == 0)
    #expect(room.events.isEmpty)
  }

  @Test func invalidUTF8IsRefusedWithItsPosition() throws {
    let room = try Room()
    let text = Text(Array("{\"version\":1,\n\"kind\":\"\u{7F}".utf8) + [0xFF, 0x22, 0x7D])
    let refusal = Refusal.of { try room.receive(text) }
    #expect(refusal?.code == .invalidUTF8)
    #expect(refusal?.position?.line == 2)
  }

  @Test(arguments: [(126, true), (127, true), (128, false)])
  func nestingIsLimitedAndWhatPassesCanBePassedOnAndKept(_ depth: Int, _ passes: Bool) throws {
    // One level is the update itself.
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let update =
      #"{"version":1,"kind":"text","id":"1","sequence":1,"text":"x","deep":"#.wire
      + Text(nested) + "}"
    let room = try Room()
    let refusal = Refusal.of { try room.receive(update) }
    #expect((refusal == nil) == passes)
    guard passes else {
      #expect(refusal?.code == .limitExceeded)
      return
    }
    let other = try Room()
    try other.receive(try #require(room.conversation.update(.test(1))))
    let restored = try Room(snapshot: other.conversation.snapshot())
    #expect(restored.conversation.update(.test(1)) == update)
  }
}
