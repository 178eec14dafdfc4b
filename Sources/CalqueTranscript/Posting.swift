package import CalqueBase

/// A posting of any kind.
package enum Posting: Equatable, Sendable {
  case message(Message)
  case text(TextNote)
  case attachment(Attachment)

  package var header: Header {
    get {
      switch self {
      case .message(let message): message.header
      case .text(let note): note.header
      case .attachment(let attachment): attachment.header
      }
    }
    set {
      switch self {
      case .message(var message):
        message.header = newValue
        self = .message(message)
      case .text(var note):
        note.header = newValue
        self = .text(note)
      case .attachment(var attachment):
        attachment.header = newValue
        self = .attachment(attachment)
      }
    }
  }

  /// The session of a message; nil for other postings.
  package var session: Identity { message?.session ?? .none }

  package var message: Message? {
    if case .message(let message) = self { message } else { nil }
  }

  /// Checks the conditions for inserting and sending.
  func validate(_ inspect: (Text) -> FileFacts) throws(Diagnostic) {
    switch self {
    case .message(let message): try message.validate()
    case .text: return
    case .attachment(let attachment): try attachment.validate(inspect)
    }
  }
}

/// The members that every kind of posting has.
package struct Header: Equatable, Sendable {
  /// All zero until the posting is inserted, sent or received.
  package var id = Identity.none
  /// The position in the order of the conversation; 0 until the posting is sent.
  package var sequence: Int64 = 0
  /// The participant who sent it; all zero when unknown.
  package var sender = Identity.none
  /// Members of the JSON form that this version does not know, kept so that they can be passed on.
  package var extra = Members()

  /// The largest sequence number that every JSON reader represents exactly.
  package static let largestSequence: Int64 = 1 << 53 - 1

  package init() {}
}

/// Plain text in a conversation.
package struct TextNote: Equatable, Sendable {
  package var header = Header()
  package var text: Text

  package init(_ text: Text) { self.text = text }
}

/// A message like MSMessage: state in a URL, a layout, a summary and optionally a session.
package struct Message: Equatable, Sendable {
  package var header = Header()
  /// The session that it belongs to; nil for a message that is never updated.
  package var session: Identity
  package var url: Text?
  package var layout: Layout?
  /// The line that replaces it when it is updated, if the summary policy says so.
  package var summaryText: Text?
  package var accessibilityLabel: Text?
  /// Whether it is deleted some time after it is read.
  package var shouldExpire = false
  /// The code of a `TranscriptError`, or 0. Local: it is archived but not sent.
  package var error: Int32 = 0

  package init(session: Identity = .none) { self.session = session }

  /// True until it is sent; false for a message that was received.
  package var isPending: Bool { header.sequence == 0 }

  /// A message with the same content that has not been inserted yet.
  package var fresh: Message {
    var copy = self
    copy.header = Header()
    copy.header.extra = header.extra
    copy.error = 0
    return copy
  }

  /// Checks the conditions for inserting and sending a message.
  ///
  /// - Throws: `invalidArgument` for a scheme other than http, https and data; the diagnostics of
  ///   `urlExceedsMaxSize`, `improperFileURL` and `improperFileType`.
  package func validate() throws(Diagnostic) {
    if let url { try StateURL(url).validate() }
    try layout?.validate()
  }

  // MARK: The archive

  /// Reads a message that `archive` wrote.
  ///
  /// - Throws: as `WireFormat.posting`; `unsupported` for another posting.
  package init(archive: Bytes) throws(Diagnostic) {
    guard let message = try WireFormat.posting(archive).message else {
      throw Diagnostic(.unsupported, "not a message", path: "kind")
    }
    self = message
  }

  /// The message as JSON, with its error and the members that this version does not know.
  package var archive: Text { WireFormat.text(of: .message(self), withError: true) }

  // MARK: The query of the URL

  package var queryItems: [(name: Text, value: Text?)] { url.map { StateURL($0).items } ?? [] }

  /// The value of the first item of a name; nil when there is none.
  package func queryItem(_ name: Text) -> Text? {
    queryItems.first { $0.name == name }.map { $0.value ?? "" }
  }

  /// The URL with the value of an item, or without the item; nil stays nil.
  package func url(settingItem name: Text, to value: Text?) -> Text? {
    guard url != nil || value != nil else { return nil }
    var new = StateURL(url ?? "data:,")
    new.set(name, to: value)
    return new.text
  }
}

extension MemberReader {
  /// An identifier; none when it is absent.
  func identity(_ name: Literal) -> Identity {
    guard let text = text(name) else { return .none }
    guard let identity = Identity(text) else {
      refuse(name, "an identifier of 32 hexadecimal digits")
      return .none
    }
    return identity
  }
}
