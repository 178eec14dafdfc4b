import CCalque
import CalqueBase
import CalqueProposals
import CalqueTransport

// include/calque/proposals.h: the backend
extension CFunction {
  static func calque_proposals_propose(
    _ localization: Localization, _ identifier: ItemIdentifier, _ value: Text,
    _ completion: calque_localization_completion?, _ context: HostContext
  ) -> UInt64 {
    localization.propose(value, for: identifier, context.completion(completion))
  }

  static func calque_proposals_send_queued(
    _ localization: Localization, _ completion: calque_localization_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.sendQueued(context.completion(completion))
  }

  static func calque_proposals_fetch(
    _ localization: Localization, _ state: Text?, _ completion: calque_localization_completion?,
    _ context: HostContext
  ) throws(Diagnostic) -> UInt64 {
    guard let state = ProposalListState(state ?? "unaccepted") else {
      throw Diagnostic(.invalidArgument, "state is not unaccepted, accepted or all")
    }
    return localization.fetchProposals(state: state, context.completion(completion))
  }

  static func calque_proposals_delete(
    _ localization: Localization, _ id: Int64, _ completion: calque_localization_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.deleteProposal(id, context.completion(completion))
  }

  static func calque_proposals_request(
    _ localization: Localization, _ call: Text, _ arguments: Members
  ) throws(Diagnostic) -> Value {
    let request = try localization.request(call, arguments)
    return .object([
      "method": .text(request.method), "url": .text(request.url),
      "headers": .array(request.headers.map { .array([.text($0.name), .text($0.value)]) }),
      "body": request.body.map { .text($0) } ?? .null,
    ])
  }

  static func calque_proposals_response(
    _ localization: Localization, _ call: Text, _ status: Int32, _ body: Bytes?
  ) throws(Diagnostic) -> Value {
    let response = Response(status: Int(status), body: body.map { Text($0) } ?? "")
    return try localization.answer(call, response)
  }
}
