import CalqueBase
import Testing

@testable import CalqueTranscript

@Suite struct ExpiryTests {
  private func expiring(_ session: Identity = .none, _ summary: Text? = nil) -> Posting {
    var message = Message.test(session, summary)
    message.shouldExpire = true
    return .message(message)
  }

  @Test func readMessageGoesWhenItIsDue() throws {
    let room = try Room { $0.expiry = 500 }
    let id = try room.conversation.send(expiring())
    try room.say("stays")
    room.listen()
    #expect(room.conversation.removeExpired() == nil)
    #expect(room.conversation.markRead(id))
    room.clock.now += 400
    #expect(room.conversation.markRead(id))
    room.clock.now += 99
    #expect(room.conversation.removeExpired() == 1500)
    #expect(room.conversation.count == 2)
    room.clock.now += 1
    #expect(room.conversation.removeExpired() == nil)
    #expect(room.line == "t:stays")
    #expect(room.events == [.transcriptChanged([.removed(position: 0, id: id)])])
    #expect(!room.conversation.markRead(id))
    #expect(!room.conversation.keep(id))
  }

  @Test func keptMessageStays() throws {
    let room = try Room()
    let id = try room.conversation.send(expiring())
    #expect(room.conversation.markRead(id))
    #expect(room.conversation.keep(id))
    room.clock.now = .max
    #expect(room.conversation.removeExpired() == nil)
    #expect(room.conversation.markRead(id))
    #expect(room.conversation.removeExpired() == nil)
    #expect(room.conversation.count == 1)
  }

  @Test func messageThatDoesNotExpireStays() throws {
    let room = try Room()
    let id = try room.send()
    #expect(room.conversation.markRead(id))
    #expect(!room.conversation.markRead(.test(1)))
    room.clock.now = .max
    #expect(room.conversation.removeExpired() == nil)
    #expect(room.conversation.count == 1)
  }

  @Test func manyGoInOneChangeInTheOrderTheyAreDue() throws {
    let room = try Room()
    var ids: [Identity] = []
    for _ in 0..<9 { ids.append(try room.conversation.send(expiring())) }
    for index in [4, 0, 8, 2, 6, 1, 3, 7, 5] {
      room.clock.now += 1
      #expect(room.conversation.markRead(ids[index]))
    }
    room.listen()
    room.clock.now += 120_000 - 4
    #expect(room.conversation.removeExpired() == room.clock.now + 1)
    #expect(room.conversation.count == 4)
    guard case .transcriptChanged(let changes) = room.events.first else {
      Issue.record("no change was told")
      return
    }
    #expect(
      changes == [
        .removed(position: 4, id: ids[4]), .removed(position: 0, id: ids[0]),
        .removed(position: 6, id: ids[8]), .removed(position: 1, id: ids[2]),
        .removed(position: 3, id: ids[6]),
      ])
  }

  @Test func expiredMessageStillCountsAsTheLastOfItsSession() throws {
    let session = Identity.test(10)
    let room = try Room(.keep)
    let id = try room.conversation.send(expiring(session, "2"))
    #expect(room.conversation.markRead(id))
    room.clock.now = .max
    _ = room.conversation.removeExpired()
    #expect(room.line == "")
    try room.send(session, "3")
    #expect(room.line == "m:3")
  }

  @Test func summaryOfAReadMessageStays() throws {
    let session = Identity.test(10)
    let room = try Room(.keep)
    let id = try room.conversation.send(expiring(session, "1"))
    #expect(room.conversation.markRead(id))
    try room.send(session, "2")
    room.clock.now = .max
    #expect(room.conversation.removeExpired() == nil)
    #expect(room.line == "s:1 m:2")
  }

  @Test(arguments: [Int64.max, Int64.max - 120_000, -120_000, Int64.min])
  func clocksAtTheirEndsDoNotTrap(_ now: Int64) throws {
    let room = try Room()
    let id = try room.conversation.send(expiring())
    room.clock.now = now
    #expect(room.conversation.markRead(id))
    room.clock.now = .max
    _ = room.conversation.removeExpired()
    #expect(room.conversation.count == 0)
  }
}
