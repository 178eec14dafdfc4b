import CalqueBase
import CalqueTranscript

/// What a message leaves in its place when a later one of its session comes.
public enum ConversationSummaryPolicy: Equatable, Sendable {
  /// Nothing.
  case none
  /// Its summary text, or nothing when it has none.
  case keep
  /// Its summary text, or the given line when it has none.
  case `default`(String)

  var engine: SummaryPolicy {
    switch self {
    case .none: .none
    case .keep: .keep
    case .default(let line): .default(Text(line))
    }
  }
}
