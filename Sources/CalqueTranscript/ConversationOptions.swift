package import CalqueBase

/// The options that a conversation is created with.
package struct ConversationOptions: Sendable {
  /// None asks for a random one.
  package var local = Identity.none
  package var remotes: [Identity] = []
  package var policy = SummaryPolicy.none
  /// Milliseconds from reading a message that expires to its deletion.
  package var expiry: Int64 = 120_000
  package var context = PresentationContext()

  package init() {}

  /// Reads `localParticipantIdentifier`, `remoteParticipantIdentifiers`, `summaryPolicy`,
  /// `defaultSummary`, `expiry` and `context`; other members are ignored.
  ///
  /// - Throws: `invalidOption` with the member's name as the path.
  package init(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members)
    local = try reader.identity("localParticipantIdentifier") ?? .none
    for remote in try reader.array("remoteParticipantIdentifiers") ?? [] {
      guard let identity = remote.text.flatMap({ Identity($0) }) else {
        throw reader.wrong("remoteParticipantIdentifiers", "an array of identifiers")
      }
      remotes.append(identity)
    }
    policy = try SummaryPolicy(members)
    expiry = try reader.integer("expiry", in: 0...Self.longestExpiry) ?? expiry
    if let context = try reader.object("context") { try self.context.merge(context) }
  }

  /// About 35,000 years, so that a deadline cannot overflow.
  private static let longestExpiry: Int64 = 1 << 50
}

/// The functions that a conversation calls in its host. Never called while the conversation
/// changes.
package struct ConversationHost {
  /// Milliseconds of a clock that need not be the time of day.
  package var now: () -> Int64
  /// A new random identifier.
  package var makeIdentity: () -> Identity
  package var inspectFile: (_ path: Text) -> FileFacts
  /// Takes an update to the other participants, as JSON; 0, or the number of a `TranscriptError`.
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
