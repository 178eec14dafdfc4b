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
      work.withLock { $0.listed.begin() }
      ask(.proposals(state), for: call, payload.proposals) { [self] result in
        let listed = change(of: []) { parts, work in
          work.listed.end(try? result.get())
          parts.proposed.identify(from: work.listed.list)
          return work.listed.list
        }
        try? saveProposals()
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
      let known = work.withLock { $0.listed[id] }
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

  /// - Parameter known: the proposal before it was deleted, if it was listed then.
  private func forget(_ id: Int64, _ known: Proposal?) {
    var deleted = known
    changeProposed(nil) { parts, work in
      deleted = work.listed[id] ?? known
      work.listed.delete(id)
      return parts.proposed.delete(id, deleted)
    }
    try? saveProposals()
    if let deleted { send("proposal", deleted.note("deleted", guid: guid)) }
  }

  /// The known proposals: `title`; `groups` by key, sorted, of what the backend listed; `stored`, the
  /// values that are not sent; and `queued`, those that wait. A proposal has `can_delete` when this
  /// installation may delete it.
  package func listProposals(_ filter: ProposalFilter = .all) -> Value {
    let proposed = state.parts.proposed
    let values = proposed.list.filter { filter.includes($0.identifier) }
    let stored = values.filter { $0.state == .local }.map { Value.object($0.members) }
    let queued = values.filter { $0.state == .waiting }.map { value in
      var members = value.members
      members["wasTried"] = .bool(value.number <= proposed.triedThrough)
      return Value.object(members)
    }
    return .object([
      "title": .text(filter.title), "groups": .array(groups(filter)), "stored": .array(stored),
      "queued": .array(queued),
    ])
  }

  private func groups(_ filter: ProposalFilter) -> [Value] {
    var groups = TextTable<[Value]>()
    for proposal in work.withLock({ $0.listed.list }) where filter.includes(proposal.identifier) {
      groups[proposal.identifier.key, default: []].append(proposal.data)
    }
    return groups.keys.inOrder().map { key in
      .object(["key": .text(key), "proposals": .array(groups[key] ?? [])])
    }
  }

  /// The proposals for the components of a group.
  package func listProposals(group: Text) -> Value {
    listProposals(
      .identifiers(components.list().filter { $0.isOf(group) }.map { $0.identifier }))
  }

  /// Counts the proposals: listed, shown and queued.
  package var proposalSummary: ProposalSummary {
    let proposed = state.parts.proposed
    return ProposalSummary(
      listed: work.withLock { $0.listed.list.count }, shown: proposed.shownCount,
      queued: proposed.waiting.count)
  }
}
