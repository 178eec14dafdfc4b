import CCalque
import CalqueBase
import CalqueProposals

// include/calque/proposals.h: the backend
extension CFunction {
  static func calque_proposals_propose(
    _ localization: Localization, _ identifier: ItemIdentifier, _ value: Text,
    _ completion: calque_completion?, _ context: HostContext
  ) -> UInt64 {
    localization.propose(value, for: identifier, context.completion(completion))
  }

  static func calque_proposals_send_queued(
    _ localization: Localization, _ completion: calque_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.sendQueued(context.completion(completion))
  }

  static func calque_proposals_fetch(
    _ localization: Localization, _ state: Text?, _ completion: calque_completion?,
    _ context: HostContext
  ) throws(Diagnostic) -> UInt64 {
    guard let state = ProposalListState(state ?? "unaccepted") else {
      throw Diagnostic(.invalidArgument, "state is not unaccepted, accepted or all")
    }
    return localization.fetchProposals(state: state, context.completion(completion))
  }

  static func calque_proposals_delete(
    _ localization: Localization, _ id: Int64, _ completion: calque_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.deleteProposal(id, context.completion(completion))
  }
}
