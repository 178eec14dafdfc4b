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

/// The text that replaces a message when a later message of its session arrives.
package enum SummaryPolicy: Equatable, Sendable {
  /// Nothing.
  case none
  /// Its summary text, or nothing when it has none.
  case keep
  /// Its summary text, or the given line when it has none.
  case `default`(Text)

  /// Reads the options `summaryPolicy` and `defaultSummary`.
  package init(_ options: Members) throws(Diagnostic) {
    let reader = MemberReader(options)
    let line = reader.text("defaultSummary") ?? Text()
    let policy = reader.text("summaryPolicy") ?? "none"
    try reader.finish()
    switch policy {
    case "none": self = .none
    case "keep": self = .keep
    case "default": self = .default(line)
    default:
      throw Diagnostic(
        .invalidOption, "summaryPolicy is not none, keep or default", path: "summaryPolicy")
    }
  }

  /// The line that the message leaves.
  func line(for message: Message) -> Text? {
    switch self {
    case .none: nil
    case .keep: message.summaryText
    case .default(let line): message.summaryText ?? line
    }
  }

  func write(to members: inout Members) {
    switch self {
    case .none: members["summaryPolicy"] = .text("none")
    case .keep: members["summaryPolicy"] = .text("keep")
    case .default(let line):
      members["summaryPolicy"] = .text("default")
      members["defaultSummary"] = .text(line)
    }
  }
}

/// Where and how the program is shown, which determines what may be sent.
public struct PresentationContext: Hashable, Sendable {
  /// Sending requires that the program is visible.
  public var isVisible = true
  /// Whether the user has interacted with the program since the last message. Sending resets it. nil
  /// when that is not reported, in which case sending does not require it.
  public var recentInteraction: Bool?
  public var presentation = Presentation.compact

  public init() {}

  /// Applies the members `visible`, `recentInteraction` and `presentation`; absent ones change
  /// nothing.
  package mutating func merge(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members)
    let visible = reader.bool("visible")
    let interaction = reader.bool("recentInteraction")
    let style: Presentation? = reader.named(
      "presentation", "compact, expanded, transcript or media")
    try reader.finish()
    presentation = style ?? presentation
    isVisible = visible ?? isVisible
    recentInteraction = interaction ?? recentInteraction
  }

  func checkInserting() throws(Diagnostic) {
    if presentation == .media {
      throw TranscriptError.apiUnavailableInPresentationContext.diagnostic
    }
  }

  func checkSending() throws(Diagnostic) {
    try checkInserting()
    guard isVisible else { throw TranscriptError.sendWhileNotVisible.diagnostic }
    if recentInteraction == false {
      throw TranscriptError.sendWithoutRecentInteraction.diagnostic
    }
  }
}

#if !hasFeature(Embedded)
  extension PresentationContext: Codable {}
#endif
