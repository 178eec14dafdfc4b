import CalqueBase
import CalqueJSON

@testable import CalqueTranscript

/// A conversation with surroundings that a test controls.
final class Room {
  /// The clock of the host, in milliseconds.
  final class Clock {
    var now: Int64 = 1000
  }

  let clock = Clock()
  let conversation: Conversation
  private(set) var events: [ConversationEvent] = []
  private let sent: Outbox

  /// Updates that the conversation sent, and the code that sending yields.
  final class Outbox {
    var updates: [Text] = []
    var code: Int32 = 0
  }

  init(
    _ policy: SummaryPolicy = .none, seed: UInt64 = 1, snapshot: Text? = nil,
    change: (inout ConversationOptions) -> Void = { _ in }
  ) throws {
    var options = ConversationOptions()
    options.policy = policy
    change(&options)
    let sent = Outbox()
    var host = Room.host(clock, seed: seed)
    host.send = { update in
      sent.updates.append(update)
      return sent.code
    }
    self.sent = sent
    if let snapshot {
      let made = host
      conversation = try snapshot.reading { bytes in
        try Conversation(snapshot: bytes, host: made)
      }
    } else {
      conversation = Conversation(options, host: host)
    }
  }

  static func host(_ clock: Clock, seed: UInt64) -> ConversationHost {
    var state = seed
    return ConversationHost(
      now: { clock.now },
      makeIdentity: {
        state &+= 1
        return Identity(random: state &* 0x9E37_79B9_7F4A_7C15, state)
      },
      inspectFile: { path in TestFiles.facts(of: path) })
  }

  var updates: [Text] { sent.updates }

  func failSending(with code: Int32) { sent.code = code }

  func listen() {
    _ = conversation.subscribe { [unowned self] event in events.append(event) }
  }

  /// The transcript in one line: `m` for a message, `s` a summary, `t` a text, `a` an attachment.
  var line: String {
    (0..<conversation.count).map { position in
      guard let entry = conversation.entry(at: position)?.entry else { return "?" }
      let text = entry.text?.string ?? "-"
      switch entry {
      case .summary: return "s:" + text
      case .gone: return "gone"
      case .posting(let boxed):
        switch boxed.posting {
        case .message: return "m:" + text
        case .text: return "t:" + text
        case .attachment: return "a:" + text
        }
      }
    }.joined(separator: " ")
  }

  @discardableResult
  func send(_ session: Identity = .none, _ summary: Text? = nil) throws -> Identity {
    try conversation.send(.message(.test(session, summary)))
  }

  @discardableResult
  func say(_ text: Text) throws -> Identity { try conversation.send(.text(TextNote(text))) }

  @discardableResult
  func receive(_ update: Text) throws -> Bool {
    try update.reading { bytes in try conversation.receive(bytes) }
  }
}

extension Message {
  static func test(_ session: Identity = .none, _ summary: Text? = nil) -> Message {
    var message = Message(session: session)
    message.summaryText = summary
    return message
  }
}

extension Identity {
  static func test(_ number: UInt64) -> Identity { Identity(high: 1, low: number) }
}

extension Text {
  /// Calls a body with the bytes, and throws what it throws.
  func reading<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBufferPointer { try body($0) }
  }

  var json: Value? { try? JSON.parse(self) }
}
