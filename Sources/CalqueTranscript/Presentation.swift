package import CalqueBase

/// The styles in which a host presents a conversation.
public enum Presentation: Sendable {
  case compact
  case expanded
  case transcript
  case media

  package init?(_ name: Text) {
    switch name {
    case "compact": self = .compact
    case "expanded": self = .expanded
    case "transcript": self = .transcript
    case "media": self = .media
    default: return nil
    }
  }
}
