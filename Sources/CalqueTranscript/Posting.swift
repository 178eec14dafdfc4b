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

  /// The session of a message; none for anything else.
  package var session: Identity { message?.session ?? .none }

  package var message: Message? {
    if case .message(let message) = self { message } else { nil }
  }

  /// Checks what inserting and sending ask.
  func validate(_ inspect: (Text) -> FileFacts) throws(Diagnostic) {
    switch self {
    case .message(let message): try message.validate()
    case .text: return
    case .attachment(let attachment): try attachment.validate(inspect)
    }
  }
}

/// The members that every posting carries, whatever its kind.
package struct Header: Equatable, Sendable {
  /// None until the posting is inserted, sent or received.
  package var id = Identity.none
  /// Place among the postings of the conversation; 0 until it is sent.
  package var sequence: Int64 = 0
  /// The participant who sent it; none when unknown.
  package var sender = Identity.none
  /// Members of the JSON form that this version does not know, kept for passing on.
  package var extra = Members()

  /// Sequences stay exact in any JSON reader.
  package static let largestSequence: Int64 = 1 << 53 - 1

  package init() {}
}

/// Plain text in a conversation.
package struct TextNote: Equatable, Sendable {
  package var header = Header()
  package var text: Text

  package init(_ text: Text) { self.text = text }
}
