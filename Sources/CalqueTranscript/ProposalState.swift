package import CalqueBase

/// The states through which a proposed translation goes.
public enum ProposalState: Sendable {
  case stored
  case replaced
  case accepted
  case rejected
  case deleted

  package init?(_ name: Text) {
    switch name {
    case "stored": self = .stored
    case "replaced": self = .replaced
    case "accepted": self = .accepted
    case "rejected": self = .rejected
    case "deleted": self = .deleted
    default: return nil
    }
  }

  package var name: Text {
    switch self {
    case .stored: "stored"
    case .replaced: "replaced"
    case .accepted: "accepted"
    case .rejected: "rejected"
    case .deleted: "deleted"
    }
  }
}
