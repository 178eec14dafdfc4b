import CalqueBase
import CalqueJSON
import Foundation
import Testing

@testable import CalqueTranscript

/// Archives written by version 1 of the format, kept as files: every later version reads them.
@Suite struct ArchiveTests {
  private func file(_ name: String) throws -> Text {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/transcript/v1")
    var bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    while bytes.last == 0x0A { bytes.removeLast() }
    return Text(bytes)
  }

  @Test(arguments: [
    "message.json", "message-live.json", "text.json", "attachment.json", "message-draft.json",
  ])
  func postingsReadBackByteForByte(_ name: String) throws {
    let archive = try file(name)
    let posting = try archive.reading { try WireFormat.posting($0) }
    #expect(WireFormat.text(of: posting, withError: true) == archive)
  }

  @Test func messageHasItsMembers() throws {
    let archive = try file("message.json")
    let message = try #require(try archive.reading { try WireFormat.posting($0) }.message)
    #expect(message.url == "https://example.org/t?key=home.title&value=Velkommen%20%26%20hej")
    #expect(StateURL(try #require(message.url)).items.last?.value == "Velkommen & hej")
    #expect(message.summaryText == "Proposed: Velkommen & hej")
    #expect(message.accessibilityLabel == "A proposed translation")
    #expect(message.shouldExpire)
    #expect(message.error == 8)
    #expect(message.header.sequence == 12)
    #expect(message.header.extra["reactions"]?.array?.count == 2)
  }

  @Test func conversationGoesOn() throws {
    let archive = try file("conversation.json")
    let room = try Room(snapshot: archive)
    #expect(room.conversation.snapshot() == archive)
    #expect(room.line == "s:First wording t:Which one? a:file:///pictures/shot.png m:Third wording")
    #expect(room.conversation.sequence == 7)
    #expect(room.conversation.selected?.summaryText == "First wording")
    #expect(room.conversation.staged?.message?.summaryText == "Not sent yet")
    try room.send(try #require(room.conversation.selected?.session), "Fourth wording")
    #expect(room.line.hasSuffix("s:Third wording m:Fourth wording"))
  }
}
