import CalqueBase
public import CalqueTranscript

/// A message: state in a URL, a layout, a summary, perhaps a session. A value, so every use is a
/// copy.
public struct Message: Equatable, Sendable, Codable {
  var content: CalqueTranscript.Message

  /// Makes an empty message, of a session when it is to be updated later.
  public init(session: Session? = nil) {
    content = CalqueTranscript.Message(session: session?.id ?? .none)
  }

  init(_ content: CalqueTranscript.Message) { self.content = content }

  /// Takes a message from its archive.
  ///
  /// - Throws: `CalqueError` for anything else.
  public init(archive: String) throws(CalqueError) {
    content = try CalqueError.mapping { () throws(Diagnostic) in
      let posting = try Text(archive).reading { (bytes) throws(Diagnostic) in
        try WireFormat.posting(bytes)
      }
      guard let message = posting.message else {
        throw Diagnostic(.unsupported, "not a message", path: "kind")
      }
      return message
    }
  }

  /// The message as JSON, with members that are unknown here.
  public var archive: String {
    WireFormat.text(of: .message(content), withError: true).string
  }

  /// The session, or nil for a message that is never updated.
  public var session: Session? { content.session.known.map { Session(id: $0) } }

  /// The identifier; nil until it is inserted, sent or received.
  public var id: Identity? { content.header.id.known }

  /// The participant who sent it; nil until it is inserted.
  public var senderParticipantIdentifier: Identity? { content.header.sender.known }

  /// True until sending starts; false for a received message.
  public var isPending: Bool { content.isPending }

  /// The state: http, https or data, 5,000 characters at most.
  public var url: String? {
    get { content.url?.string }
    set { content.url = newValue.map { StateURL(Text($0)).text } }
  }

  /// Characters that the URL may still get.
  public var availableURLLength: Int { max(StateURL.limit - (content.url?.count ?? 0), 0) }

  /// The query items of the URL, decoded, in order; nil for an item without a value.
  public var queryItems: [(name: String, value: String?)] {
    guard let url = content.url else { return [] }
    return StateURL(url).items.map { ($0.name.string, $0.value?.string) }
  }

  /// The value of a query item of the URL, decoded; setting encodes it, nil removes it.
  public subscript(queryItem name: String) -> String? {
    get {
      guard let url = content.url else { return nil }
      let item = StateURL(url).items.first { $0.name == Text(name) }
      return item.map { ($0.value ?? "").string }
    }
    set {
      guard content.url != nil || newValue != nil else { return }
      var url = StateURL(content.url ?? "data:,")
      url.set(Text(name), to: newValue.map { Text($0) })
      content.url = url.text
    }
  }

  /// How it looks.
  public var layout: MessageLayout? {
    get { content.layout.map { MessageLayout($0) } }
    // A layout of this type has texts alone, which the engine always takes.
    set { content.layout = newValue.flatMap { try? $0.engineLayout() } }
  }

  /// The line that it leaves behind when it is updated, where the policy says so.
  public var summaryText: String? {
    get { content.summaryText?.string }
    set { content.summaryText = newValue.map { Text($0) } }
  }

  /// The text for assistive programs.
  public var accessibilityLabel: String? {
    get { content.accessibilityLabel?.string }
    set { content.accessibilityLabel = newValue.map { Text($0) } }
  }

  /// Whether it is deleted some time after it was read.
  public var shouldExpire: Bool {
    get { content.shouldExpire }
    set { content.shouldExpire = newValue }
  }

  /// The error that sending it ended with.
  public var error: TranscriptError? {
    get { TranscriptError(rawValue: content.error) }
    set { content.error = newValue?.rawValue ?? 0 }
  }

  /// Checks what inserting and sending ask of it.
  ///
  /// - Throws: `CalqueError`.
  public func validate() throws(CalqueError) {
    try CalqueError.mapping { () throws(Diagnostic) in try content.validate() }
  }

  /// The archive as its JSON text.
  public init(from decoder: any Decoder) throws {
    try self.init(archive: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(archive)
  }
}
