package import CalqueBase

/// A conversation: its participants, the staged posting and the transcript.
///
/// The transcript is a function of the set of known postings. They are ordered by (sequence,
/// identifier), and only the last message of each session is shown as a message. Replicas that know
/// the same postings therefore show the same transcript, in whatever order the postings arrived.
///
/// To be used by one thread at a time. Handlers are called when a change is complete, and may call
/// the conversation.
package final class Conversation {
  package let local: Identity
  /// The other participants; the sender of a received posting is added.
  package private(set) var remotes: [Identity]
  package let policy: SummaryPolicy
  package let expiry: Int64
  package var context: PresentationContext
  let host: ConversationHost

  /// The posting in the input field, which will be committed or cancelled.
  package internal(set) var staged: Posting?
  /// The selected message, as it was when selected; later messages of its session do not change it.
  package internal(set) var selected: Message?
  /// The largest sequence seen.
  package internal(set) var sequence: Int64 = 0

  var index: IdentityIndex
  var records: [Record] = []
  var sessions: IdentityIndex
  /// For each session, the number of the record that holds its last message.
  var lastOfSession: [Int32] = []
  var places = Places()
  var expiring = ExpiryQueue()
  var queue = EventQueue()
  let subscriptions = Subscriptions<(ConversationEvent) -> Void>()

  /// Most postings that the conversation holds: their numbers have 32 bits.
  var recordLimit = 1 << 30

  package init(_ options: ConversationOptions, host: ConversationHost) {
    local = options.local.isNone ? host.makeIdentity() : options.local
    remotes = options.remotes
    policy = options.policy
    expiry = options.expiry
    context = options.context
    self.host = host
    index = IdentityIndex(seed: host.makeIdentity())
    sessions = IdentityIndex(seed: host.makeIdentity())
  }

  /// The number of entries in the transcript.
  package var count: Int { places.count }

  /// The entry at a position, or nil outside the transcript.
  ///
  /// - Complexity: O(log n).
  package func entry(at position: Int) -> (id: Identity, sequence: Int64, entry: Entry)? {
    guard let place = places[position] else { return nil }
    return (place.id, place.sequence, records[place.record].entry)
  }

  /// The position of an entry, or nil when it is not in the transcript.
  ///
  /// - Complexity: O(log n).
  package func position(of id: Identity) -> Int? {
    index.number(of: id).flatMap { places.position(of: place(of: $0)) }
  }

  /// A message in the transcript, and the number of its record.
  @inline(never)
  func message(_ id: Identity) -> (number: Int, message: Message)? {
    guard let number = index.number(of: id) else { return nil }
    return records[number].entry.posting?.message.map { (number, $0) }
  }

  /// A posting that is staged or in the transcript.
  package func posting(_ id: Identity) -> Posting? {
    if let staged, staged.header.id == id { return staged }
    return index.number(of: id).flatMap { records[$0].entry.posting }
  }

  /// Calls `handler` with each event from now on.
  ///
  /// - Returns: a number for `unsubscribe`, never 0.
  package func subscribe(_ handler: @escaping (ConversationEvent) -> Void) -> UInt64 {
    subscriptions.add(handler)
  }

  /// - Returns: false when there is no such subscription.
  package func unsubscribe(_ number: UInt64) -> Bool { subscriptions.remove(number) }

  /// Adds the sender of a posting to the participants.
  func join(_ sender: Identity) {
    guard !sender.isNone, sender != local, !remotes.contains(sender) else { return }
    remotes.append(sender)
  }

  func place(of record: Int) -> Place {
    Place(sequence: records[record].sequence, id: index.keys[record], record: record)
  }

  /// Delivers the queued events. A call from inside a handler leaves them to the outer call.
  func deliver() {
    guard !queue.isDelivering else { return }
    queue.isDelivering = true
    while let item = queue.takeFirst() {
      switch item {
      case .event(let event): subscriptions.each { $0(event) }
      case .select(let message): selected = message
      case .send(let id, let update): transmit(id, update)
      }
    }
    queue.isDelivering = false
  }
}
