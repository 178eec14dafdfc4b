package import CalqueBase

/// The options with which a conversation is created.
package struct ConversationOptions: Sendable {
  /// All zero requests a random one.
  package var local = Identity.none
  package var remotes: [Identity] = []
  package var policy = SummaryPolicy.none
  /// The time from reading an expiring message to its deletion, in milliseconds.
  package var expiry: Int64 = 120_000
  package var context = PresentationContext()

  package init() {}

  /// Reads `localParticipantIdentifier`, `remoteParticipantIdentifiers`, `summaryPolicy`,
  /// `defaultSummary`, `expiry` and `context`; other members are ignored.
  ///
  /// - Throws: `invalidOption` with the member's name as the path.
  package init(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members)
    local = reader.identity("localParticipantIdentifier")
    for remote in reader.array("remoteParticipantIdentifiers") {
      if let identity = remote.text.flatMap({ Identity($0) }) {
        remotes.append(identity)
      } else {
        reader.refuse("remoteParticipantIdentifiers", "an array of identifiers")
      }
    }
    expiry = reader.integer("expiry", in: 0...Self.longestExpiry) ?? expiry
    let context = reader.object("context")
    try reader.finish()
    policy = try SummaryPolicy(members)
    if let context { try self.context.merge(context) }
  }

  /// About 35,000 years in milliseconds, so that a deadline cannot overflow.
  private static let longestExpiry: Int64 = 1 << 50
}

/// The functions of the host that a conversation calls, never in the middle of a change.
package struct ConversationHost {
  /// The time in milliseconds, by a clock that need not show the time of day.
  package var now: () -> Int64
  /// A new random identifier.
  package var makeIdentity: () -> Identity
  package var inspectFile: (_ path: Text) -> FileFacts
  /// Sends an update, as JSON, to the other participants; returns 0 or the code of a
  /// `TranscriptError`.
  package var send: ((_ update: Text) -> Int32)?

  package init(
    now: @escaping () -> Int64, makeIdentity: @escaping () -> Identity,
    inspectFile: @escaping (_ path: Text) -> FileFacts
  ) {
    self.now = now
    self.makeIdentity = makeIdentity
    self.inspectFile = inspectFile
  }
}
