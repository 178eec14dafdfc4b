package import CalqueBase

/// The state of the proposals to request.
public enum ProposalListState: Sendable {
  case unaccepted
  case accepted
  case all
}

extension ProposalListState: Named {
  package static let names: [(name: Literal, value: ProposalListState)] = [
    ("unaccepted", .unaccepted), ("accepted", .accepted), ("all", .all),
  ]
}
