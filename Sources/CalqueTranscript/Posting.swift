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
