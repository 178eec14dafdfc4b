import CalqueBase
import CalqueJSON
import Testing

@testable import CalqueTranscript

@Suite struct ProposalNoteTests {
  private func note(_ json: Text) throws -> ProposalNote {
    try ProposalNote(try #require(JSON.parse(json).object))
  }

  @Test func statesOfAProposalAreOneSession() throws {
    let room = try Room(.keep)
    for state in ["stored", "replaced", "accepted"] {
      _ = try room.conversation.post(
        note(
          Text(#"{"identifier":"home.title","locale":"da","value":"A & B","state":"\#(state)"}"#)))
    }
    try room.say("nice")
    _ = try room.conversation.post(
      note(#"{"identifier":"home.title","locale":"da","state":"deleted","summaryText":"gone"}"#))
    #expect(
      room.line
        == "s:home.title: A & B s:home.title: A & B s:home.title: A & B t:nice m:gone")
  }

  @Test func messageCarriesTheStateInItsURL() throws {
    let message = try note(
      #"{"identifier":"a.b","locale":"de","value":"x=1","state":"rejected","guid":"g","url":"https://e/p"}"#
    ).message()
    #expect(message.url == "https://e/p?identifier=a.b&locale=de&value=x%3D1&state=rejected&guid=g")
    #expect(message.layout?.members["caption"] == .text("x=1"))
    #expect(message.layout?.members["trailingSubcaption"] == .text("rejected"))
  }

  @Test func otherProposalsAreOtherSessions() throws {
    let base = try note(#"{"identifier":"a.b","locale":"de","value":"x","state":"stored"}"#)
    for other in [
      #"{"identifier":"a.c","locale":"de","value":"x","state":"stored"}"#,
      #"{"identifier":"a.b","locale":"da","value":"x","state":"stored"}"#,
      #"{"identifier":"a.b","locale":"de","value":"x","state":"stored","guid":"g"}"#,
    ] {
      #expect(try note(Text(other)).session != base.session)
    }
    #expect(
      try note(#"{"identifier":"a.b","locale":"de","value":"y","state":"accepted"}"#).session
        == base.session)
    // Programs of other versions have to find the same session.
    #expect(base.session.text.string == ProposalNoteTests.session)
  }

  static let session = "56b71b7a-a2ff-8fb0-a4e4-2f27219c219e"

  @Test(arguments: [
    ("{}", "identifier"), (#"{"identifier":"a.b"}"#, "locale"),
    (#"{"identifier":"a.b","locale":"de"}"#, "state"),
    (#"{"identifier":"a.b","locale":"de","state":"new"}"#, "state"),
    (#"{"identifier":"a.b","locale":"de","state":"stored"}"#, "value"),
    (#"{"identifier":"a.b","locale":"de","state":"stored","value":1}"#, "value"),
    (#"{"identifier":"","locale":"de","state":"deleted"}"#, "identifier"),
  ])
  func missingMembersAreNamed(_ json: String, _ path: String) {
    let refusal = Refusal.of { try note(Text(json)) }
    #expect(refusal?.code == .invalidOption)
    #expect(refusal?.path.string == path)
  }

  @Test func valueThatIsTooLongForAURLIsRefused() throws {
    let room = try Room()
    let value = String(repeating: "x", count: 5000)
    let proposal = try note(
      Text(#"{"identifier":"a.b","locale":"de","state":"stored","value":"\#(value)"}"#))
    #expect(Refusal.of { try room.conversation.post(proposal) }?.detail == 8)
    #expect(room.conversation.count == 0)
  }
}
