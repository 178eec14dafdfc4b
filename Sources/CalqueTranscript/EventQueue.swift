public import CalqueBase

/// An event for the subscribers of a conversation.
public enum ConversationEvent: Equatable, Sendable {
  /// A message is about to be selected; `selected` still holds the previous one.
  case willSelect(Identity)
  case didSelect(Identity)
  case didReceive(Identity)
  /// The staged posting was committed.
  case didStartSending(Identity)
  /// The staged posting was cancelled.
  case didCancelSending(Identity)
  case transcriptChanged([ConversationChange])
}

/// One step of a change to the transcript, as a list view animates it. Steps are applied in order:
/// the position of each takes the previous steps into account.
public enum ConversationChange: Equatable, Sendable {
  case removed(position: Int, id: Identity)
  case inserted(position: Int, id: Identity)
  /// A message was replaced by its summary at the same position.
  case replaced(position: Int, id: Identity)
}

/// The subscribers, and the events that are yet to be delivered.
///
/// A handler may call the conversation. Events that a handler causes are queued, so all subscribers
/// receive all events in the order in which they happened.
struct EventQueue {
  enum Item {
    case event(ConversationEvent)
    case select(Message?)
    case send(Identity, update: Text)
  }

  typealias Handler = (ConversationEvent) -> Void

  private var subscriptions: [(number: UInt64, handler: Handler)] = []
  private var lastNumber: UInt64 = 0
  private var items: [Item] = []
  private var next = 0
  var isDelivering = false

  mutating func subscribe(_ handler: @escaping Handler) -> UInt64 {
    lastNumber += 1
    subscriptions.append((lastNumber, handler))
    return lastNumber
  }

  mutating func unsubscribe(_ number: UInt64) -> Bool {
    guard let position = subscriptions.firstIndex(where: { $0.number == number }) else {
      return false
    }
    subscriptions.remove(at: position)
    return true
  }

  var subscribers: [UInt64] { subscriptions.map { $0.number } }

  var hasSubscribers: Bool { !subscriptions.isEmpty }

  /// The handler, unless it has been unsubscribed in the meantime.
  func handler(_ number: UInt64) -> Handler? {
    subscriptions.first { $0.number == number }?.handler
  }

  mutating func add(_ item: Item) { items.append(item) }

  mutating func takeFirst() -> Item? {
    guard next < items.count else {
      items.removeAll(keepingCapacity: items.count <= 64)
      next = 0
      return nil
    }
    defer { next += 1 }
    return items[next]
  }
}
