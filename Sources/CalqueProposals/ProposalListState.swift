package import CalqueBase

/// The state of the proposals to request.
public enum ProposalListState: Sendable {
  case unaccepted
  case accepted
  case all

  package init?(_ name: Text) {
    switch name {
    case "unaccepted": self = .unaccepted
    case "accepted": self = .accepted
    case "all": self = .all
    default: return nil
    }
  }

  var name: Text {
    switch self {
    case .unaccepted: "unaccepted"
    case .accepted: "accepted"
    case .all: "all"
    }
  }
}
