import CalqueBase
import CalqueStorage
import CalqueTranscript

/// A conversation whose messages can be updated, and its transcript.
///
/// Used from one thread at a time. Observers are called when a change is complete, and may call the
/// conversation.
public final class Conversation {
  private let engine: CalqueTranscript.Conversation

  /// Makes an empty conversation.
  ///
  /// - Parameters:
  ///   - summaryPolicy: what an updated message leaves in its place.
  ///   - send: takes an update to the other participants, as JSON; what it returns becomes the
  ///     message's error.
  public init(
    summaryPolicy: ConversationSummaryPolicy = .none,
    send: ((_ update: String) -> MessageErrorCode?)? = nil
  ) {
    var options = ConversationOptions()
    options.policy = summaryPolicy.engine
    engine = CalqueTranscript.Conversation(options, host: Self.host(send))
  }

  /// Goes on where a snapshot was taken.
  ///
  /// - Throws: `ConversationError` for anything else.
  public init(
    snapshot: String, send: ((_ update: String) -> MessageErrorCode?)? = nil
  ) throws(ConversationError) {
    let host = Self.host(send)
    engine = try ConversationError.mapping { () throws(Diagnostic) in
      try Text(snapshot).reading { (bytes) throws(Diagnostic) in
        try CalqueTranscript.Conversation(snapshot: bytes, host: host)
      }
    }
  }

  /// The participant on this side.
  public var localParticipantIdentifier: String { engine.local.text.string }

  /// The participants on other sides.
  public var remoteParticipantIdentifiers: [String] { engine.remotes.map { $0.text.string } }

  /// The selected message, as it was when it was selected.
  public var selectedMessage: Message? { engine.selected.map { Message($0) } }

  /// The transcript, the oldest entry first.
  public var entries: [ConversationEntry] {
    (0..<engine.count).compactMap { entry(at: $0) }
  }

  /// Entries of the transcript.
  public var count: Int { engine.count }

  /// The entry at a position; nil outside the transcript.
  public func entry(at position: Int) -> ConversationEntry? {
    engine.entry(at: position).flatMap { ConversationEntry($0.id, $0.entry) }
  }

  /// Everything that `init(snapshot:)` needs.
  public var snapshot: String { engine.snapshot().string }

  /// Stages a message, in place of what was staged.
  ///
  /// - Returns: its identifier.
  /// - Throws: `ConversationError`.
  @discardableResult
  public func insert(_ message: Message) throws(ConversationError) -> String {
    try posting { () throws(Diagnostic) in try engine.insert(.message(message.content)) }
  }

  /// Stages a text, in place of what was staged.
  @discardableResult
  public func insertText(_ text: String) throws(ConversationError) -> String {
    try posting { () throws(Diagnostic) in try engine.insert(.text(TextNote(Text(text)))) }
  }

  /// Stages a file, in place of what was staged.
  @discardableResult
  public func insertAttachment(
    _ url: String, withAlternateFilename filename: String? = nil
  ) throws(ConversationError) -> String {
    let attachment = Self.attachment(url, filename)
    return try posting { () throws(Diagnostic) in try engine.insert(attachment) }
  }

  /// Sends what is staged; nil when nothing is.
  @discardableResult
  public func commit() throws(ConversationError) -> String? {
    try ConversationError.mapping { () throws(Diagnostic) in try engine.commit()?.text.string }
  }

  /// Drops what is staged; nil when nothing is.
  @discardableResult
  public func cancel() -> String? { engine.cancel()?.text.string }

  /// Sends a message at once.
  ///
  /// - Returns: its identifier.
  /// - Throws: `ConversationError`.
  @discardableResult
  public func send(_ message: Message) throws(ConversationError) -> String {
    try posting { () throws(Diagnostic) in try engine.send(.message(message.content)) }
  }

  /// Sends a text at once.
  @discardableResult
  public func sendText(_ text: String) throws(ConversationError) -> String {
    try posting { () throws(Diagnostic) in try engine.send(.text(TextNote(Text(text)))) }
  }

  /// Sends a file at once.
  @discardableResult
  public func sendAttachment(
    _ url: String, withAlternateFilename filename: String? = nil
  ) throws(ConversationError) -> String {
    let attachment = Self.attachment(url, filename)
    return try posting { () throws(Diagnostic) in try engine.send(attachment) }
  }

  /// Takes an update of another participant.
  ///
  /// - Returns: false for one that is known already.
  /// - Throws: `ConversationError`.
  @discardableResult
  public func receive(_ update: String) throws(ConversationError) -> Bool {
    try ConversationError.mapping { () throws(Diagnostic) in
      try Text(update).reading { (bytes) throws(Diagnostic) in try engine.receive(bytes) }
    }
  }

  /// Selects a message of the transcript, or none.
  ///
  /// - Returns: false when it is not there.
  @discardableResult
  public func select(_ id: String?) -> Bool {
    guard let id else { return engine.select(.none) }
    return Identity(Text(id)).map { engine.select($0) } ?? false
  }

  /// Notes that the user read a message; one that expires is due from now on.
  @discardableResult
  public func markRead(_ id: String) -> Bool {
    Identity(Text(id)).map { engine.markRead($0) } ?? false
  }

  /// Keeps a message that would expire.
  @discardableResult
  public func keep(_ id: String) -> Bool { Identity(Text(id)).map { engine.keep($0) } ?? false }

  /// Removes the messages that are due.
  public func removeExpired() { _ = engine.removeExpired() }

  /// Calls a handler with every event.
  ///
  /// - Returns: a number for `stopObserving`.
  public func observe(_ handler: @escaping (ConversationEvent) -> Void) -> UInt64 {
    engine.subscribe { event in handler(ConversationEvent(event)) }
  }

  /// Ends a subscription; false when there is none of this number.
  @discardableResult
  public func stopObserving(_ number: UInt64) -> Bool { engine.unsubscribe(number) }

  private func posting(
    _ body: () throws(Diagnostic) -> Identity
  ) throws(ConversationError) -> String {
    try ConversationError.mapping(body).text.string
  }

  private static func attachment(_ url: String, _ filename: String?) -> Posting {
    var attachment = Attachment(url: StateURL(Text(url)).text)
    attachment.filename = filename.map { Text($0) }
    return .attachment(attachment)
  }

  private static func host(
    _ send: ((_ update: String) -> MessageErrorCode?)?
  ) -> ConversationHost {
    var host = ConversationHost(
      now: { SystemClock.milliseconds() }, makeIdentity: { .random() },
      inspectFile: { path in
        switch FileStart(of: path, limit: FileFacts.startLength) {
        case .missing: .missing
        case .unreadable: .unreadable
        case .readable(let size, let start): .readable(size: size, start: start)
        }
      })
    if let send { host.send = { update in send(update.string)?.rawValue ?? 0 } }
    return host
  }
}
