public import CalqueBase

/// An entry of the transcript.
package enum Entry: Sendable {
  case posting(Boxed)
  /// The line left by an earlier message of a session.
  case summary(Text)
  /// Nothing is shown: the message was replaced without a summary, or expired.
  case gone

  /// Holds a posting behind one pointer, so that a record stays small.
  package final class Boxed: Sendable {
    package let posting: Posting

    init(_ posting: Posting) { self.posting = posting }
  }

  init(_ posting: Posting) { self = .posting(Boxed(posting)) }

  package var posting: Posting? {
    if case .posting(let boxed) = self { boxed.posting } else { nil }
  }

  /// The line of a summary, a text, the summary of a message, or the URL of an attachment.
  package var text: Text? {
    switch self {
    case .summary(let line): line
    case .gone: nil
    case .posting(let boxed):
      switch boxed.posting {
      case .message(let message): message.summaryText
      case .text(let note): note.text
      case .attachment(let attachment): attachment.url
      }
    }
  }

  var isVisible: Bool {
    if case .gone = self { false } else { true }
  }
}

/// Records that will expire, the earliest first: a binary heap.
struct ExpiryQueue {
  struct Item {
    let deadline: Int64
    let record: Int
  }

  private var heap: [Item] = []

  /// The item that is due first.
  var first: Item? { heap.first }

  /// - Complexity: O(log n).
  mutating func add(_ item: Item) {
    heap.append(item)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].deadline < heap[parent].deadline else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// - Complexity: O(log n).
  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].deadline < heap[least].deadline {
        least = child
      }
      if least == parent { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}

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

/// The events that are yet to be delivered.
///
/// A handler may call the conversation. Events that a handler causes are queued, so all subscribers
/// receive all events in the order in which they happened.
struct EventQueue {
  enum Item {
    case event(ConversationEvent)
    case select(Message?)
    case send(Identity, update: Text)
  }

  private var items: [Item] = []
  private var next = 0
  var isDelivering = false

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
