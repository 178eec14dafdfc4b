import CalqueBase
public import CalqueTranscript

/// A message: state in a URL, a layout, a summary, perhaps a session. A value, so every use is a
/// copy.
public struct Message: Equatable, Sendable, Codable {
  var content: CalqueTranscript.Message

  /// Makes an empty message; one of a session can be updated later.
  public init(session: Session? = nil) {
    content = CalqueTranscript.Message(session: session?.id ?? .none)
  }

  init(_ content: CalqueTranscript.Message) { self.content = content }

  /// Makes a message from its archive.
  ///
  /// - Throws: `CalqueError` for anything else.
  public init(archive: String) throws(CalqueError) {
    content = try CalqueError.rethrowing(
      Text(archive).withBytes { (bytes) throws(Diagnostic) in
        try CalqueTranscript.Message(archive: bytes)
      })
  }

  /// The message as JSON, including unknown members.
  public var archive: String { content.archive.string }

  /// The session, or nil for a message that is never updated.
  public var session: Session? { content.session.known.map { Session(id: $0) } }

  /// The identifier; nil until it is inserted, sent or received.
  public var id: Identity? { content.header.id.known }

  /// The sender; nil until the message is inserted.
  public var senderParticipantIdentifier: Identity? { content.header.sender.known }

  /// True until sending starts; false for a received message.
  public var isPending: Bool { content.isPending }

  /// The state: http, https or data, 5,000 characters at most.
  public var url: String? {
    get { content.url?.string }
    set { content.url = newValue.map { StateURL(Text($0)).text } }
  }

  /// The number of characters that the URL may still grow by.
  public var availableURLLength: Int { max(StateURL.limit - (content.url?.count ?? 0), 0) }

  /// The query items of the URL, decoded, in order; nil for an item without a value.
  public var queryItems: [(name: String, value: String?)] {
    content.queryItems.map { ($0.name.string, $0.value?.string) }
  }

  /// The value of a query item of the URL, decoded; setting encodes it, nil removes it.
  public subscript(queryItem name: String) -> String? {
    get { content.queryItem(Text(name))?.string }
    set { content.url = content.url(settingItem: Text(name), to: newValue.map { Text($0) }) }
  }

  /// The layout.
  public var layout: MessageLayout? {
    get { content.layout.map { MessageLayout($0) } }
    // A layout of this type has texts alone, which the engine always takes.
    set { content.layout = newValue.flatMap { try? $0.engineLayout() } }
  }

  /// The text that may replace the message when it is updated, as the policy says.
  public var summaryText: String? {
    get { content.summaryText?.string }
    set { content.summaryText = newValue.map { Text($0) } }
  }

  /// The text for assistive technology.
  public var accessibilityLabel: String? {
    get { content.accessibilityLabel?.string }
    set { content.accessibilityLabel = newValue.map { Text($0) } }
  }

  /// Whether the message is deleted some time after it was read.
  public var shouldExpire: Bool {
    get { content.shouldExpire }
    set { content.shouldExpire = newValue }
  }

  /// The error of sending the message, if any.
  public var error: TranscriptError? {
    get { TranscriptError(rawValue: content.error) }
    set { content.error = newValue?.rawValue ?? 0 }
  }

  /// Checks the content, as inserting and sending do.
  ///
  /// - Throws: `CalqueError`.
  public func validate() throws(CalqueError) {
    try CalqueError.rethrowing(content.validate())
  }

  /// The archive as its JSON text.
  public init(from decoder: any Decoder) throws {
    try self.init(archive: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: archive) }
}
