package import CalqueBase

/// The numbers of proposals, as given when edit mode ends.
package struct ProposalSummary: Equatable, Sendable {
  /// Proposals of the last list.
  package var listed: Int
  /// Values that are shown instead of the normal ones.
  package var shown: Int
  /// Proposals that wait to be sent.
  package var queued: Int

  package var hasProposals: Bool { listed + shown + queued > 0 }

  package var value: Value {
    .object([
      "hasProposals": .bool(hasProposals), "listed": .int(Int64(listed)),
      "shown": .int(Int64(shown)), "queued": .int(Int64(queued)),
    ])
  }
}
