package import CalqueBase

/// Proposals of the backend: listing and deleting.
extension Localization {
  /// Fetches proposals. Those stored or deleted meanwhile are taken into account.
  ///
  /// - Parameter completion: Called once; the result is the list, an array of proposals.
  /// - Returns: the number of the call.
  @discardableResult
  package func fetchProposals(
    state: ProposalListState = .unaccepted, _ completion: @escaping BackendOutcome.Completion
  ) -> UInt64 {
    begin(completion) { [self] call in
      book.beginList()
      ask(.proposals(state), for: call, payload.proposals) { [self] result in
        let listed = book.endList(try? result.get())
        end(call, result) { _ in .array(listed.map { $0.data }) }
        if case .success = result { sendQueued { _ in } }
      }
    }
  }

  /// Deletes a proposal, and shows the normal value again.
  ///
  /// - Parameter completion: Called once; the result has the `message` of the backend.
  /// - Returns: the number of the call.
  @discardableResult
  package func deleteProposal(
    _ id: Int64, _ completion: @escaping BackendOutcome.Completion
  ) -> UInt64 {
    begin(completion) { [self] call in
      // A list that comes before the response no longer has it.
      let known = book.proposal(id)
      let read: @Sendable (Text) throws(Diagnostic) -> Text? = {
        [payload] (body) throws(Diagnostic) in
        _ = try payload.value(body)
        return payload.message(body)
      }
      ask(.deleteProposal(id), for: call, read) { [self] result in
        end(call, result) { message in
          forget(id, known)
          return .object(["message": message.map { .text($0) } ?? .null])
        }
      }
    }
  }

  /// - Parameter known: the proposal before it was deleted, if it was known then.
  private func forget(_ id: Int64, _ known: Proposal?) {
    guard let proposal = book.delete(id) ?? known else { return }
    _ = take(proposal.identifier, proposal.locale, nil)
    try? saveProposals()
    send(.proposal(proposal.note("deleted", guid: guid)))
  }

  /// The proposals of the last list and those that wait to be sent: `title`, `groups` by key, sorted,
  /// and `queued`. A proposal has `can_delete` when this installation may delete it.
  package func listProposals(_ filter: ProposalFilter = .all) -> Value { book.list(filter) }

  /// The proposals for the components of a group.
  package func listProposals(group: Text) -> Value {
    book.list(.identifiers(components.identifiers(ofGroup: group)))
  }

  /// Counts the proposals: listed, shown and queued.
  package var proposalSummary: ProposalSummary {
    book.summary(proposedValues: state.parts.overlay.count)
  }
}
