public import CalqueBase
import CalqueTranscript

/// A posting in the transcript.
public enum ConversationEntry: Equatable, Sendable, Codable {
  case message(Message)
  /// The summary that replaces an earlier message of a session.
  case summary(id: Identity, text: String)
  case text(id: Identity, text: String)
  case attachment(id: Identity, url: String)

  init?(_ id: Identity, _ entry: Entry) {
    switch entry {
    case .summary(let line): self = .summary(id: id, text: line.string)
    case .gone: return nil
    case .posting(let boxed): self.init(id, boxed.posting)
    }
  }

  init(_ id: Identity, _ posting: Posting) {
    switch posting {
    case .message(let message): self = .message(Message(message))
    case .text(let note): self = .text(id: id, text: note.text.string)
    case .attachment(let attachment): self = .attachment(id: id, url: attachment.url.string)
    }
  }
}

extension Sticker {
  var posting: Posting {
    var attachment = Attachment(url: StateURL(Text(fileURL)).text)
    attachment.isSticker = true
    attachment.description = Text(localizedDescription)
    return .attachment(attachment)
  }
}

/// The entry that replaces a message when a later one of its session arrives.
public enum ConversationSummaryPolicy: Hashable, Sendable, Codable {
  /// Nothing.
  case none
  /// Its summary text, or no entry if it has none.
  case keep
  /// Its summary text, or else the default summary.
  case `default`(defaultSummary: String)

  var engine: SummaryPolicy {
    switch self {
    case .none: .none
    case .keep: .keep
    case .default(let line): .default(Text(line))
    }
  }
}
