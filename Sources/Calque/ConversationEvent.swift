import CalqueBase
import CalqueTranscript

/// What a conversation tells its observers; identifiers are UUIDs.
public enum ConversationEvent: Equatable, Sendable {
  /// A message is about to be selected; the one before still is.
  case willSelect(String)
  case didSelect(String)
  case didReceive(String)
  /// What was inserted was committed.
  case didStartSending(String)
  /// What was inserted was cancelled.
  case didCancelSending(String)
  /// Steps to apply in order: each position counts after the steps before it.
  case transcriptChanged([ConversationChange])

  init(_ event: Event) {
    switch event {
    case .willSelect(let id): self = .willSelect(id.text.string)
    case .didSelect(let id): self = .didSelect(id.text.string)
    case .didReceive(let id): self = .didReceive(id.text.string)
    case .didStartSending(let id): self = .didStartSending(id.text.string)
    case .didCancelSending(let id): self = .didCancelSending(id.text.string)
    case .transcriptChanged(let changes):
      self = .transcriptChanged(changes.map { ConversationChange($0) })
    }
  }
}
