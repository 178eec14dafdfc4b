import CalqueBase
import CalqueJSON
import Testing

@testable import CalqueTranscript

@Suite struct LayoutTests {
  private func layout(_ json: Text) throws -> Layout {
    try Layout(try #require(JSON.parse(json).object))
  }

  @Test func imageLeavesTheMediaFileOut() throws {
    let both = try layout(#"{"image":"i","mediaFileURL":"file:///a.txt","caption":"c"}"#)
    #expect(JSON.text(of: .object(both.shown(live: true))) == #"{"image":"i","caption":"c"}"#)
    try both.validate()
    let media = try layout(#"{"image":null,"mediaFileURL":"file:///a.MOV"}"#)
    #expect(media.shown(live: false)["mediaFileURL"] == .text("file:///a.MOV"))
    try media.validate()
  }

  @Test func alternateStandsInWhereLiveLayoutsAreNotShown() throws {
    let live = try layout(#"{"live":{"view":7},"alternate":{"caption":"c"}}"#)
    #expect(live.isLive)
    #expect(live.shown(live: true)["live"]?.object?["view"] == .int(7))
    #expect(JSON.text(of: .object(live.shown(live: false))) == #"{"caption":"c"}"#)
  }

  @Test(arguments: [
    (#"{"caption":1}"#, "layout.caption"), (#"{"live":true}"#, "layout.alternate"),
    (#"{"alternate":{"image":[]}}"#, "layout.alternate.image"),
    (#"{"alternate":1}"#, "layout.alternate"),
  ])
  func wrongTypesAreNamed(_ json: String, _ path: String) {
    let refusal = Refusal.of { try layout(Text(json)) }
    #expect(refusal?.code == .invalidType)
    #expect(refusal?.path.string == path)
  }

  @Test func unknownMembersAreKept() throws {
    #expect(try layout(#"{"caption":null,"badge":[1]}"#).members["badge"] == .array([.int(1)]))
  }

  @Test func messageCopiesAreIndependent() throws {
    var message = Message(session: .test(3))
    message.layout = try layout(#"{"caption":"1"}"#)
    let copy = message.fresh
    message.layout = try layout(#"{"caption":"2"}"#)
    #expect(copy.layout?.members["caption"] == .text("1"))
    #expect(copy.session == .test(3))
  }

  @Test func freshCopyKeepsContentOnly() {
    var message = Message(session: .test(3))
    message.header.id = .test(4)
    message.header.sequence = 5
    message.header.sender = .test(6)
    message.header.extra["x"] = .int(1)
    message.error = 3
    message.summaryText = "s"
    let fresh = message.fresh
    #expect(fresh.isPending && fresh.header.id.isNone && fresh.header.sender.isNone)
    #expect(fresh.error == 0)
    #expect(fresh.summaryText == "s")
    #expect(fresh.header.extra["x"] == .int(1))
  }
}
