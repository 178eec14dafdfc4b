import CalqueBase
import CalqueTranscript

/// Gives a conversation lines of any bytes: each as an update, as an archive and as a snapshot.
///
/// An accepted update must be passed on, kept and restored without a difference; anything else is a
/// trap that the fuzzer reports.
enum FuzzTranscript {
  static func run(_ given: FuzzInput) {
    let input = given.bytes
    let conversation = Conversation(options(input.first ?? 0), host: host())
    for line in input.split(separator: 0x0A, omittingEmptySubsequences: true).prefix(64) {
      let bytes = UnsafeBufferPointer(rebasing: line)
      take(bytes, conversation)
      keepsItsSnapshot(try? Conversation(snapshot: bytes, host: host()))
    }
    for position in 0..<conversation.count {
      guard let id = conversation.entry(at: position)?.id else { continue }
      precondition(conversation.position(of: id) == position)
      _ = conversation.select(id)
      _ = conversation.markRead(id)
    }
    _ = conversation.removeExpired()
    keepsItsSnapshot(conversation)
  }

  private static func take(_ bytes: UnsafeBufferPointer<UInt8>, _ conversation: Conversation) {
    _ = try? conversation.receive(bytes)
    guard let posting = try? WireFormat.posting(bytes) else { return }
    let text = WireFormat.text(of: posting, withError: true)
    let again = text.bytes.withUnsafeBufferPointer { try? WireFormat.posting($0) }
    precondition(again == posting)
    guard let message = posting.message else { return }
    if let layout = message.layout { _ = layout.shown(live: bytes.count % 2 == 0) }
    if let url = message.url {
      var state = StateURL(url)
      state.set(Text(bytes), to: Text(bytes))
      _ = state.items
    }
    _ = try? conversation.insert(posting)
    _ = try? conversation.commit()
    _ = try? conversation.send(posting)
  }

  private static func keepsItsSnapshot(_ conversation: Conversation?) {
    guard let snapshot = conversation?.snapshot() else { return }
    let restored = snapshot.bytes.withUnsafeBufferPointer { bytes in
      try? Conversation(snapshot: bytes, host: host())
    }
    precondition(restored?.snapshot() == snapshot)
  }

  private static func options(_ byte: UInt8) -> ConversationOptions {
    var options = ConversationOptions()
    options.policy = [.none, .keep, .default("updated")][Int(byte) % 3]
    options.expiry = 0
    return options
  }

  private static func host() -> ConversationHost {
    var state: UInt64 = 0
    return ConversationHost(
      now: { 0 },
      makeIdentity: {
        state &+= 1
        return Identity(random: state, state)
      },
      inspectFile: { path in .readable(size: Int64(path.count), start: path.bytes) })
  }
}
