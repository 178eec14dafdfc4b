import CalqueBase
import CalqueTranscript

/// What stands at a place of a transcript.
public enum ConversationEntry: Equatable, Sendable {
  case message(Message)
  /// The line that an earlier message of a session left.
  case summary(id: String, text: String)
  case text(id: String, text: String)
  case attachment(id: String, url: String)

  init?(_ id: Identity, _ entry: Entry) {
    let id = id.text.string
    switch entry {
    case .summary(let line): self = .summary(id: id, text: line.string)
    case .gone: return nil
    case .posting(let boxed):
      switch boxed.posting {
      case .message(let message): self = .message(Message(message))
      case .text(let note): self = .text(id: id, text: note.text.string)
      case .attachment(let attachment): self = .attachment(id: id, url: attachment.url.string)
      }
    }
  }
}
