public import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals
import CalqueTransport

// include/calque/proposals.h: the backend

@c @implementation
public func calque_proposals_propose(
  _ localization: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ value: UnsafePointer<CChar>!, _ value_length: Int,
  _ completion: calque_localization_completion!, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ call: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  LocalizationCompletion(completion, user_data, user_data_free)
    .begin(localization, call, error) { (localization) throws(Diagnostic) in
      let identifier = try Input.identifier(identifier, identifier_length)
      let value = try Input.text(value, value_length, "value")
      return { localization.propose(value, for: identifier, $0) }
    }
}

@c @implementation
public func calque_proposals_send_queued(
  _ localization: OpaquePointer!, _ completion: calque_localization_completion!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ call: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  LocalizationCompletion(completion, user_data, user_data_free)
    .begin(localization, call, error) { localization in { localization.sendQueued($0) } }
}

@c @implementation
public func calque_proposals_fetch(
  _ localization: OpaquePointer!, _ state: UnsafePointer<CChar>!, _ state_length: Int,
  _ completion: calque_localization_completion!, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ call: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  LocalizationCompletion(completion, user_data, user_data_free)
    .begin(localization, call, error) { (localization) throws(Diagnostic) in
      let name = try Input.optionalText(state, state_length) ?? "unaccepted"
      guard let state = ProposalListState(name) else {
        throw Diagnostic(.invalidArgument, "state is not unaccepted, accepted or all")
      }
      return { localization.fetchProposals(state: state, $0) }
    }
}

@c @implementation
public func calque_proposals_delete(
  _ localization: OpaquePointer!, _ id: Int64, _ completion: calque_localization_completion!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ call: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  LocalizationCompletion(completion, user_data, user_data_free)
    .begin(localization, call, error) { localization in { localization.deleteProposal(id, $0) } }
}

@c @implementation
public func calque_proposals_request(
  _ localization: OpaquePointer!, _ call: UnsafePointer<CChar>!, _ call_length: Int,
  _ arguments: UnsafePointer<CChar>!, _ arguments_length: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let name = try Input.text(call, call_length, "call")
    let arguments = try Input.members(arguments, arguments_length, "arguments")
    let request = try localization.request(name, arguments)
    return JSON.text(
      of: .object(
        Members([
          ("method", .text(request.method)), ("url", .text(request.url)),
          ("headers", .array(request.headers.map { .array([.text($0.name), .text($0.value)]) })),
          ("body", request.body.map { .text($0) } ?? .null),
        ])))
  }
}

@c @implementation
public func calque_proposals_response(
  _ localization: OpaquePointer!, _ call: UnsafePointer<CChar>!, _ call_length: Int,
  _ status: Int32, _ body: UnsafePointer<CChar>!, _ body_length: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let name = try Input.text(call, call_length, "call")
    let body = try Input.bytes(body, body_length).map { Text($0) } ?? ""
    let response = Response(status: Int(status), body: body)
    return JSON.text(of: try localization.answer(name, response))
  }
}
