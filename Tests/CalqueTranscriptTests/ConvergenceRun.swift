import CalqueBase
import TestSupport

@testable import CalqueTranscript

/// One run: three conversations, what they sent, and the list view of each.
final class ConvergenceRun {
  private let rooms: [Room]
  private let mirrors: [Mirror]
  private var random: Dice
  private var sessions: [Identity] = []
  /// Updates on their way, and how far each replica has read of each other's.
  private var waiting: [(to: Int, update: Text)] = []
  private var collected = [0, 0, 0]
  private(set) var updatesCrossed = false

  /// Applies the steps that observers are told, as a list view does.
  final class Mirror {
    var ids: [Identity] = []
    var isBroken = false

    func apply(_ change: ConversationChange) {
      switch change {
      case .removed(let position, let id):
        guard ids.indices.contains(position), ids[position] == id else {
          isBroken = true
          return
        }
        ids.remove(at: position)
      case .inserted(let position, let id):
        guard position >= 0, position <= ids.count else {
          isBroken = true
          return
        }
        ids.insert(id, at: position)
      case .replaced(let position, let id):
        guard ids.indices.contains(position), ids[position] == id else {
          isBroken = true
          return
        }
      }
    }
  }

  init(seed: UInt64, _ policy: SummaryPolicy) throws {
    random = Dice(seed)
    let mirrors = (0..<3).map { _ in Mirror() }
    rooms = try (0..<3).map { number in
      try Room(policy, seed: seed &* 1_000_003 &+ UInt64(number) << 40)
    }
    self.mirrors = mirrors
    sessions = (0..<3).map { Identity.test($0 + seed * 7) }
    for (room, mirror) in zip(rooms, mirrors) {
      _ = room.conversation.subscribe { event in
        guard case .transcriptChanged(let changes) = event else { return }
        changes.forEach { mirror.apply($0) }
      }
    }
  }

  var transcripts: [Text] { rooms.map { $0.conversation.transcript() } }

  var mirrorsAreExact: Bool {
    zip(rooms, mirrors).allSatisfy { room, mirror in
      let ids = (0..<room.conversation.count).map { room.conversation.entry(at: $0)?.id ?? .none }
      return !mirror.isBroken && ids == mirror.ids
    }
  }

  func exchange(steps: Int) throws {
    for _ in 0..<steps {
      if random.below(5) < 2 {
        try act(random.below(3))
      } else {
        try deliverOne()
      }
    }
    while !waiting.isEmpty { try deliverOne() }
  }

  private func act(_ number: Int) throws {
    let conversation = rooms[number].conversation
    let before = waiting.contains { $0.to == number }
    switch random.below(6) {
    case 0: _ = try conversation.send(.text(TextNote(Text("text \(random.below(100))"))))
    case 1:
      _ = try conversation.insert(.message(message()))
      if random.below(3) > 0 { _ = try conversation.commit() }
    default: _ = try conversation.send(.message(message()))
    }
    updatesCrossed = updatesCrossed || before
    collect(from: number)
  }

  private func message() -> Message {
    let session = random.below(4)
    let summary: Text? = random.below(3) == 0 ? nil : Text("summary \(random.below(100))")
    return .test(session == 3 ? .none : sessions[session], summary)
  }

  /// Puts what a replica sent on its way to the others, to some of them twice.
  private func collect(from number: Int) {
    for update in rooms[number].updates.dropFirst(collected[number]) {
      for to in 0..<3 where to != number || random.below(8) == 0 {
        for _ in 0...(random.below(3) == 0 ? 1 : 0) { waiting.append((to, update)) }
      }
    }
    collected[number] = rooms[number].updates.count
  }

  private func deliverOne() throws {
    guard !waiting.isEmpty else { return }
    let (to, update) = waiting.remove(at: random.below(waiting.count))
    try rooms[to].receive(update)
  }
}
