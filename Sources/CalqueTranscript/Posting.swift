import CalqueBase

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
