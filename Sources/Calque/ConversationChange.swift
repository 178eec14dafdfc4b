import CalqueBase
import CalqueTranscript

/// One step of a change to a transcript.
public enum ConversationChange: Equatable, Sendable {
  case removed(position: Int, id: String)
  case inserted(position: Int, id: String)
  /// A message became its summary, in its place.
  case replaced(position: Int, id: String)

  init(_ change: Change) {
    switch change {
    case .removed(let position, let id): self = .removed(position: position, id: id.text.string)
    case .inserted(let position, let id): self = .inserted(position: position, id: id.text.string)
    case .replaced(let position, let id): self = .replaced(position: position, id: id.text.string)
    }
  }
}
