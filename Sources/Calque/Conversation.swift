import CalqueBase
import CalqueStorage
public import CalqueTranscript

/// A conversation whose messages can be updated, and its transcript.
///
/// Used from one thread at a time. Observers are called when a change is complete, and may call the
/// conversation.
public final class Conversation {
  /// Sends an update, as JSON, to the other participants. A returned error is that of the message.
  public typealias Send = (_ update: String) -> TranscriptError?

  let engine: CalqueTranscript.Conversation

  /// Makes an empty conversation.
  ///
  /// - Parameters:
  ///   - localParticipantIdentifier: the participant on this side; nil for a new one.
  ///   - remoteParticipantIdentifiers: the participants on other sides.
  ///   - summaryPolicy: the entry that replaces an updated message.
  ///   - expiry: seconds between reading a message that expires and its removal.
  ///   - context: where and how the program is shown.
  public init(
    localParticipantIdentifier: Identity? = nil, remoteParticipantIdentifiers: [Identity] = [],
    summaryPolicy: ConversationSummaryPolicy = .none, expiry: Double = 120,
    context: Context = Context(), send: Send? = nil
  ) {
    var options = ConversationOptions()
    options.local = localParticipantIdentifier ?? .none
    options.remotes = remoteParticipantIdentifiers
    options.policy = summaryPolicy.engine
    options.expiry = Int64(min(max(expiry * 1000, 0), 1e15).rounded())
    options.context = context
    engine = CalqueTranscript.Conversation(options, host: Self.host(send))
  }

  /// Continues from a snapshot.
  ///
  /// - Throws: `CalqueError` for anything else.
  public init(snapshot: String, send: Send? = nil) throws(CalqueError) {
    let host = Self.host(send)
    engine = try CalqueError.rethrowing(
      Text(snapshot).withBytes { (bytes) throws(Diagnostic) in
        try CalqueTranscript.Conversation(snapshot: bytes, host: host)
      })
  }

  /// The participant on this side.
  public var localParticipantIdentifier: Identity { engine.local }

  /// The participants on other sides.
  public var remoteParticipantIdentifiers: [Identity] { engine.remotes }

  /// Everything that `init(snapshot:)` needs.
  public var snapshot: String { engine.snapshot().string }

  /// The largest sequence number seen.
  public var sequence: Int64 { engine.sequence }

  // MARK: Reading

  /// The selected message, as it was when it was selected.
  public var selectedMessage: Message? { engine.selected.map { Message($0) } }

  /// The staged posting; nil for none.
  public var staged: ConversationEntry? {
    engine.staged.map { ConversationEntry($0.header.id, $0) }
  }

  /// A message that is staged or in the transcript.
  public func message(_ id: Identity) -> Message? {
    engine.posting(id)?.message.map { Message($0) }
  }

  /// The transcript, the oldest entry first.
  public var entries: [ConversationEntry] { (0..<engine.count).compactMap { entry(at: $0) } }

  /// Entries of the transcript.
  public var count: Int { engine.count }

  /// The entry at a position; nil outside the transcript.
  public func entry(at position: Int) -> ConversationEntry? {
    engine.entry(at: position).flatMap { ConversationEntry($0.id, $0.entry) }
  }

  /// The position of an entry; nil when it is not in the transcript.
  public func position(of id: Identity) -> Int? { engine.position(of: id) }

  /// Entries as JSON, for example for a web view.
  public func transcript(from first: Int = 0, count: Int = .max) -> JSONValue? {
    try? JSONValue(parsing: engine.transcript(from: first, count: count).string)
  }

  // MARK: Observing

  /// Calls a handler with every event.
  ///
  /// - Returns: a number for `off`.
  public func on(_ handler: @escaping (ConversationEvent) -> Void) -> UInt64 {
    engine.subscribe(handler)
  }

  /// Ends a subscription; false for an unknown number.
  @discardableResult
  public func off(_ subscription: UInt64) -> Bool { engine.unsubscribe(subscription) }

  // MARK: Actions of the user

  /// Selects a message of the transcript, or none.
  ///
  /// - Returns: false when it is not there.
  @discardableResult
  public func select(_ id: Identity?) -> Bool { engine.select(id ?? .none) }

  /// Records that the user read a message, which starts the time until it expires.
  @discardableResult
  public func markRead(_ id: Identity) -> Bool { engine.markRead(id) }

  /// Prevents a message from expiring.
  @discardableResult
  public func keep(_ id: Identity) -> Bool { engine.keep(id) }

  /// Removes the expired messages.
  ///
  /// - Returns: when the next one expires, in milliseconds since 1970; nil for none.
  @discardableResult
  public func removeExpired() -> Int64? { engine.removeExpired() }

  public typealias Context = PresentationContext

  /// Where and how the program is shown, which decides what may be sent.
  public var context: Context {
    get { engine.context }
    set { engine.context = newValue }
  }

  /// Records that the user has interacted with the program, which `send` may require.
  public func noteInteraction() { engine.context.recentInteraction = true }

  private static func host(_ send: Send?) -> ConversationHost {
    var host = ConversationHost(
      now: { SystemClock.milliseconds() }, makeIdentity: { .random() },
      inspectFile: { path in FileFacts(of: path) })
    if let send { host.send = { update in send(update.string)?.rawValue ?? 0 } }
    return host
  }
}
